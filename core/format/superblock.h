// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "format/constants.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sqd::format {

// The 96 bytes at the start of an image (section 2). Positions are bytes from the superblock's first byte.
struct Superblock {
    std::uint32_t inodes = 0;
    std::uint32_t mkfsTime = 0;
    std::uint32_t blockSize = kDefaultBlockSize;
    std::uint32_t fragments = 0;
    std::uint16_t codecId = 0;
    std::uint16_t blockLog = 17;
    std::uint16_t flags = 0;
    std::uint16_t ids = 0;
    std::uint16_t versionMajor = 4;
    std::uint16_t versionMinor = 0;
    std::uint64_t rootInode = 0;  // inode reference
    std::uint64_t bytesUsed = 0;
    std::uint64_t idTable = 0;
    std::uint64_t xattrTable = kNoTable;
    std::uint64_t inodeTable = 0;
    std::uint64_t directoryTable = 0;
    std::uint64_t fragmentTable = 0;
    std::uint64_t exportTable = kNoTable;
};

std::array<std::byte, kSuperblockSize> encodeSuperblock(const Superblock& superblock);
// Only splits the fields; validation is the reader's. `bytes` holds at least kSuperblockSize bytes.
Superblock decodeSuperblock(std::span<const std::byte> bytes);

}  // namespace sqd::format
