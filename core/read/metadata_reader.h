// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "format/constants.h"
#include "read/decoder_pool.h"
#include "read/image_bytes.h"
#include "read/joining_cache.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sqd::read {

// One unpacked metadata block. Immutable.
struct MetadataBlock {
    std::vector<std::byte> contents;  // 1…8192 bytes
    std::uint64_t next = 0;           // image byte behind its stored form
    [[nodiscard]] std::uint64_t sizeBytes() const { return contents.size() + 64; }
};

struct PositionHash {
    // Fibonacci hashing: positions of neighbours differ in low bits only.
    std::size_t operator()(std::uint64_t position) const noexcept { return static_cast<std::size_t>((position * 0x9E3779B97F4A7C15ULL) >> 17); }
};

// Reads and unpacks metadata blocks, keeping the last ones. Thread-safe.
class MetadataCache {
public:
    MetadataCache(const ImageBytes& bytes, DecoderPool& decoders, std::uint64_t maxBytes);

    // The block whose 2-byte header stands at `position`; its stored form must end at or before `end`. `table` names it in messages.
    Result<std::shared_ptr<const MetadataBlock>> block(std::uint64_t position, std::uint64_t end, const std::string& table);
    [[nodiscard]] const ImageBytes& bytes() const { return m_bytes; }

private:
    Result<std::shared_ptr<const MetadataBlock>> load(std::uint64_t position, std::uint64_t end, const std::string& table);

    const ImageBytes& m_bytes;
    DecoderPool& m_decoders;
    JoiningCache<std::uint64_t, MetadataBlock, PositionHash> m_cache;
};

// Where the stored blocks of one table begin, as found by walking its headers once.
struct BlockStarts {
    std::vector<std::uint64_t> positions;  // ascending image bytes
    std::optional<Error> broken;           // the walk could not go on; Error::imageOffset is the place
};

// One metadata table: inodes, directories, or attribute pairs. References into it are checked against the real block starts, which
// are walked on first use. Immutable but for that; thread-safe.
class MetadataTable {
public:
    // [begin, end) are image bytes; the caller has checked that they lie inside the image.
    MetadataTable(MetadataCache& cache, std::string name, std::uint64_t begin, std::uint64_t end);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::uint64_t begin() const { return m_begin; }
    [[nodiscard]] std::uint64_t end() const { return m_end; }
    [[nodiscard]] const BlockStarts& starts() const;
    // The block at `position`, an image byte. Errors: Corrupt ("… is not the start of a metadata block").
    Result<std::shared_ptr<const MetadataBlock>> block(std::uint64_t position) const;
    // Upper bound of the unpacked bytes from `reference` to the end of the table.
    [[nodiscard]] std::uint64_t bytesLeft(std::uint64_t reference) const;
    // `reference` moved on by `bytes` unpacked bytes, by the rule that inner blocks hold exactly 8192. Errors: Corrupt.
    Result<std::uint64_t> advance(std::uint64_t reference, std::uint64_t bytes) const;
    // The block part of a reference as an image byte, when it lies inside the table.
    [[nodiscard]] std::optional<std::uint64_t> blockPosition(std::uint64_t reference) const;

private:
    void walk() const;

    MetadataCache& m_cache;
    const std::string m_name;
    const std::uint64_t m_begin;
    const std::uint64_t m_end;
    mutable std::once_flag m_walked;
    mutable BlockStarts m_starts;  // written once under m_walked
};

inline std::uint64_t makeReference(std::uint64_t block, std::uint32_t offset) { return block << 16 | offset; }

// Reads forward through a table from a reference. Not thread-safe; cheap to make.
class MetadataCursor {
public:
    // Errors: Corrupt (reference outside of the table, no block start, offset behind the block).
    static Result<MetadataCursor> at(const MetadataTable& table, std::uint64_t reference);

    // Copies the next bytes; a table that ends before, or an inner block that is not full, is Corrupt.
    Result<void> read(std::span<std::byte> out);
    Result<void> skip(std::uint64_t bytes);
    // The next byte's place. Behind the last byte of a block this is the start of the following one.
    [[nodiscard]] std::uint64_t reference() const;
    // Image byte of the block being read, for messages.
    [[nodiscard]] std::uint64_t position() const { return m_position; }
    // True when no byte is left in the table.
    [[nodiscard]] bool atEnd() const { return m_offset == m_block->contents.size() && m_block->next >= m_table->end(); }

private:
    explicit MetadataCursor(const MetadataTable& table) : m_table(&table) {}
    Result<void> nextBlock();

    const MetadataTable* m_table;
    std::shared_ptr<const MetadataBlock> m_block;
    std::uint64_t m_position = 0;
    std::size_t m_offset = 0;
};

}  // namespace sqd::read
