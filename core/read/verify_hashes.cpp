// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/verify_hashes.h"

#include "concurrency/pause.h"
#include "concurrency/task_queue.h"
#include "concurrency/worker_group.h"
#include "read/data_reader.h"
#include "read/image.h"
#include "read/read_error.h"
#include "read/tree_walker.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <new>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sqd::read {

namespace {

// Files up to this size are hashed by one worker, several in one task.
constexpr std::uint64_t kOneWorker = 8U << 20;
constexpr std::uint64_t kBatchBytes = 1U << 20;
constexpr std::size_t kBatchFiles = 128;
// Names that wait for their turn.
constexpr std::size_t kAheadNames = 8192;

class HashSink final : public ContentSink {
public:
    explicit HashSink(concurrency::ProgressCounters& progress) : m_progress(progress) {}
    Result<void> data(std::span<const std::byte> bytes) override
    {
        m_hash.update(bytes);
        m_progress.verifyDone.fetch_add(bytes.size(), std::memory_order_relaxed);
        return {};
    }
    Result<void> hole(std::uint64_t bytes) override
    {
        static constexpr std::array<std::byte, 64 * 1024> kZeros{};
        for (std::uint64_t left = bytes; left > 0;) {
            const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left, kZeros.size()));
            SQD_CHECK(data(std::span(kZeros).first(part)));
            left -= part;
        }
        return {};
    }
    Sha256::Digest finish() { return m_hash.finish(); }

private:
    concurrency::ProgressCounters& m_progress;
    Sha256 m_hash;
};

class FileHasher {
public:
    FileHasher(std::shared_ptr<const Image> image, int jobs, concurrency::ProgressCounters& progress, const HashVisitor& visit, std::stop_token stop)
        : m_image(std::move(image)), m_progress(progress), m_visit(visit), m_stop(std::move(stop)), m_large(jobs), m_tasks(jobs, progress)
    {
    }
    ~FileHasher() { m_abandoned.store(true, std::memory_order_relaxed); }
    FileHasher(const FileHasher&) = delete;
    FileHasher& operator=(const FileHasher&) = delete;

    Result<void> run()
    {
        Result<void> done;
        auto walked = walkTree(*m_image, [&](const Visit& v) {
            if (v.inode != nullptr && v.inode->isFile() && v.damage == nullptr)
                done = add(v);
            return done ? WalkStep::Continue : WalkStep::Stop;
        }, m_stop);
        SQD_CHECK(std::move(done));
        if (!walked)
            return std::move(walked).error();
        while (!m_waiting.empty())
            SQD_CHECK(finishFront());
        return {};
    }

private:
    struct Batch;
    struct File {
        std::string path;
        Inode inode;
        std::optional<Result<Sha256::Digest>> digest;  // the worker's until the batch is done
        std::shared_ptr<Batch> batch;                  // null for large files
    };
    struct Batch {
        std::vector<std::shared_ptr<File>> files;
        std::uint64_t bytes = 0;
        bool submitted = false;
        concurrency::TaskQueue::Ticket ticket;
    };
    struct Name {
        std::string path;
        std::shared_ptr<File> file;
    };

    Result<void> add(const Visit& v)
    {
        std::shared_ptr<File>* const known = v.inode->links > 1 ? &m_linked[v.inode->reference] : nullptr;
        std::shared_ptr<File> file = known != nullptr ? *known : nullptr;
        if (!file) {
            file = std::make_shared<File>(File{v.path, *v.inode, std::nullopt, nullptr});
            if (known != nullptr)
                *known = file;
            begin(file);
        }
        m_waiting.push_back({v.path, std::move(file)});
        while (m_waiting.size() > kAheadNames)
            SQD_CHECK(finishFront());
        return {};
    }

    void begin(const std::shared_ptr<File>& file)
    {
        if (file->inode.sizeBytes > kOneWorker)
            return;
        if (!m_batch)
            m_batch = std::make_shared<Batch>();
        file->batch = m_batch;
        m_batch->files.push_back(file);
        m_batch->bytes += file->inode.sizeBytes;
        if (m_batch->bytes >= kBatchBytes || m_batch->files.size() >= kBatchFiles)
            submitBatch();
    }

    void submitBatch()
    {
        if (!m_batch)
            return;
        m_batch->submitted = true;
        auto batch = std::exchange(m_batch, nullptr);
        concurrency::TaskQueue::Ticket& ticket = batch->ticket;
        m_tasks.submit([this, batch = std::move(batch)](concurrency::WorkerCounters* counters) {
            for (const auto& file : batch->files) {
                concurrency::waitWhilePaused(m_progress, m_stop, counters);
                if (counters != nullptr)
                    counters->enter(concurrency::Activity::Decoding);
                if (!m_abandoned.load(std::memory_order_relaxed))
                    file->digest = hash(*file, nullptr);
            }
            batch->files.clear();  // they keep the batch
        }, ticket);
    }

    Result<Sha256::Digest> hash(const File& file, concurrency::WorkerGroup* workers)
    {
        try {
            SQD_TRY(const FileReader reader, FileReader::open(m_image, file.inode, file.path));
            HashSink sink(m_progress);
            SQD_CHECK(streamContents(reader, sink, workers, m_stop));
            return sink.finish();
        } catch (const std::bad_alloc&) {
            return limitError(file.path, "there is not enough memory to read it");
        }
    }

    Result<void> finishFront()
    {
        concurrency::waitWhilePaused(m_progress, m_stop);
        if (m_stop.stop_requested())
            return cancelledError();
        const Name name = std::move(m_waiting.front());
        m_waiting.pop_front();
        File& file = *name.file;
        if (file.batch) {
            if (!file.batch->submitted)
                submitBatch();
            m_tasks.wait(file.batch->ticket);
            file.batch.reset();
        } else if (!file.digest) {
            file.digest = hash(file, &m_large);
        }
        if (!*file.digest && file.digest->error().code == Errc::Cancelled)
            return file.digest->error();
        return m_visit(name.path, *file.digest);
    }

    const std::shared_ptr<const Image> m_image;
    concurrency::ProgressCounters& m_progress;
    const HashVisitor& m_visit;
    const std::stop_token m_stop;
    std::atomic<bool> m_abandoned{false};
    std::shared_ptr<Batch> m_batch;    // open for more
    std::deque<Name> m_waiting;        // in order
    std::unordered_map<std::uint64_t, std::shared_ptr<File>> m_linked;  // inodes with several names, by reference
    concurrency::WorkerGroup m_large;  // decodes large files ahead
    concurrency::TaskQueue m_tasks;    // last: its end waits for those who use the others
};

}  // namespace

Result<void> hashFiles(const std::shared_ptr<const Image>& image, int jobs, concurrency::ProgressCounters& progress, const HashVisitor& visit, std::stop_token stop)
{
    return FileHasher(image, jobs, progress, visit, std::move(stop)).run();
}

}  // namespace sqd::read
