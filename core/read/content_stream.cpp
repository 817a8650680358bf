// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/first_error.h"
#include "concurrency/worker_group.h"
#include "read/data_reader.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace sqd::read {

namespace {

constexpr std::uint64_t kBlocksPerWorker = 4;
// Below this a file is read faster than workers are started.
constexpr std::uint64_t kParallelFrom = 8;

// One stretch of neighbouring blocks, decoded into one buffer; holes take no room in it and no worker's time.
struct Stretch {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    std::vector<std::byte> bytes;
    std::vector<std::uint64_t> stored;  // the blocks that are no holes
    std::vector<std::optional<Error>> errors;  // by block of the stretch; each is written by the one worker that decodes the block
    std::atomic<std::size_t> next{0};
};

class Streamer {
public:
    Streamer(const FileReader& reader, ContentSink& sink, concurrency::WorkerGroup* workers, std::stop_token stop)
        : m_reader(reader), m_sink(sink), m_workers(workers), m_stop(std::move(stop))
    {
    }

    Result<void> run()
    {
        if (m_workers == nullptr || m_workers->workers() < 2 || m_reader.blockCount() < kParallelFrom)
            return serial();
        const auto room = static_cast<std::uint64_t>(m_workers->workers()) * kBlocksPerWorker;
        Stretch* current = &m_stretches[0];
        Stretch* following = &m_stretches[1];
        prepare(*current, 0, room);
        start(*current);
        m_workers->join();
        while (current->count != 0) {
            // The workers decode the next stretch while this thread hands out the current one.
            prepare(*following, current->first + current->count, room);
            start(*following);
            auto done = handOut(*current);
            m_workers->join();
            SQD_CHECK(std::move(done));
            std::swap(current, following);
        }
        return {};
    }

private:
    Result<void> serial()
    {
        std::vector<std::byte> bytes(m_reader.blockCount() != 0 ? m_reader.blockLength(0) : 0);
        std::uint64_t hole = 0;
        for (std::uint64_t block = 0; block < m_reader.blockCount(); ++block) {
            if (m_stop.stop_requested())
                return cancelledError();
            if (m_reader.isHole(block)) {
                hole += m_reader.blockLength(block);
                continue;
            }
            SQD_CHECK(flush(hole));
            SQD_CHECK(m_reader.readBlock(block, bytes));
            SQD_CHECK(m_sink.data(std::span(bytes).first(m_reader.blockLength(block))));
        }
        return flush(hole);
    }

    Result<void> flush(std::uint64_t& hole)
    {
        const std::uint64_t bytes = std::exchange(hole, 0);
        return bytes != 0 ? m_sink.hole(bytes) : Result<void>();
    }

    // Takes blocks until `room` stored ones are together, or a long run of holes.
    void prepare(Stretch& stretch, std::uint64_t first, std::uint64_t room)
    {
        constexpr std::uint64_t kMostBlocks = 1U << 16;
        stretch.first = first;
        stretch.stored.clear();
        stretch.next = 0;
        std::uint64_t block = first;
        while (block < m_reader.blockCount() && stretch.stored.size() < room && block - first < kMostBlocks) {
            if (!m_reader.isHole(block))
                stretch.stored.push_back(block);
            ++block;
        }
        stretch.count = block - first;
        stretch.bytes.resize(stretch.stored.size() * std::size_t{m_reader.blockSize()});
        stretch.errors.assign(stretch.stored.size(), std::nullopt);
    }

    void start(Stretch& stretch)
    {
        m_workers->start([this, &stretch](int) {
            for (;;) {
                const std::size_t i = stretch.next.fetch_add(1, std::memory_order_relaxed);
                if (i >= stretch.stored.size() || m_stop.stop_requested())
                    return;
                auto done = m_reader.readBlock(stretch.stored[i], std::span(stretch.bytes).subspan(i * m_reader.blockSize(), m_reader.blockSize()));
                if (!done)
                    stretch.errors[i] = std::move(done).error();
            }
        });
    }

    Result<void> handOut(Stretch& stretch)
    {
        std::uint64_t block = stretch.first;
        for (std::size_t i = 0; i < stretch.stored.size(); ++i) {
            if (m_stop.stop_requested())
                return cancelledError();
            SQD_CHECK(holesUpTo(block, stretch.stored[i]));
            if (stretch.errors[i])
                return *stretch.errors[i];
            SQD_CHECK(m_sink.data(std::span<const std::byte>(stretch.bytes).subspan(i * m_reader.blockSize(), m_reader.blockLength(block))));
            ++block;
        }
        return holesUpTo(block, stretch.first + stretch.count);
    }

    Result<void> holesUpTo(std::uint64_t& block, std::uint64_t end)
    {
        std::uint64_t bytes = 0;
        for (; block < end; ++block)
            bytes += m_reader.blockLength(block);
        if (m_stop.stop_requested())
            return cancelledError();
        return bytes != 0 ? m_sink.hole(bytes) : Result<void>();
    }

    const FileReader& m_reader;
    ContentSink& m_sink;
    concurrency::WorkerGroup* m_workers;
    const std::stop_token m_stop;
    std::array<Stretch, 2> m_stretches;
};

}  // namespace

Result<void> streamContents(const FileReader& reader, ContentSink& sink, concurrency::WorkerGroup* workers, std::stop_token stop)
{
    return Streamer(reader, sink, workers, std::move(stop)).run();
}

}  // namespace sqd::read
