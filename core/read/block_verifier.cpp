// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/block_verifier.h"

#include "base/hash.h"
#include "concurrency/first_error.h"
#include "read/page_store.h"
#include "read/stored_block_runner.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace sqd::read {

namespace {

using concurrency::Activity;

// What one worker needs, made on its first block and used for all of them.
struct WorkerState {
    std::unique_ptr<codec::Decompressor> decoder;
    std::vector<std::byte> contents;
};

class BlockVerifier {
public:
    BlockVerifier(const codec::Backend& backend, std::uint32_t blockSize, concurrency::ProgressCounters& progress, int workers)
        : m_backend(backend), m_blockSize(blockSize), m_progress(progress), m_states(static_cast<std::size_t>(std::max(1, workers)))
    {
    }

    Result<void> check(int worker, const BlockCheck& block, const Result<std::span<const std::byte>>& stored)
    {
        WorkerState& state = m_states[static_cast<std::size_t>(worker)];
        if (!stored)
            return stored.error();
        if (!state.decoder) {
            SQD_TRY(state.decoder, m_backend.makeDecompressor(m_blockSize));
            state.contents.resize(m_blockSize);
        }
        SQD_TRY(const std::size_t length, decodeStored(*state.decoder, *stored, block.raw, block.rawBytes, std::span(state.contents).first(block.rawBytes)));
        m_progress.worker(worker % m_progress.workerCount()).enter(Activity::Hashing);
        if (hashBytes64(std::span<const std::byte>(state.contents).first(length)) != block.hash64)
            return corruptError({}, "the contents differ from what was packed");
        return {};
    }

private:
    const codec::Backend& m_backend;
    const std::uint32_t m_blockSize;
    concurrency::ProgressCounters& m_progress;
    std::vector<WorkerState> m_states;  // one per worker, touched by that worker only
};

}  // namespace

Result<void> verifyBlocks(const io::RandomAccessFile& file, std::uint64_t superblockOffset, std::span<const BlockCheck> checks,
    const codec::Backend& backend, std::uint32_t blockSize, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress,
    std::stop_token stop, const std::function<std::string(std::uint32_t label)>& labelOf)
{
    for (const BlockCheck& block : checks) {
        if (block.storedBytes == 0 || block.storedBytes > blockSize || block.rawBytes == 0 || block.rawBytes > blockSize)
            return internalError("block check with a size out of range");
    }
    BlockVerifier verifier(backend, blockSize, progress, workers.workers());
    concurrency::FirstError failure;
    StoredBlockRun run{file, superblockOffset, checks.size(), [&](std::size_t i) { return StoredBlockRun::Place{checks[i].start, checks[i].storedBytes}; },
        [&](int worker, std::size_t i, const Result<std::span<const std::byte>>& stored) {
            auto done = verifier.check(worker, checks[i], stored);
            if (done)
                return true;
            Error error = std::move(done).error();
            error.where = labelOf ? labelOf(checks[i].label) : file.name();
            error.what = "block at byte " + std::to_string(checks[i].start) + " does not read back: " + error.what;
            error.imageOffset = checks[i].start;
            failure.set(std::move(error));
            return false;
        }};
    auto done = runStoredBlocks(run, workers, progress, std::move(stop));
    if (auto error = failure.get())
        return *std::move(error);
    return done;
}

}  // namespace sqd::read
