// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "pack/metadata_stream.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sqd::pack {

// Writes to the image one piece after another. Used by one thread.
class MetadataCursor {
public:
    explicit MetadataCursor(const MetadataJob& job) : m_job(job), m_position(job.start) {}
    [[nodiscard]] std::uint64_t position() const { return m_position; }  // from the superblock
    Result<void> write(std::span<const std::byte> bytes);
    // Takes over the records of a table that began at `base`.
    void record(const std::vector<MetadataRecord>& blocks, std::uint64_t base);
    std::vector<MetadataRecord> takeRecords() { return std::move(m_records); }

private:
    const MetadataJob& m_job;
    std::uint64_t m_position;
    std::vector<MetadataRecord> m_records;
};

// A table of equal entries: metadata blocks at the cursor, then the list of their positions (format section 5.3). append() entries in
// order, then finish().
class LookupTable {
public:
    LookupTable(MetadataPress& press, MetadataCursor& cursor, bool compress);
    // Room for one more entry.
    Result<std::span<std::byte>> next(std::size_t entryBytes) { return m_appender.take(entryBytes); }
    // Writes the rest, `header` (xattrs) and the list. Returns the position of the header, or of the list without one.
    Result<std::uint64_t> finish(std::span<const std::byte> header = {});

private:
    MetadataCursor& m_cursor;
    const std::uint64_t m_base;
    MetadataStream m_stream;
    MetadataAppender m_appender;
};

}  // namespace sqd::pack
