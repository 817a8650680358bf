// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/progress.h"
#include "io/file.h"
#include "pack/block_encoder.h"
#include "pack/buffer_pool.h"
#include "pack/pack_options.h"
#include "pack/scheduler.h"
#include "pack/work.h"
#include "source/source.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sqd::pack {

// One loop of the pipeline: takes jobs from the scheduler and does them. Everything that touches bytes is here: reading, testing for
// zeros, hashing, compressing, copying tail ends, writing. One object per worker thread; not thread-safe.
class PackWorker {
public:
    struct Shared {
        source::Source& source;
        const PackOptions& options;
        Scheduler& scheduler;
        BufferPool& buffers;
        io::OutputFile& output;
        std::uint64_t superblockOffset;
        concurrency::ProgressCounters& progress;
    };
    // Errors: those of the codec.
    static Result<std::unique_ptr<PackWorker>> create(const Shared& shared, int index);
    // Until the scheduler says Quit. What goes wrong is reported to the scheduler.
    void run();

private:
    PackWorker(const Shared& shared, int index);
    Result<void> perform(Job& job);
    Result<void> perform(ListFolder& job);
    Result<void> perform(FillEntries& job);
    Result<void> perform(HashBegin& job);
    Result<void> perform(HashPart& job);
    Result<void> perform(ComparePart& job);
    Result<void> perform(ConfirmSmall& job);
    Result<void> perform(EncodeUnit& job);
    Result<void> perform(CopyTails& job);
    Result<void> perform(EncodeFragment& job);
    Result<void> perform(WriteUnit& job);
    Result<void> perform(WriteFragment& job);

    Result<void> encodeBatch(Unit& unit);
    Result<void> readSmallFile(Unit& unit, SmallFile& file);
    void findEqualInBatch(Unit& unit);
    void confirmOriginals(Unit& unit);
    bool equalsSource(const source::Entry& original, std::span<const std::byte> contents);
    Result<void> encodeRange(Unit& unit);
    Result<bool> readRange(Unit& unit, std::size_t bytes);
    Result<void> encodeBlocks(Unit& unit, std::size_t bytes);
    void markHole(Unit& unit);
    void finishTail(Unit& unit, std::size_t blockBytes);
    std::optional<FileHashes> fileHashes(const FileState& file) const;
    std::uint64_t blockHash(std::span<const std::byte> contents) const;
    // Leaves the file out when that is allowed; otherwise the error goes on.
    Result<void> dropOrFail(const source::Entry& entry, Error error);
    void enter(concurrency::Activity activity) { m_counters.enter(activity); }
    void showItem(const source::Entry& entry);

    Shared m_shared;
    concurrency::WorkerCounters& m_counters;
    std::unique_ptr<BlockEncoder> m_encoder;
    Buffer m_scratch;        // of the pool's size
    Buffer m_secondScratch;  // for comparisons, made when first needed
    std::vector<std::uint32_t> m_order;  // scratch of findEqualInBatch
    const int m_index;
};

}  // namespace sqd::pack
