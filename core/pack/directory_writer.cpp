// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/directory_writer.h"

#include "format/directory.h"
#include "format/metadata_block.h"
#include "pack/inode_writer.h"

#include <algorithm>
#include <array>

namespace sqd::pack {

using format::kListingSizeBias;
using source::Entry;
using source::Folder;

DirectoryWriter::DirectoryWriter(MetadataPlan& plan, MetadataPress& press, const MetadataLimits& limits, MetadataStream& inodes, MetadataStream& listings)
    : m_plan(plan), m_press(press), m_limits(limits), m_inodes(inodes), m_listings(listings)
{
}

// Folder numbers by level, in traversal order within one.
static std::vector<std::vector<std::uint32_t>> byLevel(const MetadataPlan& plan)
{
    std::vector<std::vector<std::uint32_t>> levels(plan.levels);
    for (std::size_t i = 0; i < plan.folders.size(); ++i)
        levels[plan.folders[i].depth].push_back(static_cast<std::uint32_t>(i));
    return levels;
}

// Adds a name to an error of a stream, which knows none.
static Error naming(Error error, const Entry& entry)
{
    if (error.code == Errc::NotExpressible && error.where.empty())
        error.where = source::imagePath(entry);
    return error;
}

Result<void> DirectoryWriter::run()
{
    const auto levels = byLevel(m_plan);
    for (auto level = levels.rbegin(); level != levels.rend(); ++level)
        SQD_CHECK(writeLevel(*level));
    return {};
}

Result<void> DirectoryWriter::writeLevel(std::span<const std::uint32_t> folders)
{
    std::vector<Directory> level(folders.size());
    std::uint64_t entries = 0;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        level[i].record = &m_plan.folders[folders[i]];
        entries += level[i].record->folder->count + 1;
    }
    SQD_CHECK(m_press.forEach(level.size(), entries, [&](std::size_t i) -> Result<void> {
        SQD_TRY(level[i].shape, measureListing(*level[i].record->folder, m_limits));
        return {};
    }));
    SQD_CHECK(writeListings(level));
    return writeInodes(level, entries);
}

Result<void> DirectoryWriter::writeListings(std::vector<Directory>& level)
{
    const std::size_t groupBytes = m_press.capacity() * format::kMetadataBlockSize;
    for (std::size_t first = 0; first < level.size();) {
        const std::uint64_t flat = m_listings.flatBytes();
        std::size_t bytes = 0;
        std::size_t last = first;
        std::uint64_t entries = 0;
        // At least one folder, however large: its listing takes a fraction of what its entries take already.
        for (; last < level.size() && (last == first || bytes + level[last].shape.bytes <= groupBytes); ++last) {
            level[last].listingFlat = flat + bytes;
            bytes += level[last].shape.bytes;
            entries += level[last].record->folder->count;
        }
        if (m_buffer.size() < bytes)
            m_buffer.resize(bytes);
        SQD_CHECK(m_press.forEach(last - first, entries, [&](std::size_t i) -> Result<void> {
            const Directory& directory = level[first + i];
            const auto at = static_cast<std::size_t>(directory.listingFlat - flat);
            writeListing(*directory.record->folder, std::span(m_buffer).subspan(at, directory.shape.bytes));
            return {};
        }));
        if (auto done = m_listings.append(std::span(m_buffer).first(bytes)); !done)
            return naming(std::move(done).error(), *level[last - 1].record->folder->self);
        if (m_buffer.size() > groupBytes) {
            m_buffer.resize(groupBytes);
            m_buffer.shrink_to_fit();
        }
        first = last;
    }
    return {};
}

static bool isExtended(const Entry& self, const ListingShape& shape)
{
    return self.xattrIndex != format::kNoXattr || !shape.index.empty() || shape.bytes + kListingSizeBias > 0xFFFF;
}

std::uint64_t DirectoryWriter::inodeBytes(const Directory& directory) const
{
    const Folder& folder = *directory.record->folder;
    const bool extended = isExtended(*folder.self, directory.shape);
    std::uint64_t bytes = format::inodeHeadSize(format::inodeTypeWord(format::InodeType::Directory, extended)).value_or(0);
    for (const IndexPoint& point : directory.shape.index)
        bytes += format::kDirectoryIndexSize + folder.entries[point.entry].nameLength;
    return bytes;
}

void DirectoryWriter::putIndex(WindowWriter& window, std::uint64_t at, const Directory& directory) const
{
    std::array<std::byte, format::kDirectoryIndexSize + format::kMaxStoredNameLength> bytes{};
    for (const IndexPoint& point : directory.shape.index) {
        const auto name = directory.record->folder->entries[point.entry].nameView();
        const auto place = format::unpackReference(m_listings.reference(directory.listingFlat + point.position));
        const std::size_t size = format::encodeDirectoryIndex({point.position, static_cast<std::uint32_t>(place.block), name}, bytes);
        window.put(at, std::span(bytes).first(size));
        at += size;
    }
}

void DirectoryWriter::putInode(WindowWriter& window, const Directory& directory) const
{
    const Entry& self = *directory.record->folder->self;
    format::Inode inode = commonInode(self, m_plan.ids);
    inode.extended = isExtended(self, directory.shape);
    inode.links = 2 + directory.record->subfolders;
    inode.parent = self.parent != nullptr ? self.parent->self->inodeNumber : m_plan.inodes + 1;
    inode.listingSize = directory.shape.bytes + kListingSizeBias;
    inode.indexCount = static_cast<std::uint16_t>(directory.shape.index.size());
    if (directory.shape.bytes > 0) {
        // An empty folder keeps block 0, offset 0: a place that exists, which some readers want even there.
        const auto place = format::unpackReference(m_listings.reference(directory.listingFlat));
        inode.listingBlock = static_cast<std::uint32_t>(place.block);
        inode.listingOffset = place.offset;
    }
    std::array<std::byte, format::kMaxInodeHeadSize> head{};
    const std::size_t size = format::encodeInodeHead(inode, head);
    window.put(directory.inodeFlat, std::span(head).first(size));
    putIndex(window, directory.inodeFlat + size, directory);
}

Result<void> DirectoryWriter::writeInodes(std::vector<Directory>& level, std::uint64_t entries)
{
    const std::uint64_t begin = m_inodes.flatBytes();
    std::uint64_t flat = begin;
    for (Directory& directory : level) {
        directory.inodeFlat = flat;
        flat += inodeBytes(directory);
    }
    const auto fill = [&](std::uint64_t from, std::span<std::byte> out) {
        WindowWriter window(from, out);
        auto it = std::upper_bound(level.begin(), level.end(), from, [](std::uint64_t f, const Directory& d) { return f < d.inodeFlat; });
        for (--it; it != level.end() && it->inodeFlat < window.end(); ++it)
            putInode(window, *it);
    };
    if (auto done = m_inodes.generate(flat - begin, fill); !done)
        return naming(std::move(done).error(), *level.back().record->folder->self);
    return m_press.forEach(level.size(), entries, [&](std::size_t i) -> Result<void> {
        level[i].record->folder->self->inodeReference = m_inodes.reference(level[i].inodeFlat);
        return {};
    });
}

}  // namespace sqd::pack
