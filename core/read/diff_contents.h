// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/task_queue.h"
#include "read/diff_side.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace sqd::read {

// A failure of one side while contents are compared.
struct SideError {
    int side = 0;  // 0 = first
    Error error;
};

struct ComparisonBatch;

// The comparison of the contents of two files of one size. Workers fill it; read it after ContentComparer::finish().
struct FileComparison {
    std::array<DiffItem, 2> items;
    std::atomic<bool> differs{false};
    std::vector<SideError> errors;                         // guarded by ContentComparer's mutex while workers run
    std::shared_ptr<ComparisonBatch> batch;                // small files
    std::array<std::shared_ptr<const FileReader>, 2> readers;  // large files of images
    std::deque<concurrency::TaskQueue::Ticket> tickets;    // large files
};

// Small files that one task compares.
struct ComparisonBatch {
    std::vector<FileComparison*> files;  // each keeps this
    std::uint64_t bytes = 0;
    bool submitted = false;
    concurrency::TaskQueue::Ticket ticket;
};

// Compares contents with all workers: several small files in one task, a large file in many. One thread calls it. Every comparison
// must be finished, or kept until this object is gone.
class ContentComparer {
public:
    ContentComparer(DiffTree& first, DiffTree& second, int jobs, concurrency::ProgressCounters& progress);
    ~ContentComparer();
    ContentComparer(const ContentComparer&) = delete;
    ContentComparer& operator=(const ContentComparer&) = delete;

    // Both are regular files of one size, which is not 0. The same pair of data again gives the same object.
    std::shared_ptr<FileComparison> begin(DiffItem first, DiffItem second);
    // Waits for it.
    void finish(FileComparison& comparison);
    // Bytes of contents that were read and compared, because their stored blocks did not say enough.
    [[nodiscard]] std::uint64_t comparedBytes() const { return m_compared.load(std::memory_order_relaxed); }

private:
    // Of the data of a pair: who it belongs to, or where it lies.
    using PairKey = std::array<std::uint64_t, 8>;
    struct Remembered {
        PairKey key{};
        std::shared_ptr<FileComparison> comparison;
    };
    bool openLarge(FileComparison& comparison);
    std::shared_ptr<FileComparison> repeated(const std::shared_ptr<FileComparison>& comparison);
    void submitBatch();
    void submitRange(const std::shared_ptr<FileComparison>& comparison, std::uint64_t offset, std::uint64_t length);
    void compareSmall(FileComparison& comparison);
    void compareRange(FileComparison& comparison, std::uint64_t offset, std::uint64_t length);
    void compareBytes(FileComparison& comparison, std::array<std::unique_ptr<DiffContents>, 2>& contents, std::uint64_t offset, std::uint64_t length);
    // True when the blocks of both files in that range are stored as the same bytes, so that they need not be decoded.
    bool storedAlike(const FileReader& first, const FileReader& second, std::uint64_t offset, std::uint64_t length);
    bool tailsAlike(const FileReader& first, const FileReader& second);
    bool sameStoredBytes(std::uint64_t firstPosition, std::uint64_t secondPosition, std::uint32_t bytes);
    std::unique_ptr<DiffContents> contentsOf(FileComparison& comparison, std::size_t side);
    void note(FileComparison& comparison, std::size_t side, Error error);

    const std::array<DiffTree*, 2> m_trees;
    const std::array<std::shared_ptr<const Image>, 2> m_images;  // null for folders
    const bool m_sameStorage;                                    // two images of one codec and block size
    std::atomic<std::uint64_t> m_compared{0};
    std::atomic<bool> m_abandoned{false};
    std::shared_ptr<ComparisonBatch> m_batch;                    // open for more
    std::vector<Remembered> m_remembered;                        // by hash, the newest stays
    std::mutex m_mutex;
    std::unordered_map<std::uint64_t, bool> m_fragments;         // pairs of fragment blocks: stored alike; guarded by m_mutex
    concurrency::TaskQueue m_tasks;                              // last: its end waits for those who use the others
};

}  // namespace sqd::read
