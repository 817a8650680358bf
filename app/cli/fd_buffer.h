// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <streambuf>
#include <vector>

namespace sqd::cli {

// A stream buffer over a file descriptor that keeps the reason of its first failed write. Afterwards it takes nothing any more, so the
// stream goes bad. Not thread-safe. Does not own the descriptor.
class FdBuffer final : public std::streambuf {
public:
    // `capacity` bytes are gathered before a write; 0 writes at once.
    FdBuffer(int fd, std::size_t capacity);
    ~FdBuffer() override;
    [[nodiscard]] int failure() const { return m_failure; }  // errno, or 0

protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* data, std::streamsize count) override;
    int sync() override;

private:
    bool writeAll(const char* data, std::size_t count);
    bool flushBuffer();
    const int m_fd;
    int m_failure = 0;
    std::vector<char> m_buffer;
};

}  // namespace sqd::cli
