// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace sqd::operation {

// A long action that a person started: packing, verifying … It runs on a thread of its own; the command line waits for it, the window
// samples it. An object serves one run and is never reused. All functions are thread-safe.
class Operation {
public:
    virtual ~Operation() = default;  // requests stop and waits; the window destroys an operation only after finished()
    virtual void start() = 0;
    virtual void requestStop() = 0;
    virtual void setPaused(bool paused) = 0;
    [[nodiscard]] virtual bool finished() const = 0;
    // Blocks until finished.
    virtual void wait() = 0;
    [[nodiscard]] virtual concurrency::Snapshot snapshot() const = 0;
};

}  // namespace sqd::operation
