// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

// Live figures of one operation. The engine bumps relaxed atomics; whoever shows them samples (10 times a second is plenty). Nothing
// is signalled per block, file or row.
namespace sqd::concurrency {

enum class Phase : std::uint8_t { Idle, Scanning, Packing, Extracting, Tables, Verifying, Syncing, Done };

// What a worker does at a moment; also the stages whose busy time is summed.
enum class Activity : std::uint8_t { Waiting, Scanning, Reading, Hashing, Compressing, Ordering, Writing, Decoding, Paused };
inline constexpr std::size_t kActivityCount = 9;

const char* phaseName(Phase phase);           // "scanning", "packing" …
const char* activityName(Activity activity);  // "waiting", "compressing" …

struct WorkerSnapshot {
    std::uint64_t bytesIn = 0;   // source bytes read and packed
    std::uint64_t bytesOut = 0;  // bytes stored for them
    std::uint64_t blocks = 0;    // blocks compressed (or kept raw)
    std::array<std::uint64_t, kActivityCount> nanoseconds{};  // by Activity, finished stretches only
    Activity activity = Activity::Waiting;
    std::string item;            // path of the current file, raw bytes; empty when waiting
};

// One moment, as a plain value. Each figure is right by itself, they are not one instant: never subtract two without a clamp.
struct Snapshot {
    Phase phase = Phase::Idle;
    bool totalKnown = false;         // the scan has ended, so the totals are final
    std::uint64_t entriesFound = 0;
    std::uint64_t filesTotal = 0;    // regular files found so far
    std::uint64_t filesDone = 0;
    std::uint64_t bytesTotal = 0;    // bytes of regular files found so far (hard links once)
    std::uint64_t bytesIn = 0;       // of those: packed, duplicates and holes included; never more than bytesTotal
    std::uint64_t bytesOut = 0;      // image bytes so far
    std::uint64_t duplicateBytes = 0;
    std::uint64_t verifyTotal = 0;   // stored bytes to be decoded again
    std::uint64_t verifyDone = 0;
    std::uint64_t warnings = 0;
    double seconds = 0;              // since start, pauses left out
    bool paused = false;
    std::vector<WorkerSnapshot> workers;

    // Sum over the workers of the time spent in an activity, in seconds.
    [[nodiscard]] double secondsIn(Activity activity) const;
};

// The writing side. One WorkerCounters per worker, each on cache lines of its own.
class alignas(128) WorkerCounters {
public:
    std::atomic<std::uint64_t> bytesIn{0};
    std::atomic<std::uint64_t> bytesOut{0};
    std::atomic<std::uint64_t> blocks{0};
    // Ends the current stretch and begins the next: the time in between is charged to the old activity. Only the worker itself calls it.
    void enter(Activity next);
    void setItem(std::string_view path);
    void sample(WorkerSnapshot& out) const;

private:
    using Clock = std::chrono::steady_clock;
    std::array<std::atomic<std::uint64_t>, kActivityCount> m_nanoseconds{};
    std::atomic<Activity> m_activity{Activity::Waiting};
    Clock::time_point m_since = Clock::now();  // the worker's own
    mutable std::mutex m_itemMutex;
    std::string m_item;  // guarded by m_itemMutex
};

class ProgressCounters {
public:
    explicit ProgressCounters(int workers);  // at least one set of counters, also with 0 workers
    std::atomic<Phase> phase{Phase::Idle};
    std::atomic<bool> totalKnown{false};
    std::atomic<std::uint64_t> entriesFound{0}, filesTotal{0}, filesDone{0}, bytesTotal{0}, bytesIn{0}, bytesOut{0}, duplicateBytes{0},
        verifyTotal{0}, verifyDone{0}, warnings{0};
    [[nodiscard]] WorkerCounters& worker(int index) { return *m_workers[static_cast<std::size_t>(index)]; }
    [[nodiscard]] int workerCount() const { return static_cast<int>(m_workers.size()); }
    void setPaused(bool paused);
    [[nodiscard]] bool paused() const { return m_paused.load(std::memory_order_relaxed); }
    // Seconds since construction without pauses. Thread-safe.
    [[nodiscard]] double seconds() const;
    [[nodiscard]] Snapshot sample() const;  // thread-safe

private:
    using Clock = std::chrono::steady_clock;
    std::vector<std::unique_ptr<WorkerCounters>> m_workers;
    const Clock::time_point m_start = Clock::now();
    std::atomic<bool> m_paused{false};
    mutable std::mutex m_pauseMutex;
    Clock::time_point m_pauseStart;              // guarded by m_pauseMutex
    Clock::duration m_pausedFor{};               // guarded by m_pauseMutex
};

}  // namespace sqd::concurrency
