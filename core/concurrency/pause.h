// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/progress.h"

#include <chrono>
#include <stop_token>
#include <thread>

namespace sqd::concurrency {

// Returns at once unless the operation is paused; then when that ends or a stop is asked for. For threads that pass here between two
// pieces of work. `own`: the worker's counters, which tell meanwhile that it is paused; may be null.
inline void waitWhilePaused(const ProgressCounters& progress, const std::stop_token& stop, WorkerCounters* own = nullptr)
{
    // Short enough that going on feels immediate; a paused program wakes up rarely enough.
    constexpr std::chrono::milliseconds kLook{50};
    if (!progress.paused())
        return;
    if (own != nullptr)
        own->enter(Activity::Paused);
    while (progress.paused() && !stop.stop_requested())
        std::this_thread::sleep_for(kLook);
}

}  // namespace sqd::concurrency
