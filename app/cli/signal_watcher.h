// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace sqd::cli {

// Turns SIGINT, SIGTERM and SIGHUP into a stop request, so that a cancelled command removes what it began. Make it before any other
// thread: they inherit the blocked signals. A signal that was ignored when the process began (nohup) stays ignored. SIGPIPE and
// SIGXFSZ become errors of the write.
class SignalWatcher {
public:
    SignalWatcher();
    ~SignalWatcher();
    SignalWatcher(const SignalWatcher&) = delete;
    SignalWatcher& operator=(const SignalWatcher&) = delete;
    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    sigset_t m_signals{};
    std::jthread m_thread;
};

}  // namespace sqd::cli
