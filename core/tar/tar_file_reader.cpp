// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_file_reader.h"

#include <algorithm>

namespace sqd::tar {

Result<void> TarFileReader::readStored(std::uint64_t position, std::span<std::byte> out) const
{
    SQD_TRY(const std::size_t got, m_file.read(position, out));
    if (got != out.size())  // it was longer when its headers were read
        return inputError(m_file.name(), "changed while it was read", 0);
    return {};
}

std::vector<Extent>::const_iterator TarFileReader::extentAt(std::uint64_t offset) const
{
    return std::ranges::upper_bound(*m_inode.extents, offset, {}, [](const Extent& extent) { return extent.offset + extent.length; });
}

Result<void> TarFileReader::readExact(std::uint64_t offset, std::span<std::byte> out)
{
    if (offset > m_inode.size || out.size() > m_inode.size - offset)
        return internalError("a read behind the end of a file in an archive");
    if (!m_inode.extents)
        return readStored(m_inode.dataPosition + offset, out);
    for (auto extent = extentAt(offset); !out.empty(); ++extent) {
        const bool more = extent != m_inode.extents->end();
        const std::uint64_t hole = more ? extent->offset - std::min(extent->offset, offset) : out.size();
        const std::size_t zeros = static_cast<std::size_t>(std::min<std::uint64_t>(hole, out.size()));
        std::ranges::fill(out.first(zeros), std::byte{0});
        out = out.subspan(zeros);
        offset += zeros;
        if (out.empty() || !more)
            break;
        const std::uint64_t skip = offset - extent->offset;
        const std::size_t length = static_cast<std::size_t>(std::min<std::uint64_t>(extent->length - skip, out.size()));
        SQD_CHECK(readStored(extent->position + skip, out.first(length)));
        out = out.subspan(length);
        offset += length;
    }
    return {};
}

std::uint64_t TarFileReader::nextData(std::uint64_t offset)
{
    if (offset >= m_inode.size)
        return m_inode.size;
    if (!m_inode.extents)
        return offset;
    const auto extent = extentAt(offset);
    return extent == m_inode.extents->end() ? m_inode.size : std::max(offset, extent->offset);
}

}  // namespace sqd::tar
