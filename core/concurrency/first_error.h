// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

namespace sqd::concurrency {

// The first failure of many workers wins. The text is complete before the flag is seen. Thread-safe.
class FirstError {
public:
    // Keeps `error` when it is the first; true when it was.
    bool set(Error error)
    {
        const std::lock_guard lock(m_mutex);
        if (m_error)
            return false;
        m_error = std::move(error);
        m_flag.store(true, std::memory_order_release);
        return true;
    }
    [[nodiscard]] bool isSet() const { return m_flag.load(std::memory_order_acquire); }
    // For those who only want to know whether to go on.
    [[nodiscard]] const std::atomic<bool>& flag() const { return m_flag; }
    [[nodiscard]] std::optional<Error> get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_error;
    }

private:
    mutable std::mutex m_mutex;
    std::optional<Error> m_error;  // guarded by m_mutex
    std::atomic<bool> m_flag{false};
};

}  // namespace sqd::concurrency
