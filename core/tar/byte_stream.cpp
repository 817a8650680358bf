// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/byte_stream.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace sqd::tar {

// How long a stop may take to be noticed.
static constexpr int kPollMilliseconds = 50;

Result<std::size_t> ByteStream::readSome(std::span<std::byte> out)
{
    for (;;) {
        if (m_stop.stop_requested())
            return cancelledError();
        pollfd waiting{m_fd, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, kPollMilliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        const ssize_t got = ::read(m_fd, out.data(), out.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got < 0)
            return inputError(m_name, "cannot be read", errno);
        m_position += static_cast<std::uint64_t>(got);
        m_bytes.fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
        return static_cast<std::size_t>(got);
    }
}

Result<std::size_t> ByteStream::readAll(std::span<std::byte> out)
{
    std::size_t done = 0;
    while (done < out.size()) {
        SQD_TRY(const std::size_t got, readSome(out.subspan(done)));
        if (got == 0)
            break;
        done += got;
    }
    return done;
}

}  // namespace sqd::tar
