// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/operation_thread.h"

#include <system_error>
#include <utility>

namespace sqd::operation {

OperationThread::~OperationThread()
{
    m_stop.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void OperationThread::start(std::function<void(std::stop_token)> body)
{
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_started, true))
            return;
    }
    auto whole = [this, body = std::move(body)] {
        body(m_stop.get_token());
        markFinished();
    };
    try {
        m_thread = std::thread(whole);
    } catch (const std::system_error&) {
        whole();
    }
}

void OperationThread::markFinished()
{
    const std::lock_guard lock(m_mutex);
    m_finished = true;
    m_changed.notify_all();
}

bool OperationThread::finished() const
{
    const std::lock_guard lock(m_mutex);
    return m_finished;
}

void OperationThread::wait()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_finished; });
}

}  // namespace sqd::operation
