// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "io/memory_file.h"

#include <algorithm>
#include <utility>

namespace sqd::io {

MemoryFile::MemoryFile(std::string name, std::vector<std::byte> bytes) : m_name(std::move(name)), m_bytes(std::move(bytes)) {}

Result<std::size_t> MemoryFile::read(std::uint64_t offset, std::span<std::byte> out) const
{
    const std::lock_guard lock(m_mutex);
    if (offset >= m_bytes.size())
        return std::size_t{0};
    const std::size_t n = std::min<std::size_t>(out.size(), m_bytes.size() - static_cast<std::size_t>(offset));
    std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(offset), n, out.begin());
    return n;
}

std::uint64_t MemoryFile::sizeBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes.size();
}

Result<void> MemoryFile::write(std::uint64_t offset, std::span<const std::byte> data)
{
    const std::lock_guard lock(m_mutex);
    if (m_bytes.size() < offset + data.size())
        m_bytes.resize(static_cast<std::size_t>(offset) + data.size());
    std::copy(data.begin(), data.end(), m_bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    return {};
}

Result<void> MemoryFile::resize(std::uint64_t sizeBytes)
{
    const std::lock_guard lock(m_mutex);
    m_bytes.resize(static_cast<std::size_t>(sizeBytes));
    return {};
}

std::vector<std::byte> MemoryFile::bytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

}  // namespace sqd::io
