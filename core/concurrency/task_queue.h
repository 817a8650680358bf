// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/progress.h"
#include "concurrency/worker_group.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace sqd::concurrency {

// Pieces of work that workers do ahead of the one thread that needs their results in order. That thread submits, and helps while it
// waits, so that it also works with workers for which the system has no thread. Without workers a task is done by submit().
class TaskQueue {
public:
    // Whether a task has been done; belongs to whoever waits for it and must outlive the task.
    struct Ticket {
        bool done = false;  // guarded by the mutex of TaskQueue
    };
    // A task must not throw.
    using Task = std::function<void(WorkerCounters*)>;

    TaskQueue(int workers, ProgressCounters& progress);
    ~TaskQueue();  // drops what nobody has begun, waits for the rest
    TaskQueue(const TaskQueue&) = delete;
    TaskQueue& operator=(const TaskQueue&) = delete;

    // `first`: before all others that wait.
    void submit(Task task, Ticket& ticket, bool first = false);
    void wait(const Ticket& ticket);
    [[nodiscard]] int workers() const { return m_group.workers(); }

private:
    struct Queued {
        Task task;
        Ticket* ticket = nullptr;
    };
    void loop(int worker);
    void runFront(std::unique_lock<std::mutex>& lock, WorkerCounters* counters);

    ProgressCounters& m_progress;
    std::mutex m_mutex;
    std::condition_variable m_work;  // something was submitted, or the end
    std::condition_variable m_done;  // a task was done
    std::deque<Queued> m_queue;      // guarded by m_mutex
    bool m_closed = false;           // guarded by m_mutex
    WorkerGroup m_group;
};

}  // namespace sqd::concurrency
