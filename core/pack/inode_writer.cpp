// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/inode_writer.h"

#include "base/bytes.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace sqd::pack {

using format::InodeType;
using source::Entry;
using source::FileData;

const FileData& dataOf(const Entry& file)
{
    static const FileData kEmpty;
    return file.data != nullptr && file.size > 0 ? *file.data : kEmpty;
}

static bool isExtended(const Entry& entry)
{
    if (entry.xattrIndex != format::kNoXattr)
        return true;
    if (entry.type != InodeType::File)
        return false;
    const FileData& data = dataOf(entry);
    return entry.links > 1 || entry.size > 0xFFFFFFFF || data.start() > 0xFFFFFFFF || data.sparseBytes() != 0;
}

std::uint64_t leafInodeBytes(const Entry& entry)
{
    const bool extended = isExtended(entry);
    std::uint64_t bytes = format::inodeHeadSize(format::inodeTypeWord(entry.type, extended)).value_or(0);
    if (entry.type == InodeType::File)
        bytes += std::uint64_t{4} * dataOf(entry).blockCount;
    else if (entry.type == InodeType::Symlink)
        bytes += entry.size + (extended ? 4 : 0);
    return bytes;
}

format::Inode commonInode(const Entry& entry, const IdTable& ids)
{
    format::Inode inode;
    inode.type = entry.type;
    inode.extended = entry.xattrIndex != format::kNoXattr;
    inode.mode = entry.mode & 07777;
    inode.uidIndex = ids.index(entry.uid);
    inode.gidIndex = ids.index(entry.gid);
    inode.mtime = entry.mtime;
    inode.number = entry.inodeNumber;
    inode.links = std::max<std::uint32_t>(entry.links, 1);
    inode.xattr = entry.xattrIndex;
    return inode;
}

static format::Inode leafInode(const Entry& entry, const IdTable& ids)
{
    format::Inode inode = commonInode(entry, ids);
    inode.extended = isExtended(entry);
    if (entry.type == InodeType::File) {
        const FileData& data = dataOf(entry);
        inode.start = data.start();
        inode.size = entry.size;
        inode.sparse = std::min(data.sparseBytes(), entry.size);
        inode.fragment = data.fragment;
        inode.fragmentOffset = data.fragment == format::kNoFragment ? 0 : data.fragmentOffset;
    } else if (entry.type == InodeType::Symlink) {
        inode.targetLength = static_cast<std::uint32_t>(entry.size);
    } else {
        inode.device = entry.device;
    }
    return inode;
}

void WindowWriter::put(std::uint64_t at, std::span<const std::byte> bytes)
{
    const std::uint64_t begin = std::max(at, m_begin);
    const std::uint64_t end = std::min(at + bytes.size(), m_end);
    if (begin < end)
        std::memcpy(m_out.data() + (begin - m_begin), bytes.data() + (begin - at), static_cast<std::size_t>(end - begin));
}

void WindowWriter::putWords(std::uint64_t at, std::span<const std::uint32_t> words)
{
    // A file can have millions of words; only those inside the window are visited.
    std::size_t i = at < m_begin ? static_cast<std::size_t>(std::min<std::uint64_t>((m_begin - at) / 4, words.size())) : 0;
    for (; i < words.size() && at + 4 * i < m_end; ++i) {
        std::array<std::byte, 4> bytes{};
        store32(bytes, 0, words[i]);
        put(at + 4 * i, bytes);
    }
}

static void putLeaf(WindowWriter& window, std::uint64_t at, const Entry& entry, const IdTable& ids)
{
    std::array<std::byte, format::kMaxInodeHeadSize> head{};
    const format::Inode inode = leafInode(entry, ids);
    const std::size_t size = format::encodeInodeHead(inode, head);
    window.put(at, std::span(head).first(size));
    at += size;
    if (entry.type == InodeType::File) {
        const FileData& data = dataOf(entry);
        window.putWords(at, data.words());
    } else if (entry.type == InodeType::Symlink) {
        window.put(at, std::as_bytes(std::span(entry.target.get(), static_cast<std::size_t>(entry.size))));
        if (inode.extended)
            window.putWords(at + entry.size, std::span(&inode.xattr, 1));
    }
}

static std::span<Entry> entriesOf(const FolderRecord& record)
{
    return {record.folder->entries.get(), record.folder->count};
}

static bool ownsLeaf(const Entry& entry)
{
    return entry.linkOwner == nullptr && entry.type != InodeType::Directory && !entry.dropped;
}

// The place of the leaf inode that holds the byte at `flat`: the last folder, and in it the last entry, that begins at or before it.
// Folders and entries without an inode here share the position of the next one and stand before it.
static std::pair<std::size_t, std::size_t> leafAt(const MetadataPlan& plan, std::uint64_t flat)
{
    const auto folder = std::upper_bound(plan.folders.begin(), plan.folders.end(), flat,
                                         [](std::uint64_t f, const FolderRecord& r) { return f < r.leavesFlat; });
    const auto f = static_cast<std::size_t>(folder - plan.folders.begin()) - 1;
    const auto entries = entriesOf(plan.folders[f]);
    const auto entry = std::upper_bound(entries.begin(), entries.end(), flat, [](std::uint64_t v, const Entry& e) { return v < e.inodeReference; });
    return {f, static_cast<std::size_t>(entry - entries.begin()) - 1};
}

static void fillLeaves(const MetadataPlan& plan, std::uint64_t flat, std::span<std::byte> out)
{
    WindowWriter window(flat, out);
    auto [f, e] = leafAt(plan, flat);
    for (; f < plan.folders.size() && plan.folders[f].leavesFlat < window.end(); ++f, e = 0) {
        const auto entries = entriesOf(plan.folders[f]);
        for (; e < entries.size() && entries[e].inodeReference < window.end(); ++e) {
            if (ownsLeaf(entries[e]))
                putLeaf(window, entries[e].inodeReference, entries[e], plan.ids);
        }
    }
}

Result<void> writeLeafInodes(MetadataPlan& plan, MetadataPress& press, MetadataStream& stream)
{
    const auto fill = [&plan](std::uint64_t flat, std::span<std::byte> out) { fillLeaves(plan, flat, out); };
    if (auto done = stream.generate(plan.leafBytes, fill); !done) {
        Error error = std::move(done).error();
        if (error.code == Errc::NotExpressible && error.where.empty()) {
            const auto [f, e] = leafAt(plan, stream.packedFlatBytes() - 1);
            error.where = source::imagePath(plan.folders[f].folder->entries[e]);
        }
        return error;
    }
    return press.forEach(plan.folders.size(), plan.inodes, [&](std::size_t f) -> Result<void> {
        for (Entry& entry : entriesOf(plan.folders[f])) {
            if (ownsLeaf(entry))
                entry.inodeReference = stream.reference(entry.inodeReference);
        }
        return {};
    });
}

}  // namespace sqd::pack
