// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/info.h"

#include "read/image_locator.h"
#include "read/inode_scan.h"
#include "read/metadata_reader.h"
#include "read/superblock_check.h"
#include "read/table_reader.h"
#include "read/trailing_bytes.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

namespace sqd::read {

std::vector<std::string> flagNames(std::uint16_t flags)
{
    static constexpr std::array<std::pair<std::uint16_t, const char*>, 12> kNames{{
        {format::kRawInodes, "uncompressed_inodes"},
        {format::kRawData, "uncompressed_data"},
        {format::kCheckData, "check"},
        {format::kRawFragments, "uncompressed_fragments"},
        {format::kNoFragments, "no_fragments"},
        {format::kAlwaysFragments, "always_fragments"},
        {format::kDuplicates, "duplicates"},
        {format::kExportable, "exportable"},
        {format::kRawXattrs, "uncompressed_xattrs"},
        {format::kNoXattrs, "no_xattrs"},
        {format::kCompressorOptions, "compressor_options"},
        {format::kRawIds, "uncompressed_ids"},
    }};
    std::vector<std::string> names;
    for (const auto& [bit, name] : kNames) {
        if ((flags & bit) != 0)
            names.emplace_back(name);
    }
    for (unsigned bit = 12; bit < 16; ++bit) {
        if ((flags >> bit & 1U) != 0)
            names.push_back("unknown_" + std::to_string(bit));
    }
    return names;
}

namespace {

void addTable(std::vector<TablePlace>& tables, const char* name, std::uint64_t begin, std::uint64_t end)
{
    if (end > begin)
        tables.push_back({name, begin, end - begin});
}

std::vector<TablePlace> tablePlaces(const Image& image)
{
    std::vector<TablePlace> tables;
    addTable(tables, "inodes", image.inodeTable().begin(), image.inodeTable().end());
    addTable(tables, "directories", image.directoryTable().begin(), image.directoryTable().end());
    if (image.superblock().fragments != 0)
        addTable(tables, "fragments", image.fragmentTable().begin(), image.fragmentTable().listEnd());
    if (const LookupTable* exports = image.exportTable())
        addTable(tables, "export", exports->begin(), exports->listEnd());
    addTable(tables, "ids", image.idTable().begin(), image.idTable().listEnd());
    if (const LookupTable* xattrs = image.xattrTable())
        addTable(tables, "xattrs", image.xattrPairs()->begin(), xattrs->listEnd());
    std::sort(tables.begin(), tables.end(), [](const TablePlace& a, const TablePlace& b) { return a.position < b.position; });
    return tables;
}

void describeOptions(const Image& image, ImageInfo& info)
{
    const auto id = static_cast<format::CodecId>(image.superblock().codecId);
    info.optionsStored = (image.superblock().flags & format::kCompressorOptions) != 0;
    if (!info.optionsStored) {
        info.options = format::defaultCompressorOptions(id, image.superblock().blockSize);
        return;
    }
    info.options = format::decodeCompressorOptions(id, image.optionsRecord());
}

Result<void> countInodes(const Image& image, ImageInfo& info, std::stop_token stop)
{
    std::uint64_t content = 0;
    auto scanned = scanInodes(image, [&](const Inode& inode) {
        switch (inode.type) {
        case format::InodeType::File:
            ++info.files;
            content += inode.sizeBytes;
            break;
        case format::InodeType::Directory:
            ++info.directories;
            break;
        case format::InodeType::Symlink:
            ++info.symlinks;
            break;
        default:
            ++info.others;
            break;
        }
    }, std::move(stop));
    if (!scanned)
        return std::move(scanned).error();
    if (scanned->broken)
        info.findings.push_back(findingFrom(*scanned->broken, "inode-table"));
    else
        info.contentBytes = content;
    return {};
}

}  // namespace

Result<ImageInfo> collectInfo(const Image& image, std::stop_token stop)
{
    const format::Superblock& s = image.superblock();
    ImageInfo info;
    info.codec = std::string(image.backend().name);
    info.codecId = s.codecId;
    describeOptions(image, info);
    info.blockSize = s.blockSize;
    info.flags = flagNames(s.flags);
    info.flagBits = s.flags;
    info.inodes = s.inodes;
    info.fragments = s.fragments;
    info.ids = s.ids;
    if (const LookupTable* xattrs = image.xattrTable())
        info.xattrSets = static_cast<std::uint32_t>(xattrs->count());
    info.mkfsTime = s.mkfsTime;
    info.bytesUsed = s.bytesUsed;
    info.offset = image.offset();
    info.fileBytes = image.fileSizeBytes();
    info.streamed = image.streamed();
    info.version = std::to_string(s.versionMajor) + "." + std::to_string(s.versionMinor);
    info.tables = tablePlaces(image);
    info.findings = image.openFindings();
    SQD_CHECK(countInodes(image, info, stop));
    SQD_TRY(const TrailingBytes trailing, readTrailingBytes(image, stop));
    info.trailingBytes = trailing.count;
    info.trailingZero = trailing.allZero;
    return info;
}

Result<SuperblockReport> inspectSuperblock(const io::RandomAccessFile& file, const OpenOptions& options)
{
    SQD_TRY(const Located located, locateImage(file, options));
    SuperblockReport report;
    report.offset = located.offset;
    report.fileBytes = file.sizeBytes();
    report.superblock = located.superblock;
    report.problems = checkSuperblock(located.superblock, file.sizeBytes() - located.offset);
    return report;
}

}  // namespace sqd::read
