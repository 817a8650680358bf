// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/checked.h"
#include "format/constants.h"

#include <cstddef>
#include <cstdint>

// Lookup tables (section 5.3): entries in metadata blocks, then a raw list of the blocks' absolute positions.
namespace sqd::format {

inline constexpr std::size_t kIdEntrySize = 4;       // one uid or gid
inline constexpr std::size_t kExportEntrySize = 8;   // reference of inode number − 1
inline constexpr std::size_t kListSlotSize = 8;      // one block position

// `entryBytes` divides 8192 in all functions, so no entry crosses a block. Counts are below 2^32.
constexpr std::uint64_t entriesPerBlock(std::size_t entryBytes) { return kMetadataBlockSize / entryBytes; }
constexpr std::uint64_t lookupBlocks(std::uint64_t entries, std::size_t entryBytes)
{
    return (entries * entryBytes + kMetadataBlockSize - 1) / kMetadataBlockSize;
}
constexpr std::uint64_t lookupListBytes(std::uint64_t entries, std::size_t entryBytes)
{
    return lookupBlocks(entries, entryBytes) * kListSlotSize;
}
// Unpacked length of block `block` of a table: 8192, or the remainder in the last one. `block` < lookupBlocks().
constexpr std::size_t lookupBlockBytes(std::uint64_t entries, std::size_t entryBytes, std::uint64_t block)
{
    const std::uint64_t left = entries * entryBytes - block * kMetadataBlockSize;
    return static_cast<std::size_t>(left < kMetadataBlockSize ? left : kMetadataBlockSize);
}

// Where entry `index` lies.
struct LookupPlace {
    std::uint64_t block = 0;   // slot in the list
    std::size_t offset = 0;    // in the unpacked block
};
constexpr LookupPlace lookupPlace(std::uint64_t index, std::size_t entryBytes)
{
    return {index * entryBytes / kMetadataBlockSize, static_cast<std::size_t>(index * entryBytes % kMetadataBlockSize)};
}

}  // namespace sqd::format
