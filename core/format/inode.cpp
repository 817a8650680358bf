// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/inode.h"

#include "base/bytes.h"
#include "format/directory.h"

#include <array>

namespace sqd::format {

std::optional<std::size_t> inodeHeadSize(std::uint16_t typeWord)
{
    // By stored type: directory file symlink block char fifo socket, then the same extended.
    static constexpr std::array<std::uint8_t, 15> kSizes{0, 32, 32, 24, 24, 24, 20, 20, 40, 56, 24, 28, 28, 24, 24};
    if (typeWord == 0 || typeWord >= kSizes.size())
        return std::nullopt;
    return kSizes[typeWord];
}

std::uint64_t blockWordCount(std::uint64_t size, std::uint32_t fragment, std::uint32_t blockSize)
{
    const std::uint64_t whole = size / blockSize;
    return whole + (fragment == kNoFragment && size % blockSize != 0 ? 1 : 0);
}

static void decodeDirectory(std::span<const std::byte> b, Inode& n)
{
    if (n.extended) {
        n.links = load32(b, 16);
        n.listingSize = load32(b, 20);
        n.listingBlock = load32(b, 24);
        n.parent = load32(b, 28);
        n.indexCount = load16(b, 32);
        n.listingOffset = load16(b, 34);
        n.xattr = load32(b, 36);
        return;
    }
    n.listingBlock = load32(b, 16);
    n.links = load32(b, 20);
    n.listingSize = load16(b, 24);
    n.listingOffset = load16(b, 26);
    n.parent = load32(b, 28);
}

static void decodeFile(std::span<const std::byte> b, Inode& n)
{
    if (n.extended) {
        n.start = load64(b, 16);
        n.size = load64(b, 24);
        n.sparse = load64(b, 32);
        n.links = load32(b, 40);
        n.fragment = load32(b, 44);
        n.fragmentOffset = load32(b, 48);
        n.xattr = load32(b, 52);
        return;
    }
    n.start = load32(b, 16);
    n.fragment = load32(b, 20);
    n.fragmentOffset = load32(b, 24);
    n.size = load32(b, 28);
}

static void decodeOther(std::span<const std::byte> b, Inode& n)
{
    n.links = load32(b, 16);
    switch (n.type) {
    case InodeType::Symlink:
        n.targetLength = load32(b, 20);
        break;
    case InodeType::BlockDevice:
    case InodeType::CharDevice:
        n.device = load32(b, 20);
        if (n.extended)
            n.xattr = load32(b, 24);
        break;
    default:
        if (n.extended)
            n.xattr = load32(b, 20);
        break;
    }
}

Decoded decodeInodeHead(std::span<const std::byte> b, Inode& out)
{
    if (b.size() < 2)
        return Decoded::needs(kInodeCommonSize);
    const std::uint16_t word = load16(b, 0);
    const auto head = inodeHeadSize(word);
    if (!head)
        return Decoded::invalid(0, "inode type outside 1 to 14");
    if (b.size() < *head)
        return Decoded::needs(*head);
    Inode n;
    n.extended = word > kExtendedInode;
    n.type = static_cast<InodeType>(n.extended ? word - kExtendedInode : word);
    n.mode = load16(b, 2);
    n.uidIndex = load16(b, 4);
    n.gidIndex = load16(b, 6);
    n.mtime = load32(b, 8);
    n.number = load32(b, 12);
    if (n.type == InodeType::Directory)
        decodeDirectory(b, n);
    else if (n.type == InodeType::File)
        decodeFile(b, n);
    else
        decodeOther(b, n);
    out = n;
    return Decoded::done(*head);
}

static Decoded walkIndex(std::span<const std::byte> b, std::uint64_t at, const Inode& n)
{
    for (unsigned i = 0; i < n.indexCount; ++i) {
        DirectoryIndex record;
        const Decoded d = decodeDirectoryIndex(b.subspan(static_cast<std::size_t>(at)), record);
        if (!d.complete())
            return {d.status, at + d.bytes, d.problem};
        at += d.bytes;
    }
    return Decoded::done(at);
}

Decoded decodeInode(std::span<const std::byte> b, std::uint32_t blockSize, Inode& out)
{
    const Decoded head = decodeInodeHead(b, out);
    if (!head.complete())
        return head;
    std::uint64_t end = head.bytes;
    if (out.type == InodeType::Directory)
        return walkIndex(b, end, out);
    if (out.type == InodeType::File)
        end += 4 * blockWordCount(out.size, out.fragment, blockSize);  // at most 2^54 for the smallest block
    else if (out.type == InodeType::Symlink)
        end += out.targetLength + (out.extended ? 4U : 0U);
    if (b.size() < end)
        return Decoded::needs(end);
    if (out.type == InodeType::Symlink && out.extended)
        out.xattr = load32(b, static_cast<std::size_t>(end) - 4);
    return Decoded::done(end);
}

static void encodeDirectory(const Inode& n, std::span<std::byte> b)
{
    if (n.extended) {
        store32(b, 16, n.links);
        store32(b, 20, n.listingSize);
        store32(b, 24, n.listingBlock);
        store32(b, 28, n.parent);
        store16(b, 32, n.indexCount);
        store16(b, 34, n.listingOffset);
        store32(b, 36, n.xattr);
        return;
    }
    store32(b, 16, n.listingBlock);
    store32(b, 20, n.links);
    store16(b, 24, static_cast<std::uint16_t>(n.listingSize));
    store16(b, 26, n.listingOffset);
    store32(b, 28, n.parent);
}

static void encodeFile(const Inode& n, std::span<std::byte> b)
{
    if (n.extended) {
        store64(b, 16, n.start);
        store64(b, 24, n.size);
        store64(b, 32, n.sparse);
        store32(b, 40, n.links);
        store32(b, 44, n.fragment);
        store32(b, 48, n.fragmentOffset);
        store32(b, 52, n.xattr);
        return;
    }
    store32(b, 16, static_cast<std::uint32_t>(n.start));
    store32(b, 20, n.fragment);
    store32(b, 24, n.fragmentOffset);
    store32(b, 28, static_cast<std::uint32_t>(n.size));
}

static void encodeOther(const Inode& n, std::span<std::byte> b)
{
    store32(b, 16, n.links);
    switch (n.type) {
    case InodeType::Symlink:
        store32(b, 20, n.targetLength);
        break;
    case InodeType::BlockDevice:
    case InodeType::CharDevice:
        store32(b, 20, n.device);
        if (n.extended)
            store32(b, 24, n.xattr);
        break;
    default:
        if (n.extended)
            store32(b, 20, n.xattr);
        break;
    }
}

std::size_t encodeInodeHead(const Inode& n, std::span<std::byte> b)
{
    const std::uint16_t word = inodeTypeWord(n.type, n.extended);
    store16(b, 0, word);
    store16(b, 2, n.mode);
    store16(b, 4, n.uidIndex);
    store16(b, 6, n.gidIndex);
    store32(b, 8, n.mtime);
    store32(b, 12, n.number);
    if (n.type == InodeType::Directory)
        encodeDirectory(n, b);
    else if (n.type == InodeType::File)
        encodeFile(n, b);
    else
        encodeOther(n, b);
    return inodeHeadSize(word).value_or(0);
}

std::optional<std::uint32_t> encodeDevice(DeviceNumber n)
{
    if (n.major > 0xFFF || n.minor > 0xFFFFF)
        return std::nullopt;
    return (n.minor & 0xFF) | n.major << 8 | (n.minor & ~0xFFU) << 12;
}

DeviceNumber decodeDevice(std::uint32_t device)
{
    return {device >> 8 & 0xFFF, (device & 0xFF) | (device >> 12 & 0xFFF00)};
}

}  // namespace sqd::format
