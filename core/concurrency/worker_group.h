// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace sqd::concurrency {

// N long-lived loops on an own QThreadPool (never the global one), or none at all: with 0 workers everything runs in the caller, which
// is the serial reference. The only file pair of core that knows Qt.
//
// Start and end of every loop pass one static mutex (the gate), which publishes what the starter wrote before and what the loops
// wrote; join() therefore needs nothing else. A loop must not let an exception out: what escapes ends the process.
class WorkerGroup {
public:
    // `workers` threads, 0…4096. Threads are made by start(), not here.
    explicit WorkerGroup(int workers);
    ~WorkerGroup();  // joins
    WorkerGroup(const WorkerGroup&) = delete;
    WorkerGroup& operator=(const WorkerGroup&) = delete;

    [[nodiscard]] int workers() const { return m_workers; }
    // Runs body(index) once on each of the N workers; with 0 workers calls body(0) here and returns when it is done.
    // Must not be called again before join().
    void start(std::function<void(int index)> body);
    // Waits until all loops have returned. A loop for which the system gives no thread (ulimit -u, ulimit -n) runs here.
    void join();
    // Calls body(worker, index) for every index in [0, count), spread over the workers in runs of `grain`, and waits. With at
    // most one worker, or one run, the caller's thread does it. Order is not defined. What a body throws (no memory) ends the rest
    // early and is thrown here, once nobody works any more.
    void parallelFor(std::size_t count, std::size_t grain, const std::function<void(int worker, std::size_t index)>& body);

private:
    struct Pool;
    const int m_workers;
    std::unique_ptr<Pool> m_pool;
};

// Keeps the thread library from printing lines of its own, for the whole process: a thread that cannot be made is no failure, join() does
// its work. Call before the first start(). A window does not call it: there such lines have readers.
void silenceThreadLibrary();

}  // namespace sqd::concurrency
