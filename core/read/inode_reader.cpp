// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/inode_reader.h"

#include "base/bytes.h"
#include "format/directory.h"
#include "format/inode.h"
#include "read/limits.h"

#include <array>

namespace sqd::read {

const char* inodeTypeName(format::InodeType type)
{
    switch (type) {
    case format::InodeType::Directory:
        return "directory";
    case format::InodeType::File:
        return "file";
    case format::InodeType::Symlink:
        return "symlink";
    case format::InodeType::BlockDevice:
        return "block";
    case format::InodeType::CharDevice:
        return "char";
    case format::InodeType::Fifo:
        return "fifo";
    case format::InodeType::Socket:
        return "socket";
    }
    return "unknown";
}

namespace {

Result<format::Inode> readHead(MetadataCursor& cursor, const std::string& table)
{
    std::array<std::byte, format::kMaxInodeHeadSize> raw{};
    const std::uint64_t position = cursor.position();
    SQD_CHECK(cursor.read(std::span(raw).first(2)));
    const std::uint16_t word = load16(std::span<const std::byte>(raw), 0);
    const auto size = format::inodeHeadSize(word);
    if (!size)
        return corruptError(table, "not a valid inode: type " + std::to_string(word) + " is outside of 1 to 14", position);
    SQD_CHECK(cursor.read(std::span(raw).subspan(2, *size - 2)));
    format::Inode head;
    const format::Decoded decoded = format::decodeInodeHead(std::span<const std::byte>(raw).first(*size), head);
    if (!decoded.complete())
        return corruptError(table, std::string("not a valid inode: ") + decoded.problem, position);
    return head;
}

Result<std::uint32_t> owner(const InodeContext& context, std::uint16_t index, const char* which, std::uint64_t position)
{
    if (index >= context.ids.size())
        return corruptError(context.table.name(), std::string(which) + " index " + std::to_string(index) + " is out of range (the image has " +
                std::to_string(context.ids.size()) + ")", position);
    return context.ids[index];
}

Result<void> readTarget(MetadataCursor& cursor, const InodeContext& context, std::uint32_t length, Inode& inode)
{
    if (length == 0 || length > format::kMaxSymlinkLength || length > context.table.bytesLeft(cursor.reference()))
        return corruptError(context.table.name(), "length " + std::to_string(length) + " of a symbolic link is out of range", inode.position);
    inode.target.resize(length);
    SQD_CHECK(cursor.read(std::as_writable_bytes(std::span(inode.target))));
    if (inode.target.find('\0') != std::string::npos)
        return corruptError(context.table.name(), "target of a symbolic link holds a NUL byte", inode.position);
    inode.sizeBytes = length;
    if (inode.extended) {
        std::array<std::byte, 4> xattr{};
        SQD_CHECK(cursor.read(xattr));
        inode.xattrIndex = load32(xattr, 0);
    }
    return {};
}

Result<void> fillFile(MetadataCursor& cursor, const InodeContext& context, const format::Inode& head, Inode& inode)
{
    if (head.size > kMaxFileSize)
        return corruptError(context.table.name(), "file size " + std::to_string(head.size) + " is out of range", inode.position);
    inode.sizeBytes = head.size;
    inode.start = head.start;
    inode.sparseBytes = head.sparse;
    inode.fragment = head.fragment;
    inode.fragmentOffset = head.fragmentOffset;
    inode.blockCount = format::blockWordCount(head.size, head.fragment, context.blockSize);
    inode.wordsReference = cursor.reference();
    if (inode.blockCount > context.table.bytesLeft(inode.wordsReference) / 4)
        return corruptError(context.table.name(), "file of " + std::to_string(head.size) + " bytes needs " + std::to_string(inode.blockCount) +
                " block sizes, more than the inode table holds", inode.position);
    return {};
}

}  // namespace

Result<Inode> readInode(MetadataCursor& cursor, const InodeContext& context)
{
    Inode inode;
    inode.reference = cursor.reference();
    inode.position = cursor.position();
    SQD_TRY(const format::Inode head, readHead(cursor, context.table.name()));
    inode.type = head.type;
    inode.extended = head.extended;
    inode.mode = head.mode & 07777;
    inode.mtime = head.mtime;
    inode.number = head.number;
    inode.links = head.links;
    inode.xattrIndex = head.xattr;
    if (head.number == 0)
        return corruptError(context.table.name(), "not a valid inode: its number is 0", inode.position);
    SQD_TRY(inode.uid, owner(context, head.uidIndex, "uid", inode.position));
    SQD_TRY(inode.gid, owner(context, head.gidIndex, "gid", inode.position));
    switch (head.type) {
    case format::InodeType::Directory:
        inode.storedListingSize = head.listingSize;
        inode.listingBytes = head.listingSize > format::kListingSizeBias ? head.listingSize - format::kListingSizeBias : 0;
        inode.listingBlock = head.listingBlock;
        inode.listingOffset = head.listingOffset;
        inode.parent = head.parent;
        inode.indexCount = head.indexCount;
        inode.indexReference = cursor.reference();
        break;
    case format::InodeType::File:
        SQD_CHECK(fillFile(cursor, context, head, inode));
        break;
    case format::InodeType::Symlink:
        SQD_CHECK(readTarget(cursor, context, head.targetLength, inode));
        break;
    default: {
        const format::DeviceNumber device = format::decodeDevice(head.device);
        inode.major = device.major;
        inode.minor = device.minor;
        break;
    }
    }
    return inode;
}

Result<Inode> readInodeAt(std::uint64_t reference, const InodeContext& context)
{
    SQD_TRY(auto cursor, MetadataCursor::at(context.table, reference));
    return readInode(cursor, context);
}

Result<void> skipInodeTail(MetadataCursor& cursor, const Inode& inode)
{
    if (inode.isFile())
        return cursor.skip(inode.blockCount * 4);
    for (std::uint32_t i = 0; inode.isDirectory() && i < inode.indexCount; ++i) {
        std::array<std::byte, format::kDirectoryIndexSize> raw{};
        const std::uint64_t position = cursor.position();
        SQD_CHECK(cursor.read(raw));
        const std::uint64_t length = std::uint64_t{load32(raw, 8)} + 1;
        if (length > kMaxStoredName)
            return corruptError("inode table", "directory index: name longer than 256 bytes", position);
        SQD_CHECK(cursor.skip(length));
    }
    return {};
}

}  // namespace sqd::read
