// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/worker_group.h"

#include "base/process_limits.h"

#include <QLoggingCategory>
#include <QRunnable>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

namespace sqd::concurrency {

// Every task is published and ended under this one lock. The thread sanitizer cannot see into an uninstrumented Qt; the gate gives it
// (and the reader) one plain mutex that orders everything.
static std::mutex& gate()
{
    static std::mutex mutex;
    return mutex;
}

static std::condition_variable& gateChanged()
{
    static std::condition_variable changed;
    return changed;
}

// How long a loop may take to begin before the joining thread does its work. A thread begins within a millisecond, unless the system
// allows no more threads (ulimit -u): then Qt's pool waits for it for ever, and so would we.
static constexpr std::chrono::milliseconds kBeginGrace{200};

// Qt gives every thread an event dispatcher with a descriptor, and ends the process when there is none left. This many stay for files;
// workers beyond that get no thread.
static constexpr int kDescriptorsForOthers = 16;

struct WorkerGroup::Pool {
    QThreadPool threads;
    std::function<void(int)> body;   // written by start() under the gate, read by the loops under the gate
    std::vector<char> begun;         // guarded by the gate: by index, somebody runs or ran its body
    int live = 0;                    // guarded by the gate: bodies that have not returned
    int usable = 0;                  // guarded by the gate: threads that the system gives, as far as is known
    int offered = 0;                 // guarded by the gate: indexes below it have a task in this round
    int handedOver = 0;              // guarded by the gate: tasks that the pool has and has not run
    std::uint64_t round = 0;         // guarded by the gate: counts start(), so that a late task knows that it is late
    std::chrono::steady_clock::time_point deadline;

    struct Task final : QRunnable {
        Task(Pool* pool, int index, std::uint64_t round) : m_pool(pool), m_index(index), m_round(round) {}
        void run() override
        {
            {
                const std::lock_guard lock(gate());
                --m_pool->handedOver;
                if (m_round != m_pool->round || m_pool->begun[static_cast<std::size_t>(m_index)] != 0) {
                    ++m_pool->usable;  // slow, but a thread
                    return;
                }
                m_pool->begun[static_cast<std::size_t>(m_index)] = 1;
            }
            m_pool->runBody(m_index);
        }
        Pool* m_pool;
        int m_index;
        std::uint64_t m_round;
    };

    void runBody(int index)
    {
        body(index);
        const std::lock_guard lock(gate());
        --live;
        gateChanged().notify_all();
    }
    // Claims an index that nobody has begun, among those without a task or, past the deadline, all; -1 without one.
    int takeOver(bool late)
    {
        for (int i = late ? 0 : offered; i < static_cast<int>(begun.size()); ++i) {
            char& mark = begun[static_cast<std::size_t>(i)];
            if (mark != 0)
                continue;
            mark = 1;
            usable -= i < offered ? 1 : 0;
            return i;
        }
        return -1;
    }
};

WorkerGroup::WorkerGroup(int workers) : m_workers(std::clamp(workers, 0, 4096)), m_pool(std::make_unique<Pool>())
{
    m_pool->threads.setMaxThreadCount(std::max(1, m_workers));
    m_pool->threads.setExpiryTimeout(-1);
    m_pool->usable = std::clamp(descriptorsLeft() - kDescriptorsForOthers, 0, m_workers);
}

WorkerGroup::~WorkerGroup()
{
    join();
    const std::lock_guard lock(gate());
    if (m_pool->handedOver > 0)
        (void)m_pool.release();  // its destructor would wait for a thread that never came
}

void WorkerGroup::start(std::function<void(int)> body)
{
    if (m_workers == 0) {
        body(0);
        return;
    }
    const std::lock_guard lock(gate());
    m_pool->body = std::move(body);
    m_pool->begun.assign(static_cast<std::size_t>(m_workers), 0);
    m_pool->live = m_workers;
    m_pool->offered = m_pool->usable;
    m_pool->deadline = std::chrono::steady_clock::now() + kBeginGrace;
    ++m_pool->round;
    for (int i = 0; i < m_pool->offered; ++i) {
        ++m_pool->handedOver;
        m_pool->threads.start(new Pool::Task(m_pool.get(), i, m_pool->round));  // the pool deletes it
    }
}

void WorkerGroup::join()
{
    if (m_workers == 0)
        return;
    std::unique_lock lock(gate());
    Pool& pool = *m_pool;
    while (pool.live > 0) {
        const bool late = std::chrono::steady_clock::now() >= pool.deadline;
        if (const int index = pool.takeOver(late); index >= 0) {
            lock.unlock();
            pool.runBody(index);
            lock.lock();
        } else if (late) {
            gateChanged().wait(lock);
        } else {
            gateChanged().wait_until(lock, pool.deadline);
        }
    }
}

void WorkerGroup::parallelFor(std::size_t count, std::size_t grain, const std::function<void(int, std::size_t)>& body)
{
    grain = std::max<std::size_t>(grain, 1);
    if (m_workers <= 1 || count <= grain) {
        for (std::size_t i = 0; i < count; ++i)
            body(0, i);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    std::exception_ptr failure;  // written by the one loop that set `failed`; join() publishes it
    start([&](int worker) {
        try {
            while (!failed.load(std::memory_order_relaxed)) {
                const std::size_t first = next.fetch_add(grain, std::memory_order_relaxed);
                if (first >= count)
                    return;
                const std::size_t last = std::min(count, first + grain);
                for (std::size_t i = first; i < last; ++i)
                    body(worker, i);
            }
        } catch (...) {
            if (!failed.exchange(true))
                failure = std::current_exception();
        }
    });
    join();
    if (failure)
        std::rethrow_exception(failure);
}

void silenceThreadLibrary()
{
    // QT_LOGGING_RULES in the environment would not do: it is read by QCoreApplication, which a command has not.
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false\ndefault.critical=false"));
}

}  // namespace sqd::concurrency
