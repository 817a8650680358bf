// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/task_queue.h"

#include <utility>

namespace sqd::concurrency {

TaskQueue::TaskQueue(int workers, ProgressCounters& progress) : m_progress(progress), m_group(workers)
{
    if (m_group.workers() > 0)
        m_group.start([this](int worker) { loop(worker); });
}

TaskQueue::~TaskQueue()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_queue.clear();
    }
    m_work.notify_all();
    m_group.join();
}

void TaskQueue::submit(Task task, Ticket& ticket, bool first)
{
    if (m_group.workers() == 0) {
        task(&m_progress.worker(0));
        ticket.done = true;
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        ticket.done = false;
        if (first)
            m_queue.push_front({std::move(task), &ticket});
        else
            m_queue.push_back({std::move(task), &ticket});
    }
    m_work.notify_one();
}

void TaskQueue::runFront(std::unique_lock<std::mutex>& lock, WorkerCounters* counters)
{
    Queued queued = std::move(m_queue.front());
    m_queue.pop_front();
    lock.unlock();
    queued.task(counters);
    lock.lock();
    queued.ticket->done = true;
    m_done.notify_all();
}

void TaskQueue::wait(const Ticket& ticket)
{
    std::unique_lock lock(m_mutex);
    while (!ticket.done) {
        if (!m_queue.empty())
            runFront(lock, nullptr);
        else
            m_done.wait(lock);
    }
}

void TaskQueue::loop(int worker)
{
    WorkerCounters& counters = m_progress.worker(worker % m_progress.workerCount());
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_work.wait(lock, [this] { return m_closed || !m_queue.empty(); });
        if (m_closed)
            return;
        runFront(lock, &counters);
        if (m_queue.empty())
            counters.enter(Activity::Waiting);
    }
}

}  // namespace sqd::concurrency
