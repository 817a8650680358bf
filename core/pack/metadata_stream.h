// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "pack/metadata_limits.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace sqd::pack {

// Serialises and compresses metadata blocks with all workers of a job, one segment of blocks at a time. Owns one compressor and one
// scratch block per worker and the segment's buffer. Used by one thread, which takes part in the work.
class MetadataPress {
public:
    // Fills block `block` of the segment; called by any worker, for different blocks at once.
    using FillBlock = std::function<void(std::size_t block, std::span<std::byte> out)>;

    static Result<std::unique_ptr<MetadataPress>> create(const MetadataJob& job, const MetadataLimits& limits);

    [[nodiscard]] std::size_t capacity() const { return m_capacity; }  // blocks in one segment, at least 1
    // Packs `count` blocks (1…capacity) of 8192 bytes, the last of `lastBytes`. Appends their records, the first with `start`, and
    // returns headers and payloads in one piece, valid until the next call. Errors: Cancelled, Internal.
    Result<std::span<const std::byte>> pack(std::size_t count, std::size_t lastBytes, bool compress, std::uint64_t start, const FillBlock& fill,
                                            std::vector<MetadataRecord>& records);
    // Calls body(index) for all of [0, count) and returns the first error. `cost` is the number of entries behind them all: little work
    // stays in this thread.
    Result<void> forEach(std::size_t count, std::uint64_t cost, const std::function<Result<void>(std::size_t index)>& body);

private:
    struct Worker {
        std::unique_ptr<codec::Compressor> compressor;
        std::vector<std::byte> scratch;  // the unpacked block
    };
    MetadataPress(const MetadataJob& job, const MetadataLimits& limits);
    Result<void> packBlock(Worker& worker, std::size_t block, std::size_t bytes, bool compress, const FillBlock& fill, MetadataRecord& record);
    std::span<std::byte> slot(std::size_t block);

    const MetadataJob& m_job;
    std::size_t m_capacity = 1;
    std::vector<Worker> m_workers;
    std::vector<std::byte> m_slots;      // one stored block each; the stored bytes are moved together afterwards
};

// One table's run of metadata blocks, all full but the last. Positions are relative to the start of the run. "Flat" positions count the
// unpacked bytes. Not thread-safe but for reference().
class MetadataStream {
public:
    using Fill = std::function<void(std::uint64_t flat, std::span<std::byte> out)>;        // the bytes at `flat`; called by any worker
    using Sink = std::function<Result<void>(std::span<const std::byte> stored)>;           // takes stored blocks in order

    MetadataStream(MetadataPress& press, bool compress, std::uint64_t maxStored, Sink sink);

    // Appends `bytes` bytes that `fill` produces by position; the blocks that become full are packed in parallel. Errors: those of the
    // sink, Cancelled, NotExpressible (more than maxStored bytes; without a place, the caller names the entry).
    Result<void> generate(std::uint64_t bytes, const Fill& fill);
    Result<void> append(std::span<const std::byte> bytes);
    // Packs the open block. Nothing may follow.
    Result<void> finish();

    [[nodiscard]] std::uint64_t flatBytes() const { return m_flat; }
    [[nodiscard]] std::uint64_t packedFlatBytes() const { return m_blocks.size() * format::kMetadataBlockSize; }  // before finish()
    [[nodiscard]] std::uint64_t storedBytes() const { return m_stored; }
    [[nodiscard]] const std::vector<MetadataRecord>& blocks() const { return m_blocks; }
    // Where the byte at `flat` is or will be: known for everything packed and for the open block. flat <= flatBytes().
    [[nodiscard]] std::uint64_t reference(std::uint64_t flat) const;

private:
    Result<void> packSegment(std::size_t blocks, bool openFirst, std::size_t lastBytes, const Fill& fill);

    MetadataPress& m_press;
    const bool m_compress;
    const std::uint64_t m_maxStored;
    const Sink m_sink;
    std::vector<std::byte> m_open;         // the block being filled
    std::size_t m_openBytes = 0;
    std::uint64_t m_flat = 0;
    std::uint64_t m_stored = 0;
    std::vector<MetadataRecord> m_blocks;
};

// Collects small records for a stream, so that its blocks are packed a segment at a time.
class MetadataAppender {
public:
    MetadataAppender(MetadataStream& stream, const MetadataPress& press);
    // Room for the next `bytes` bytes, valid until the next call.
    Result<std::span<std::byte>> take(std::size_t bytes);
    Result<void> flush();
    [[nodiscard]] std::uint64_t flatBytes() const { return m_stream.flatBytes() + m_used; }

private:
    MetadataStream& m_stream;
    std::vector<std::byte> m_buffer;
    std::size_t m_used = 0;
};

}  // namespace sqd::pack
