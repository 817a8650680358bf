// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/exit_code.h"
#include "cli/fd_buffer.h"
#include "cli/run.h"
#include "cli/signal_watcher.h"
#include "concurrency/worker_group.h"

#include <csignal>
#include <cstdlib>
#include <ostream>
#include <sys/ioctl.h>
#include <unistd.h>

// Big enough that a listing of a million entries takes few system calls.
static constexpr std::size_t kOutputBuffer = 64 * 1024;

static int terminalColumns()
{
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

static std::optional<std::string> environment(const char* name)
{
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody changes the environment
    return value ? std::optional<std::string>(value) : std::nullopt;
}

int main(int argc, char** argv)
{
    sqd::concurrency::silenceThreadLibrary();
    int code = 0;
    {
        const sqd::cli::SignalWatcher signals;  // before any thread
        sqd::cli::FdBuffer outBuffer(STDOUT_FILENO, kOutputBuffer), errBuffer(STDERR_FILENO, 0);
        std::ostream out(&outBuffer), err(&errBuffer);
        sqd::cli::Streams streams{out, err, signals.token(), ::isatty(STDERR_FILENO) == 1, terminalColumns,
            [&outBuffer] { return outBuffer.failure(); }, environment};
        code = sqd::cli::run(argc, argv, streams);
    }
    if (code == sqd::cli::kExitBrokenPipe) {
        // The shell is told the same as of any filter whose reader went away.
        (void)std::signal(SIGPIPE, SIG_DFL);
        (void)std::raise(SIGPIPE);
    }
    return code;
}
