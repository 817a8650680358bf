// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/constants.h"
#include "format/decoded.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sqd::format {

inline constexpr std::size_t kInodeCommonSize = 16;
inline constexpr std::size_t kMaxInodeHeadSize = 56;

// One inode of any of the 14 kinds (section 6) without its variable part. Fields of other kinds keep their defaults.
struct Inode {
    InodeType type = InodeType::File;   // always the basic code
    bool extended = false;
    std::uint16_t mode = 0;             // low 12 bits matter
    std::uint16_t uidIndex = 0;         // into the id table
    std::uint16_t gidIndex = 0;
    std::uint32_t mtime = 0;            // seconds since 1970, unsigned
    std::uint32_t number = 0;
    std::uint32_t links = 1;            // a basic file always has one
    std::uint32_t xattr = kNoXattr;     // extended only
    // Directory. The listing has listingSize − 3 bytes at (listingBlock, listingOffset) of the directory table.
    std::uint32_t listingBlock = 0;
    std::uint16_t listingOffset = 0;
    std::uint32_t listingSize = 3;
    std::uint32_t parent = 0;
    std::uint16_t indexCount = 0;       // extended only: records behind the head
    // File
    std::uint64_t start = 0;            // absolute position of the first stored block
    std::uint64_t size = 0;
    std::uint64_t sparse = 0;           // extended only: bytes in holes
    std::uint32_t fragment = kNoFragment;
    std::uint32_t fragmentOffset = 0;
    // Symlink
    std::uint32_t targetLength = 0;
    // Devices, encoded (below)
    std::uint32_t device = 0;
};

// Bytes of the fixed fields for a type word as stored (1…14); nullopt for every other word. An extended symlink's xattr index, which
// stands behind the target, is not counted.
std::optional<std::size_t> inodeHeadSize(std::uint16_t typeWord);
inline std::uint16_t inodeTypeWord(InodeType type, bool extended)
{
    return static_cast<std::uint16_t>(static_cast<std::uint16_t>(type) + (extended ? kExtendedInode : 0));
}

// Number of block-size words a file carries. `blockSize` is a power of two.
std::uint64_t blockWordCount(std::uint64_t size, std::uint32_t fragment, std::uint32_t blockSize);

// Only the fixed fields. Complete: `bytes` = size of the head. Words, target or index records follow it; the xattr index of an extended
// symlink stays kNoXattr here. Invalid: type outside 1…14. Other values are not judged.
Decoded decodeInodeHead(std::span<const std::byte> bytes, Inode& out);
// The whole record: walks over words, target and index records and reads an extended symlink's xattr index. Complete: `bytes` = length
// of the record, so that the next one starts there.
Decoded decodeInode(std::span<const std::byte> bytes, std::uint32_t blockSize, Inode& out);

// Writes the fixed fields; `out` holds at least kMaxInodeHeadSize bytes. Returns their number. The caller appends the variable part and,
// for an extended symlink, the xattr index.
std::size_t encodeInodeHead(const Inode& inode, std::span<std::byte> out);

// Device numbers as stored (section 6): major 0…4095, minor 0…1048575.
struct DeviceNumber {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    friend bool operator==(const DeviceNumber&, const DeviceNumber&) = default;
};
// nullopt: a number that the format cannot hold.
std::optional<std::uint32_t> encodeDevice(DeviceNumber number);
DeviceNumber decodeDevice(std::uint32_t device);

}  // namespace sqd::format
