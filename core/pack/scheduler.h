// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/first_error.h"
#include "concurrency/progress.h"
#include "pack/buffer_pool.h"
#include "pack/duplicate_index.h"
#include "pack/folder_sequencer.h"
#include "pack/order_keeper.h"
#include "pack/pack_options.h"
#include "pack/work.h"
#include "source/source.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace sqd::pack {

// One pool, one queue discipline: hands every worker its next job and takes the results. All decisions happen under one mutex and touch
// records only; no I/O, no codec call and no copying of contents is ever done while it is held.
//
// Priorities, highest first: what frees memory (writing, copying, fragment blocks, comparing), hashing of files that may be duplicates,
// scanning by at most half of the workers, reading and compressing, more scanning. Back-pressure has one point: a unit is only handed
// out while the budget of units and bytes in flight allows it. No holder of a unit ever waits for another unit, so this cannot deadlock.
class Scheduler {
public:
    struct Limits {
        int workers = 0;                 // 0 = the caller is the only worker
        std::size_t unitsInFlight = 0;
        std::size_t bytesInFlight = 0;
    };
    Scheduler(const PackOptions& options, Limits limits, std::uint64_t dataStart, BufferPool& buffers, concurrency::ProgressCounters& progress);

    void start(source::Folder* root);
    // The next job of this worker; waits for one. Quit when all is done, or the run was aborted.
    Job next(int worker);

    // --- results; called by the worker that did the job ---
    void folderBegun(const std::shared_ptr<Listing>& listing);  // to be filled in parts
    // Complete (null: only a part of it). True when it was the last folder of the scan.
    bool folderListed(source::Folder* folder);
    // The first bytes are read; null when they could not be.
    void fileBegun(const std::shared_ptr<FileState>& file, std::optional<std::uint64_t> beginHash);
    // All parts are read; null when the file could not be read.
    void fileHashed(const std::shared_ptr<FileState>& file, const std::optional<FileHashes>& hashes);
    void partHashed();                                          // a hash or comparison part that was not the last of its file
    void fileCompared(const std::shared_ptr<FileState>& file);
    void smallConfirmed(const ConfirmSmall& job, bool equal);
    // For each small file of the batch, the earlier file with the same hash, or null. Call before unitEncoded.
    std::vector<source::Entry*> findOriginals(const Unit& unit);
    // True when this was the last range of its file: the caller then computes the file's hash and calls fileHashed.
    bool unitEncoded(Unit* unit);
    void tailsCopied(Unit* unit);
    void fragmentEncoded(Fragment* fragment);
    void unitWritten(Unit* unit);
    void fragmentWritten(Fragment* fragment);
    void fileDropped(const std::shared_ptr<FileState>& file);

    void fail(Error error);   // the first one ends the run
    void cancel();
    void setPaused(bool paused);
    void addWarning(source::Warning warning);

    // Polled by workers once per block.
    [[nodiscard]] bool aborted() const { return m_error.isSet(); }
    [[nodiscard]] const std::atomic<bool>& abortFlag() const { return m_error.flag(); }

    // --- after all workers have left ---
    // Gives files that share the blocks of another one its positions and block-size words. Call once.
    void resolveSharedBlocks();
    [[nodiscard]] std::optional<Error> error() const { return m_error.get(); }
    [[nodiscard]] OrderKeeper& order() { return m_order; }
    [[nodiscard]] const FolderSequencer::Counts& counts() const { return m_sequencer.counts(); }
    // A copy, while the run goes on. Thread-safe.
    [[nodiscard]] std::vector<source::Warning> warnings() const;
    [[nodiscard]] std::vector<source::Warning> takeWarnings() { return std::move(m_warnings); }
    [[nodiscard]] double scanSeconds() const { return m_scanSeconds; }

private:
    struct Upcoming {
        source::Entry* entry = nullptr;
        std::shared_ptr<FileState> file;  // null for small files
    };
    bool takeJob(int worker, Job& job);
    bool takeScan(Job& job);
    bool takeUnit(Job& job);
    bool takeRange(Job& job);
    bool takeBatch(Job& job);
    void finishDuplicate(FileState& file);
    bool finishSharedBlocks(const std::shared_ptr<FileState>& file);
    void startFile(FileState& file);
    void popWindow(const FileState& file);
    bool join(const std::shared_ptr<FileState>& file);
    void queueHashParts(const std::shared_ptr<FileState>& file);
    void fillWindow();
    void queueHashing();
    void tryDecide(const std::shared_ptr<FileState>& file);
    bool isSmall(const source::Entry& entry) const;
    std::shared_ptr<FileState> makeFileState(source::Entry* entry);
    [[nodiscard]] bool moreToDo() const;
    bool budgetAllows(std::size_t cost) const;
    Unit* newUnit();
    void release(Unit* unit);
    void apply(OrderKeeper::Output& output);
    void afterChange();
    void checkEnd();
    void wake(std::size_t jobs);

    const PackOptions& m_options;
    const Limits m_limits;
    BufferPool& m_buffers;
    concurrency::ProgressCounters& m_progress;
    concurrency::FirstError m_error;

    mutable std::mutex m_mutex;
    std::condition_variable m_wakeUp;
    // all below: guarded by m_mutex
    DuplicateIndex m_duplicates;
    OrderKeeper m_order;
    FolderSequencer m_sequencer;
    std::deque<Job> m_urgent;
    std::deque<Job> m_hashing;
    std::deque<Job> m_filling;
    std::vector<source::Folder*> m_folders;      // to be listed, next on top
    int m_scanning = 0;                          // scan jobs being done
    std::vector<bool> m_lastWasScan;             // by worker
    std::deque<source::Entry*> m_files;          // in sequence order, before the window
    std::deque<Upcoming> m_window;               // next files; hashed and decided ahead
    struct SharedBlocks {
        source::FileData* data = nullptr;
        const source::FileData* original = nullptr;
        std::uint32_t blocks = 0;
    };
    std::vector<SharedBlocks> m_shared;
    std::uint64_t m_windowHashBytes = 0;         // of files in the window that were given to hashing
    std::vector<std::unique_ptr<Unit>> m_units;
    std::vector<Unit*> m_freeUnits;
    std::uint64_t m_nextSequence = 0;
    std::size_t m_unitsInFlight = 0;
    std::size_t m_bytesInFlight = 0;
    int m_working = 0;                           // workers that hold a job
    int m_sleeping = 0;
    bool m_scanDone = false, m_inputEnded = false, m_done = false, m_aborted = false, m_paused = false;
    double m_scanSeconds = 0;
    std::vector<source::Warning> m_warnings;
};

}  // namespace sqd::pack
