// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>

namespace sqd::tar {

// Reads a descriptor from where it stands to its end; a pipe that gives nothing does not keep it from stopping. Not thread-safe.
class ByteStream {
public:
    ByteStream(int fd, std::string name, std::stop_token stop, std::atomic<std::uint64_t>& bytes)
        : m_fd(fd), m_name(std::move(name)), m_stop(std::move(stop)), m_bytes(bytes) {}
    // At least one byte, 0 at the end. Errors: InputUnreadable, Cancelled.
    Result<std::size_t> readSome(std::span<std::byte> out);
    // Fills `out`; fewer bytes only at the end.
    Result<std::size_t> readAll(std::span<std::byte> out);
    [[nodiscard]] std::uint64_t position() const { return m_position; }
    [[nodiscard]] const std::string& name() const { return m_name; }

private:
    const int m_fd;
    const std::string m_name;
    const std::stop_token m_stop;
    std::atomic<std::uint64_t>& m_bytes;
    std::uint64_t m_position = 0;
};

}  // namespace sqd::tar
