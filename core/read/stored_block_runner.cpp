// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/stored_block_runner.h"

#include "concurrency/pause.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

namespace sqd::read {

namespace {

using concurrency::Activity;

// One read: large enough that a disk streams, small enough that it stays in a core's share of the cache until it is decoded.
constexpr std::uint64_t kReadBytes = 1U << 20;
// Bytes between two blocks that are cheaper to read along than to seek over.
constexpr std::uint64_t kGapBytes = 32 * 1024;

// First index of each batch. A batch is a run of blocks that one read of kReadBytes covers, or a single block.
std::vector<std::size_t> cutBatches(const StoredBlockRun& run)
{
    std::vector<std::size_t> firsts;
    std::uint64_t begin = 0, end = 0;
    for (std::size_t i = 0; i < run.count; ++i) {
        const StoredBlockRun::Place place = run.placeOf(i);
        // Positions come from an image, so sums are compared by differences.
        const bool follows = !firsts.empty() && place.position >= begin && (place.position <= end || place.position - end <= kGapBytes);
        if (!follows || place.position - begin + place.storedBytes > kReadBytes || place.position > std::numeric_limits<std::uint64_t>::max() - place.storedBytes) {
            firsts.push_back(i);
            begin = place.position;
            end = begin;
        }
        end = std::max(end, place.position + place.storedBytes);
    }
    return firsts;
}

class Runner {
public:
    Runner(const StoredBlockRun& run, concurrency::ProgressCounters& progress, std::stop_token stop)
        : m_run(run), m_progress(progress), m_stop(std::move(stop)), m_firsts(cutBatches(run))
    {
    }

    void work(int worker)
    {
        concurrency::WorkerCounters& counters = m_progress.worker(worker % m_progress.workerCount());
        std::vector<std::byte> buffer(kReadBytes);
        for (;;) {
            const std::size_t batch = m_next.fetch_add(1, std::memory_order_relaxed);
            if (batch >= m_firsts.size() || m_ended.load(std::memory_order_relaxed))
                break;
            concurrency::waitWhilePaused(m_progress, m_stop, &counters);
            const std::size_t last = batch + 1 < m_firsts.size() ? m_firsts[batch + 1] : m_run.count;
            if (!workBatch(worker, counters, buffer, m_firsts[batch], last))
                m_ended.store(true, std::memory_order_relaxed);
        }
        counters.enter(Activity::Waiting);
    }

private:
    bool workBatch(int worker, concurrency::WorkerCounters& counters, std::vector<std::byte>& buffer, std::size_t first, std::size_t last)
    {
        const std::uint64_t begin = m_run.placeOf(first).position;
        std::uint64_t end = begin;
        for (std::size_t i = first; i < last; ++i) {
            const auto place = m_run.placeOf(i);
            end = std::max(end, place.position + place.storedBytes);
        }
        if (buffer.size() < end - begin)
            buffer.resize(static_cast<std::size_t>(end - begin));
        const std::span<std::byte> all(buffer.data(), static_cast<std::size_t>(end - begin));
        counters.enter(Activity::Reading);
        const Result<void> whole = m_run.file.readExact(m_run.superblockOffset + begin, all);
        for (std::size_t i = first; i < last; ++i) {
            if (m_stop.stop_requested() || m_ended.load(std::memory_order_relaxed))
                return false;
            const auto place = m_run.placeOf(i);
            const std::span<std::byte> mine = all.subspan(static_cast<std::size_t>(place.position - begin), place.storedBytes);
            Result<std::span<const std::byte>> stored(mine);
            // A bad sector must not take its neighbours along: they are read one by one.
            if (!whole) {
                if (auto single = m_run.file.readExact(m_run.superblockOffset + place.position, mine); !single)
                    stored = std::move(single).error();
            }
            counters.enter(Activity::Decoding);
            if (!m_run.body(worker, i, stored))
                return false;
            counters.blocks.fetch_add(1, std::memory_order_relaxed);
            counters.bytesIn.fetch_add(place.storedBytes, std::memory_order_relaxed);
            m_progress.verifyDone.fetch_add(place.storedBytes, std::memory_order_relaxed);
        }
        return true;
    }

    const StoredBlockRun& m_run;
    concurrency::ProgressCounters& m_progress;
    const std::stop_token m_stop;
    const std::vector<std::size_t> m_firsts;
    std::atomic<std::size_t> m_next{0};
    std::atomic<bool> m_ended{false};
};

}  // namespace

Result<void> runStoredBlocks(const StoredBlockRun& run, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress, std::stop_token stop)
{
    Runner runner(run, progress, stop);
    // One turn for each worker, through parallelFor: no memory for a worker's buffer is then an error here and not the end of the process.
    workers.parallelFor(static_cast<std::size_t>(std::max(1, workers.workers())), 1, [&](int worker, std::size_t) { runner.work(worker); });
    return stop.stop_requested() ? Result<void>(cancelledError()) : Result<void>();
}

}  // namespace sqd::read
