// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_window.h"

#include <algorithm>
#include <span>

namespace sqd::tar {

// Some small files with their headers; larger files are jumped over.
static constexpr std::size_t kAhead = 32 * 1024;

Result<std::string_view> TarWindow::view(std::uint64_t offset, std::size_t length)
{
    if (offset >= m_start && offset - m_start <= m_buffer.size() && length <= m_buffer.size() - (offset - m_start))
        return std::string_view(m_buffer).substr(offset - m_start, length);
    const std::uint64_t left = m_size - std::min(offset, m_size);
    m_start = offset;
    m_buffer.resize(std::min<std::uint64_t>(std::max(length, kAhead), left));
    SQD_TRY(const std::size_t got, m_file.read(offset, std::as_writable_bytes(std::span(m_buffer))));
    m_buffer.resize(got);
    if (got < length)
        return inputError(m_file.name(), "changed while it was read", 0);
    return std::string_view(m_buffer).substr(0, length);
}

}  // namespace sqd::tar
