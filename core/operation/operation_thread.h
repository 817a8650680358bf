// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace sqd::operation {

// The thread of one operation: started once, stopped on request, joined by the destructor. Thread-safe. Members that the body uses
// must be declared before this object, so that they outlive the join.
class OperationThread {
public:
    OperationThread() = default;
    ~OperationThread();
    OperationThread(const OperationThread&) = delete;
    OperationThread& operator=(const OperationThread&) = delete;

    // Runs `body` on a new thread; a second call does nothing. When the system gives no thread, `body` runs before this returns.
    void start(std::function<void(std::stop_token)> body);
    void requestStop() { m_stop.request_stop(); }
    [[nodiscard]] bool finished() const;
    void wait();

private:
    void markFinished();

    std::stop_source m_stop;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_started = false;   // guarded by m_mutex
    bool m_finished = false;  // guarded by m_mutex
    std::thread m_thread;     // touched by start() and the destructor only
};

// The catch-all at the end of an operation's thread: what `work` throws (out of memory, a broken invariant) becomes an Error.
template<typename T, typename Work>
Result<T> withoutExceptions(Work&& work, const std::string& where)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        Error e;
        e.code = Errc::LimitExceeded;
        e.where = where;
        e.what = "not enough memory";
        e.hint = "try a smaller --memory, fewer --jobs or a smaller block size";
        return e;
    } catch (const std::exception& e) {
        return internalError(e.what());
    }
}

}  // namespace sqd::operation
