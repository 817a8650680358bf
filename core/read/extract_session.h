// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/first_error.h"
#include "concurrency/progress.h"
#include "concurrency/worker_group.h"
#include "read/extract_attributes.h"
#include "read/extract_conflict.h"
#include "read/extract_plan.h"
#include "read/host_folders.h"
#include "source/descriptor_budget.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace sqd::read {

struct Page;

// What became of an entry.
enum class Outcome : std::uint8_t { None, Written, Replaced, Kept, Skipped, Lost };

// How the process's descriptors are shared out.
struct DescriptorShare {
    std::size_t keptFolders = 2;
    std::optional<int> turns;   // workers that may hold descriptors at a time; nullopt = all
    static DescriptorShare measure(int jobs);
};

// What one worker keeps between its jobs. Touched by that worker only.
struct ExtractWorker {
    int index = 0;
    std::uint32_t folder = kNoIndex;      // the one that `handle` is
    HostFolders::Handle handle;
    std::uint32_t fragment = format::kNoFragment;
    std::shared_ptr<const Page> page;     // that fragment block
    std::vector<std::byte> buffer;        // one block
    std::uint64_t filesDone = 0, bytesDone = 0;  // not yet counted in the progress
};

// The numbers below a count, in runs, handed out from several stretches. Thread-safe.
class StretchedQueue {
public:
    StretchedQueue(std::size_t count, std::size_t grain, std::size_t stretches);
    struct Run {
        std::size_t first = 0, end = 0;
    };
    // The next run of stretch `own`, or of another when that is empty.
    std::optional<Run> take(std::size_t own);

private:
    struct alignas(64) Stretch {
        std::atomic<std::size_t> next{0};
        std::size_t end = 0;
    };
    const std::size_t m_grain;
    std::vector<Stretch> m_stretches;
};

// Where an entry goes.
struct Spot {
    HostFolders::Handle folder;
    std::uint32_t number = 0;   // of that folder
    std::string name;
    bool own = false;           // the folder is ours and closed to others
    bool replace = false;
    bool keepsBoth = false;
};

// One extraction while it runs: what all its parts share. Members are constant, thread-safe by themselves, or say whose they are.
class ExtractSession {
public:
    ExtractSession(std::shared_ptr<const Image> sourceImage, const ExtractOptions& extractOptions, const ExtractPlan& extractPlan, ExtractLog& extractLog,
        ExtractAttributes& setter, concurrency::ProgressCounters& progress, std::stop_token stopToken, const DescriptorShare& share, io::UniqueFd target);

    const std::shared_ptr<const Image> image;
    const ExtractOptions& options;
    const ExtractPlan& plan;
    ExtractLog& log;
    ExtractAttributes& attributes;
    concurrency::ProgressCounters& counters;
    const std::stop_token stop;
    ConflictPolicy policy;
    HostFolders folders;
    concurrency::FirstError failure;
    bool fillsEmptyTarget = false;  // the target was there and empty, and gets the whole image
    std::vector<Outcome> outcomes;  // by entry; each written by the one worker that has it, read in a later stage
    std::atomic<std::uint64_t> files{0}, directories{0}, links{0}, others{0}, bytes{0}, kept{0}, skipped{0}, replaced{0};

    // True when nothing more is to be done: failed, cancelled, or an option forbids to go on.
    [[nodiscard]] bool ended() const;
    // Calls body(worker, index) for every index below `count`, in runs of `grain`, on all workers; stops early when ended(). Each worker
    // goes through a stretch of its own first and helps the others then: neighbours are in the same folder, where the system lets
    // only one in at a time.
    using Body = std::function<void(ExtractWorker&, std::size_t)>;
    void forEach(std::size_t count, std::size_t grain, const Body& body);

    // The folder of a worker's next steps. errno in `error` on failure.
    HostFolders::Handle folder(ExtractWorker& worker, std::uint32_t number, int& error);
    // Looks whether the entry can go where it belongs and decides conflicts. False: it is not to be written, everything was told.
    bool findSpot(ExtractWorker& worker, std::uint32_t entry, Spot& spot);
    // Something took the place meanwhile. False as above.
    bool findSpotAgain(ExtractWorker& worker, std::uint32_t entry, Spot& spot);
    void written(std::uint32_t entry, const Spot& spot);
    void lost(std::uint32_t entry, const Error& error);
    // The system refused: ends everything when it would refuse the rest too, otherwise the entry is left out with a warning.
    void refused(std::uint32_t entry, const char* what, int reason);
    [[nodiscard]] bool endsEverything(int reason, std::uint32_t folder) const;
    void skip(std::uint32_t entry, std::string why);
    void addCreated(std::string hostPath);

    [[nodiscard]] std::string hostPath(std::uint32_t entry);
    [[nodiscard]] std::string hostName(std::uint32_t entry);  // of a written entry
    std::vector<std::string> takeCreated();
    [[nodiscard]] ConflictQuestion question(const std::string& path, const std::string& host, int folder, const std::string& name, const ConflictSide& inImage, const struct stat& st) const;

private:
    bool decideConflict(std::uint32_t entry, Spot& spot, const struct stat& st);
    void flush(ExtractWorker& worker);
    void work(ExtractWorker& worker, StretchedQueue& queue, const Body& body);

    std::optional<source::DescriptorBudget> m_turns;
    concurrency::WorkerGroup m_group;
    std::vector<ExtractWorker> m_workers;
    std::mutex m_mutex;
    std::vector<std::string> m_created;                         // guarded by m_mutex
    std::unordered_map<std::uint32_t, std::string> m_renamed;   // guarded by m_mutex; entries under another name
};

// --- the stages, each in a file of its own; all return when done or ended() ---
void makeFolders(ExtractSession& session);
void finishFolders(ExtractSession& session);
// Removes what this extraction made; for strict ones that fail.
void removeWritten(ExtractSession& session);
// Contents, sorted so that the image is read forward and every fragment block is decoded once. `order`: files with an inode of their own.
void writeFiles(ExtractSession& session, const std::vector<std::uint32_t>& order);
void writeNodes(ExtractSession& session);
void writeLinks(ExtractSession& session);
// The single steps that links fall back to.
void writeFile(ExtractSession& session, ExtractWorker& worker, std::uint32_t entry);
void writeNode(ExtractSession& session, ExtractWorker& worker, std::uint32_t entry);
// Files whose stored blocks are those of another: (copy, original). Empty where the file system cannot share blocks; taken out of `order`.
using ClonePairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
ClonePairs takeClones(ExtractSession& session, std::vector<std::uint32_t>& order);
void writeClones(ExtractSession& session, const ClonePairs& pairs);

}  // namespace sqd::read
