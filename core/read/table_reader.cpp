// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/table_reader.h"

#include "base/bytes.h"
#include "format/tables.h"
#include "read/limits.h"
#include "read/read_error.h"

#include <algorithm>

namespace sqd::read {

Result<LookupTable> LookupTable::open(MetadataCache& cache, LookupShape shape)
{
    const std::uint64_t listBytes = format::lookupListBytes(shape.count, shape.entryBytes);
    if (shape.list < shape.lowest || !insideRange(shape.list, listBytes, shape.end))
        return corruptError(shape.name, "the list of " + std::to_string(listBytes) + " bytes at " + std::to_string(shape.list) +
                " does not fit between " + std::to_string(shape.lowest) + " and " + std::to_string(shape.end), shape.list);
    if (listBytes > kMaxLookupListBytes)
        return limitError(shape.name, "the list is longer than this program reads", shape.list);
    std::vector<std::byte> raw(static_cast<std::size_t>(listBytes));
    SQD_CHECK(cache.bytes().read(shape.list, raw));

    LookupTable table(cache, std::move(shape));
    table.m_positions.reserve(raw.size() / sizeof(std::uint64_t));
    std::uint64_t least = table.m_shape.lowest;
    for (std::size_t i = 0; i < raw.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t position = load64(raw, i);
        if (position < least || position >= table.m_shape.list)
            return corruptError(table.name(), "block position " + std::to_string(position) + " in the list is out of order or out of range", table.list() + i);
        table.m_positions.push_back(position);
        least = position + 1;
    }
    return table;
}

Result<std::shared_ptr<const MetadataBlock>> LookupTable::block(std::size_t slot) const
{
    if (slot >= m_positions.size())
        return internalError("lookup table slot out of range");
    const std::uint64_t end = slot + 1 < m_positions.size() ? m_positions[slot + 1] : m_shape.list;
    SQD_TRY(auto loaded, m_cache->block(m_positions[slot], end, m_shape.name));
    const std::size_t expected = format::lookupBlockBytes(m_shape.count, m_shape.entryBytes, slot);
    if (loaded->contents.size() != expected)
        return corruptError(m_shape.name, "block " + std::to_string(slot) + " unpacks to " + std::to_string(loaded->contents.size()) +
                " bytes instead of " + std::to_string(expected), m_positions[slot]);
    return loaded;
}

Result<void> LookupTable::entry(std::uint64_t index, std::span<std::byte> out) const
{
    if (index >= m_shape.count)
        return corruptError(m_shape.name, "index " + std::to_string(index) + " is out of range (the image has " + std::to_string(m_shape.count) + ")", m_shape.list);
    const format::LookupPlace place = format::lookupPlace(index, m_shape.entryBytes);
    SQD_TRY(const auto loaded, block(static_cast<std::size_t>(place.block)));
    std::copy_n(loaded->contents.begin() + static_cast<std::ptrdiff_t>(place.offset), out.size(), out.begin());
    return {};
}

}  // namespace sqd::read
