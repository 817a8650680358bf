// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/superblock.h"

#include "base/bytes.h"

namespace sqd::format {

std::array<std::byte, kSuperblockSize> encodeSuperblock(const Superblock& s)
{
    std::array<std::byte, kSuperblockSize> b{};
    store32(b, 0, kMagic);
    store32(b, 4, s.inodes);
    store32(b, 8, s.mkfsTime);
    store32(b, 12, s.blockSize);
    store32(b, 16, s.fragments);
    store16(b, 20, s.codecId);
    store16(b, 22, s.blockLog);
    store16(b, 24, s.flags);
    store16(b, 26, s.ids);
    store16(b, 28, s.versionMajor);
    store16(b, 30, s.versionMinor);
    store64(b, 32, s.rootInode);
    store64(b, 40, s.bytesUsed);
    store64(b, 48, s.idTable);
    store64(b, 56, s.xattrTable);
    store64(b, 64, s.inodeTable);
    store64(b, 72, s.directoryTable);
    store64(b, 80, s.fragmentTable);
    store64(b, 88, s.exportTable);
    return b;
}

Superblock decodeSuperblock(std::span<const std::byte> b)
{
    Superblock s;
    s.inodes = load32(b, 4);
    s.mkfsTime = load32(b, 8);
    s.blockSize = load32(b, 12);
    s.fragments = load32(b, 16);
    s.codecId = load16(b, 20);
    s.blockLog = load16(b, 22);
    s.flags = load16(b, 24);
    s.ids = load16(b, 26);
    s.versionMajor = load16(b, 28);
    s.versionMinor = load16(b, 30);
    s.rootInode = load64(b, 32);
    s.bytesUsed = load64(b, 40);
    s.idTable = load64(b, 48);
    s.xattrTable = load64(b, 56);
    s.inodeTable = load64(b, 64);
    s.directoryTable = load64(b, 72);
    s.fragmentTable = load64(b, 80);
    s.exportTable = load64(b, 88);
    return s;
}

}  // namespace sqd::format
