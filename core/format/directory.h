// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/constants.h"
#include "format/decoded.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sqd::format {

inline constexpr std::size_t kDirectoryHeaderSize = 12;
inline constexpr std::size_t kDirectoryEntrySize = 8;          // without the name
inline constexpr std::size_t kDirectoryIndexSize = 12;         // without the name
inline constexpr std::uint32_t kListingSizeBias = 3;           // an inode's listingSize is this much larger than the listing
inline constexpr std::size_t kMaxStoredNameLength = 256;
inline constexpr std::uint32_t kMaxDirectoryIndexCount = 65535;

// Stands before up to 256 entries whose inodes share one metadata block (section 7.1).
struct DirectoryHeader {
    std::uint32_t count = 0;       // entries that follow, 1…256
    std::uint32_t inodeBlock = 0;  // relative to the inode table
    std::uint32_t numberBase = 0;
};

struct DirectoryEntry {
    std::uint16_t inodeOffset = 0;
    std::int16_t numberDelta = 0;  // added to the base, modulo 2^32
    std::uint16_t type = 0;        // basic code as stored; 1…7 in a valid image
    std::string_view name;         // points into the decoded bytes
};

// A signpost into a long listing (section 7.2).
struct DirectoryIndex {
    std::uint32_t index = 0;       // byte position of a header within the listing
    std::uint32_t block = 0;       // table-relative position of the metadata block that holds it
    std::string_view name;         // first name behind that header
};

// Invalid: more than 256 entries.
Decoded decodeDirectoryHeader(std::span<const std::byte> bytes, DirectoryHeader& out);
// Invalid: a name longer than 256 bytes. Type, offset and the name's contents are not judged (see isEntryNameAllowed).
Decoded decodeDirectoryEntry(std::span<const std::byte> bytes, DirectoryEntry& out);
// Invalid: a name longer than 256 bytes.
Decoded decodeDirectoryIndex(std::span<const std::byte> bytes, DirectoryIndex& out);

// Each writes one record and returns its length; `out` holds it (header 12, entry 8 + name, index 12 + name), names 1…256 bytes.
std::size_t encodeDirectoryHeader(const DirectoryHeader& header, std::span<std::byte> out);
std::size_t encodeDirectoryEntry(const DirectoryEntry& entry, std::span<std::byte> out);
std::size_t encodeDirectoryIndex(const DirectoryIndex& index, std::span<std::byte> out);

// False for "", ".", ".." and for names with '/' or NUL.
bool isEntryNameAllowed(std::string_view name);
// The order of entries: unsigned bytes, a prefix before its extensions. Negative, 0 or positive.
int compareNames(std::string_view a, std::string_view b);

}  // namespace sqd::format
