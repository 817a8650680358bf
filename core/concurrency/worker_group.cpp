// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/worker_group.h"

#include <QRunnable>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

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

struct WorkerGroup::Pool {
    QThreadPool threads;
    std::function<void(int)> body;  // written by start() under the gate, read by the loops under the gate
    int live = 0;                   // guarded by the gate

    struct Task final : QRunnable {
        Task(Pool* pool, int index) : m_pool(pool), m_index(index) {}
        void run() override
        {
            std::function<void(int)>* body = nullptr;
            int index = 0;
            {
                const std::lock_guard lock(gate());
                body = &m_pool->body;
                index = m_index;
            }
            (*body)(index);
            const std::lock_guard lock(gate());
            --m_pool->live;
            gateChanged().notify_all();
        }
        Pool* m_pool;
        int m_index;
    };
};

WorkerGroup::WorkerGroup(int workers) : m_workers(std::clamp(workers, 0, 4096)), m_pool(std::make_unique<Pool>())
{
    m_pool->threads.setMaxThreadCount(std::max(1, m_workers));
    m_pool->threads.setExpiryTimeout(-1);
}

WorkerGroup::~WorkerGroup()
{
    join();
}

void WorkerGroup::start(std::function<void(int)> body)
{
    if (m_workers == 0) {
        body(0);
        return;
    }
    const std::lock_guard lock(gate());
    m_pool->body = std::move(body);
    m_pool->live = m_workers;
    for (int i = 0; i < m_workers; ++i)
        m_pool->threads.start(new Pool::Task(m_pool.get(), i));  // the pool deletes it
}

void WorkerGroup::join()
{
    if (m_workers == 0)
        return;
    std::unique_lock lock(gate());
    gateChanged().wait(lock, [this] { return m_pool->live == 0; });
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
    start([&](int worker) {
        for (;;) {
            const std::size_t first = next.fetch_add(grain, std::memory_order_relaxed);
            if (first >= count)
                return;
            const std::size_t last = std::min(count, first + grain);
            for (std::size_t i = first; i < last; ++i)
                body(worker, i);
        }
    });
    join();
}

}  // namespace sqd::concurrency
