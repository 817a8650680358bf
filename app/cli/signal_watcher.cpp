// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/signal_watcher.h"

#include <ctime>
#include <pthread.h>
#include <system_error>

namespace sqd::cli {

// How long the end of a command may be held up by the watcher; it is woken by a signal of its own, so this is only a net.
static constexpr long kWakeNanoseconds = 200'000'000;

SignalWatcher::SignalWatcher()
{
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    (void)sigaction(SIGPIPE, &ignore, nullptr);
    (void)sigaction(SIGXFSZ, &ignore, nullptr);
    sigemptyset(&m_signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction old {};
        if (sigaction(number, nullptr, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaddset(&m_signals, number);
    }
    sigset_t blocked = m_signals;
    sigaddset(&blocked, SIGUSR2);  // wakes the watcher when the command is done
    (void)pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
    try {
        m_thread = std::jthread([this](std::stop_token ended) {
            sigset_t waited = m_signals;
            sigaddset(&waited, SIGUSR2);
            const timespec limit{0, kWakeNanoseconds};
            while (!ended.stop_requested()) {
                const int number = sigtimedwait(&waited, nullptr, &limit);
                if (number > 0 && number != SIGUSR2)
                    m_stop.request_stop();
            }
        });
    } catch (const std::system_error&) {
        // No thread to be had: signals end the process in the old way.
        (void)pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
    }
}

SignalWatcher::~SignalWatcher()
{
    if (!m_thread.joinable())
        return;
    m_thread.request_stop();
    (void)pthread_kill(m_thread.native_handle(), SIGUSR2);
}

}  // namespace sqd::cli
