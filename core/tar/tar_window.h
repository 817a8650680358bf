// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/file.h"

#include <string>
#include <string_view>

namespace sqd::tar {

inline constexpr std::uint64_t kBlock = 512;

// Reads an archive block by block with some read-ahead. Not thread-safe.
class TarWindow {
public:
    explicit TarWindow(const io::RandomAccessFile& file) : m_file(file), m_size(file.sizeBytes()) {}
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] const std::string& name() const { return m_file.name(); }
    // True when [offset, offset + length) lies in the file.
    [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t length) const { return offset <= m_size && length <= m_size - offset; }
    // That range, which must lie in the file; valid until the next call. Errors: InputUnreadable.
    Result<std::string_view> view(std::uint64_t offset, std::size_t length);

private:
    const io::RandomAccessFile& m_file;
    const std::uint64_t m_size;
    std::uint64_t m_start = 0;
    std::string m_buffer;
};

}  // namespace sqd::tar
