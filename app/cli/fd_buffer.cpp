// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/fd_buffer.h"

#include <cerrno>
#include <unistd.h>

namespace sqd::cli {

FdBuffer::FdBuffer(int fd, std::size_t capacity) : m_fd(fd), m_buffer(capacity)
{
    setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
}

FdBuffer::~FdBuffer()
{
    (void)flushBuffer();
}

bool FdBuffer::writeAll(const char* data, std::size_t count)
{
    while (count > 0 && m_failure == 0) {
        const ssize_t n = ::write(m_fd, data, count);
        if (n >= 0) {
            data += n;
            count -= static_cast<std::size_t>(n);
        } else if (errno != EINTR) {
            m_failure = errno;
        }
    }
    return m_failure == 0;
}

bool FdBuffer::flushBuffer()
{
    const bool done = writeAll(pbase(), static_cast<std::size_t>(pptr() - pbase()));
    setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
    return done;
}

FdBuffer::int_type FdBuffer::overflow(int_type c)
{
    if (!flushBuffer())
        return traits_type::eof();
    if (traits_type::eq_int_type(c, traits_type::eof()))
        return traits_type::not_eof(c);
    const char byte = traits_type::to_char_type(c);
    if (m_buffer.empty())
        return writeAll(&byte, 1) ? c : traits_type::eof();
    *pptr() = byte;
    pbump(1);
    return c;
}

std::streamsize FdBuffer::xsputn(const char* data, std::streamsize count)
{
    if (count <= epptr() - pptr()) {
        traits_type::copy(pptr(), data, static_cast<std::size_t>(count));
        pbump(static_cast<int>(count));
        return count;
    }
    // What does not fit goes out directly: contents of files are not copied once more.
    if (!flushBuffer() || !writeAll(data, static_cast<std::size_t>(count)))
        return 0;
    return count;
}

int FdBuffer::sync()
{
    return flushBuffer() ? 0 : -1;
}

}  // namespace sqd::cli
