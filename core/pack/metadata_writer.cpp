// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/metadata_writer.h"

#include "base/bytes.h"
#include "format/fragment.h"
#include "format/metadata_block.h"
#include "format/tables.h"
#include "pack/directory_writer.h"
#include "pack/inode_writer.h"
#include "pack/lookup_table.h"
#include "pack/metadata_limits.h"
#include "pack/metadata_plan.h"
#include "pack/metadata_stream.h"

#include <bit>
#include <utility>

namespace sqd::pack {

namespace {

class MetadataWriter {
public:
    MetadataWriter(const MetadataJob& job, const MetadataLimits& limits, MetadataPlan& plan, MetadataPress& press)
        : m_job(job), m_options(job.options), m_limits(limits), m_plan(plan), m_press(press), m_cursor(job)
    {
    }
    Result<MetadataResult> run();

private:
    Result<void> writeInodesAndDirectories();
    Result<void> writeFragments();
    Result<void> writeExport();
    Result<void> writeIds();
    Result<void> writeXattrs();
    [[nodiscard]] std::uint16_t flags() const;

    const MetadataJob& m_job;
    const PackOptions& m_options;
    const MetadataLimits& m_limits;
    MetadataPlan& m_plan;
    MetadataPress& m_press;
    MetadataCursor m_cursor;
    format::Superblock m_superblock;
};

Result<void> MetadataWriter::writeInodesAndDirectories()
{
    m_superblock.inodeTable = m_cursor.position();
    MetadataStream inodes(m_press, m_options.compressInodes, m_limits.tableBytes, [&](std::span<const std::byte> stored) { return m_cursor.write(stored); });
    // The directory table stands behind the inode table, whose length is known last: its stored blocks wait in memory.
    std::vector<std::vector<std::byte>> waiting;
    MetadataStream listings(m_press, m_options.compressInodes, m_limits.tableBytes, [&](std::span<const std::byte> stored) -> Result<void> {
        waiting.emplace_back(stored.begin(), stored.end());
        return {};
    });
    SQD_CHECK(writeLeafInodes(m_plan, m_press, inodes));
    SQD_CHECK(DirectoryWriter(m_plan, m_press, m_limits, inodes, listings).run());
    SQD_CHECK(inodes.finish());
    SQD_CHECK(listings.finish());
    m_cursor.record(inodes.blocks(), m_superblock.inodeTable);
    m_superblock.rootInode = m_job.tree.root.inodeReference;
    m_superblock.directoryTable = m_cursor.position();
    for (std::vector<std::byte>& stored : waiting) {
        SQD_CHECK(m_cursor.write(stored));
        stored = {};
    }
    m_cursor.record(listings.blocks(), m_superblock.directoryTable);
    return {};
}

Result<void> MetadataWriter::writeFragments()
{
    LookupTable table(m_press, m_cursor, m_options.compressFragments);
    for (const FragmentRecord& fragment : m_job.fragments) {
        SQD_TRY(auto out, table.next(format::kFragmentEntrySize));
        format::encodeFragmentEntry({fragment.start, fragment.word}, out);
    }
    // Without fragments nothing is written, but the position still stands for the end of the directories: 7-Zip wants one.
    SQD_TRY(m_superblock.fragmentTable, table.finish());
    return {};
}

// Numbers were handed out in the order of this walk, the root's last.
Result<void> MetadataWriter::writeExport()
{
    if (!m_options.exportTable)
        return {};
    LookupTable table(m_press, m_cursor, m_options.compressInodes);
    for (const FolderRecord& record : m_plan.folders) {
        for (const source::Entry& entry : std::span(record.folder->entries.get(), record.folder->count)) {
            if (entry.linkOwner != nullptr || entry.dropped)
                continue;
            SQD_TRY(auto out, table.next(format::kExportEntrySize));
            store64(out, 0, entry.inodeReference);
        }
    }
    SQD_TRY(auto out, table.next(format::kExportEntrySize));
    store64(out, 0, m_job.tree.root.inodeReference);
    SQD_TRY(m_superblock.exportTable, table.finish());
    return {};
}

Result<void> MetadataWriter::writeIds()
{
    LookupTable table(m_press, m_cursor, m_options.compressIds);
    for (const std::uint32_t id : m_plan.ids.ids()) {
        SQD_TRY(auto out, table.next(format::kIdEntrySize));
        store32(out, 0, id);
    }
    SQD_TRY(m_superblock.idTable, table.finish());
    return {};
}

Result<void> MetadataWriter::writeXattrs()
{
    if (m_plan.xattrs.empty())
        return {};
    SQD_TRY(m_superblock.xattrTable, m_plan.xattrs.write(m_press, m_cursor, m_options.compressXattrs));
    return {};
}

// The bits say what the tables hold, not what was asked for (format section 2.1). Bit 10 is the caller's.
std::uint16_t MetadataWriter::flags() const
{
    const bool none = m_options.backend->name == "none";
    unsigned bits = 0;
    const auto set = [&bits](bool condition, format::Flag flag) { bits |= condition ? static_cast<unsigned>(flag) : 0U; };
    set(none || !m_options.compressInodes, format::kRawInodes);
    set(none || !m_options.compressData, format::kRawData);
    set(none || !m_options.compressFragments, format::kRawFragments);
    set(none || !m_options.compressXattrs, format::kRawXattrs);
    set(none || !m_options.compressIds, format::kRawIds);
    set(m_job.fragments.empty(), format::kNoFragments);
    set(m_options.tailEnds == TailEnds::All && !m_job.fragments.empty(), format::kAlwaysFragments);
    set(m_options.duplicates, format::kDuplicates);
    set(m_options.exportTable, format::kExportable);
    set(m_plan.xattrs.empty(), format::kNoXattrs);
    return static_cast<std::uint16_t>(bits);
}

Result<MetadataResult> MetadataWriter::run()
{
    SQD_CHECK(writeInodesAndDirectories());
    SQD_CHECK(writeFragments());
    SQD_CHECK(writeExport());
    SQD_CHECK(writeIds());
    SQD_CHECK(writeXattrs());
    m_superblock.inodes = m_plan.inodes;
    m_superblock.blockSize = m_options.blockSize;
    m_superblock.blockLog = static_cast<std::uint16_t>(std::countr_zero(m_options.blockSize));
    m_superblock.fragments = static_cast<std::uint32_t>(m_job.fragments.size());
    m_superblock.codecId = static_cast<std::uint16_t>(m_options.backend->id);
    m_superblock.ids = static_cast<std::uint16_t>(m_plan.ids.ids().size());
    m_superblock.flags = flags();
    m_superblock.bytesUsed = m_cursor.position();
    return MetadataResult{m_superblock, m_cursor.takeRecords()};
}

}  // namespace

Result<MetadataResult> writeMetadataWithin(const MetadataLimits& limits, const MetadataJob& job)
{
    job.progress.phase.store(concurrency::Phase::Tables, std::memory_order_relaxed);
    SQD_TRY(auto plan, planMetadata(job, limits));
    SQD_TRY(auto press, MetadataPress::create(job, limits));
    auto result = MetadataWriter(job, limits, plan, *press).run();
    // Errors of whole tables (extended attributes, for one) have no entry of their own.
    if (!result && result.error().code == Errc::NotExpressible && result.error().where.empty())
        result.error().where = source::imagePath(job.tree.root);
    return result;
}

Result<MetadataResult> writeMetadata(const MetadataJob& job)
{
    return writeMetadataWithin(MetadataLimits{}, job);
}

}  // namespace sqd::pack
