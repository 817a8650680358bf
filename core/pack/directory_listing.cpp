// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/directory_listing.h"

#include "base/bytes.h"
#include "format/directory.h"
#include "format/metadata_block.h"
#include "pack/inode_writer.h"

#include <limits>

namespace sqd::pack {

using source::Entry;
using source::Folder;

namespace {

// Listings from here on get an index: the sizes at which mksquashfs makes one.
constexpr std::uint32_t kIndexedEntries = 257;
constexpr std::uint64_t kIndexedBytes = format::kMetadataBlockSize;

// Decides where headers stand. Sizing and writing both follow it, so they cannot disagree.
class HeaderRule {
public:
    explicit HeaderRule(bool indexed) : m_indexed(indexed) {}
    struct Step {
        std::uint64_t header = 0;      // position of the header this entry is under
        std::uint64_t entry = 0;       // position of the entry
        bool newHeader = false;
        bool indexPoint = false;
    };
    Step next(std::uint64_t inodeBlock, std::uint32_t number, std::size_t nameLength)
    {
        const std::size_t size = format::kDirectoryEntrySize + nameLength;
        const std::int64_t delta = std::int64_t{number} - m_base;
        Step step;
        step.newHeader = m_count == 0 || m_count == format::kMaxDirectoryEntriesPerHeader || inodeBlock != m_block
                         || delta < std::numeric_limits<std::int16_t>::min() || delta > std::numeric_limits<std::int16_t>::max();
        // A lookup then reads at most one metadata block's worth behind a signpost.
        const std::uint64_t end = m_bytes + (step.newHeader ? format::kDirectoryHeaderSize : 0) + size;
        step.indexPoint = m_indexed && end - m_lastPoint > format::kMetadataBlockSize;
        if (step.newHeader || step.indexPoint) {
            step.newHeader = true;
            m_header = m_bytes;
            m_bytes += format::kDirectoryHeaderSize;
            m_block = inodeBlock;
            m_base = number;
            m_count = 0;
        }
        if (step.indexPoint)
            m_lastPoint = m_header;
        step.header = m_header;
        step.entry = m_bytes;
        m_bytes += size;
        ++m_count;
        return step;
    }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
    [[nodiscard]] std::uint32_t count() const { return m_count; }  // entries under the current header
    [[nodiscard]] std::uint32_t base() const { return m_base; }

private:
    const bool m_indexed;
    std::uint64_t m_bytes = 0, m_header = 0, m_lastPoint = 0, m_block = 0;
    std::uint32_t m_count = 0, m_base = 0;
};

}  // namespace

static bool isIndexed(const Folder& folder)
{
    std::uint32_t entries = 0;
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < folder.count && entries < kIndexedEntries && bytes < kIndexedBytes; ++i) {
        if (folder.entries[i].dropped)
            continue;
        ++entries;
        bytes += format::kDirectoryEntrySize + folder.entries[i].nameLength;
    }
    return entries >= kIndexedEntries || bytes >= kIndexedBytes;
}

std::vector<IndexPoint> thinIndex(std::vector<IndexPoint> points, std::size_t limit)
{
    if (points.size() <= limit)
        return points;
    const std::size_t step = (points.size() + limit - 1) / limit;
    std::size_t kept = 0;
    for (std::size_t i = step - 1; i < points.size(); i += step)
        points[kept++] = points[i];
    points.resize(kept);
    points.shrink_to_fit();
    return points;
}

Result<ListingShape> measureListing(const Folder& folder, const MetadataLimits& limits)
{
    HeaderRule rule(isIndexed(folder));
    ListingShape shape;
    for (std::uint32_t i = 0; i < folder.count; ++i) {
        const Entry& entry = folder.entries[i];
        if (entry.dropped)
            continue;
        const Entry& owner = ownerOf(entry);
        const auto step = rule.next(format::unpackReference(owner.inodeReference).block, owner.inodeNumber, entry.nameLength);
        if (step.indexPoint)
            shape.index.push_back({static_cast<std::uint32_t>(step.header), i});
        if (rule.bytes() > limits.listingBytes) {
            Error error;
            error.code = Errc::NotExpressible;
            error.where = source::imagePath(*folder.self);
            error.what = "more entries in one folder than an image can hold (a listing of 2 GiB)";
            error.hint = "spread the entries over subfolders";
            return error;
        }
    }
    shape.bytes = static_cast<std::uint32_t>(rule.bytes());
    shape.index = thinIndex(std::move(shape.index), limits.indexRecords);
    return shape;
}

void writeListing(const Folder& folder, std::span<std::byte> out)
{
    HeaderRule rule(isIndexed(folder));
    for (std::uint32_t i = 0; i < folder.count; ++i) {
        const Entry& entry = folder.entries[i];
        if (entry.dropped)
            continue;
        const Entry& owner = ownerOf(entry);
        const auto reference = format::unpackReference(owner.inodeReference);
        const auto step = rule.next(reference.block, owner.inodeNumber, entry.nameLength);
        const auto header = out.subspan(static_cast<std::size_t>(step.header));
        if (step.newHeader)
            format::encodeDirectoryHeader({1, static_cast<std::uint32_t>(reference.block), owner.inodeNumber}, header);
        else
            store32(header, 0, rule.count() - 1);
        const auto delta = static_cast<std::int16_t>(std::int64_t{owner.inodeNumber} - rule.base());
        format::encodeDirectoryEntry({reference.offset, delta, static_cast<std::uint16_t>(entry.type), entry.nameView()},
                                     out.subspan(static_cast<std::size_t>(step.entry)));
    }
}

}  // namespace sqd::pack
