// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/lookup_table.h"

#include "base/bytes.h"
#include "format/tables.h"

namespace sqd::pack {

Result<void> MetadataCursor::write(std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return {};
    SQD_CHECK(m_job.output.write(m_job.superblockOffset + m_position, bytes));
    m_position += bytes.size();
    m_job.progress.bytesOut.fetch_add(bytes.size(), std::memory_order_relaxed);
    return {};
}

void MetadataCursor::record(const std::vector<MetadataRecord>& blocks, std::uint64_t base)
{
    m_records.reserve(m_records.size() + blocks.size());
    for (MetadataRecord record : blocks) {
        record.start += base;
        m_records.push_back(record);
    }
}

LookupTable::LookupTable(MetadataPress& press, MetadataCursor& cursor, bool compress)
    : m_cursor(cursor)
    , m_base(cursor.position())
    , m_stream(press, compress, format::kNoTable, [&cursor](std::span<const std::byte> stored) { return cursor.write(stored); })
    , m_appender(m_stream, press)
{
}

Result<std::uint64_t> LookupTable::finish(std::span<const std::byte> header)
{
    SQD_CHECK(m_appender.flush());
    SQD_CHECK(m_stream.finish());
    m_cursor.record(m_stream.blocks(), m_base);
    const std::uint64_t place = m_cursor.position();
    std::vector<std::byte> bytes(header.begin(), header.end());
    bytes.resize(header.size() + m_stream.blocks().size() * format::kListSlotSize);
    std::size_t at = header.size();
    for (const MetadataRecord& block : m_stream.blocks()) {
        store64(bytes, at, m_base + block.start);
        at += format::kListSlotSize;
    }
    SQD_CHECK(m_cursor.write(bytes));
    return place;
}

}  // namespace sqd::pack
