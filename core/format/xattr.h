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

// Extended attributes (section 8).
namespace sqd::format {

inline constexpr std::size_t kXattrPairSize = 4;        // type and key length, without the key
inline constexpr std::size_t kXattrValueSize = 4;       // length word, without the bytes
inline constexpr std::size_t kXattrReferenceSize = 12;  // an out-of-line value: the word 8 and a reference
inline constexpr std::size_t kXattrIdEntrySize = 16;
inline constexpr std::size_t kXattrHeaderSize = 16;
inline constexpr std::uint16_t kXattrOutOfLine = 0x100;
inline constexpr std::uint16_t kXattrPrefixMask = 0xFF;
inline constexpr std::size_t kMaxXattrNameLength = 255;      // prefix included: what Linux serves
inline constexpr std::size_t kMaxXattrValueLength = 65536;   // the same

// A full name split as it is stored.
struct XattrName {
    std::uint16_t prefix = 0;  // 0 user., 1 trusted., 2 security.
    std::string_view key;      // the rest, not empty
};
// nullopt: no code for this prefix, or nothing behind it.
std::optional<XattrName> splitXattrName(std::string_view name);
// "user." and so on; empty for a code that has no meaning.
std::string_view xattrPrefix(std::uint16_t code);

struct XattrPair {
    std::uint16_t type = 0;    // prefix code, plus kXattrOutOfLine
    std::string_view key;      // points into the decoded bytes
    [[nodiscard]] std::uint16_t prefix() const { return type & kXattrPrefixMask; }
    [[nodiscard]] bool outOfLine() const { return (type & kXattrOutOfLine) != 0; }
};
// Type, key length and key. The value follows: decodeXattrValue, or decodeXattrReference when out of line. Invalid: empty key, type bits
// other than prefix and out-of-line. An unknown prefix is no error.
Decoded decodeXattrPair(std::span<const std::byte> bytes, XattrPair& out);
// Invalid: longer than `maxLength`. `out` points into the bytes.
Decoded decodeXattrValue(std::span<const std::byte> bytes, std::size_t maxLength, std::span<const std::byte>& out);
// Invalid: the length word is not 8. `out` is relative to the start of the pair blocks and names a value, never another reference.
Decoded decodeXattrReference(std::span<const std::byte> bytes, std::uint64_t& out);

// Each writes one part and returns its length.
std::size_t encodeXattrPair(const XattrPair& pair, std::span<std::byte> out);
std::size_t encodeXattrValue(std::string_view value, std::span<std::byte> out);
std::size_t encodeXattrReference(std::uint64_t reference, std::span<std::byte> out);

// One set.
struct XattrIdEntry {
    std::uint64_t reference = 0;  // of the first pair, relative to the start of the pair blocks
    std::uint32_t count = 0;      // pairs, at least 1
    std::uint32_t size = 0;       // two conventions exist; informational
};
XattrIdEntry decodeXattrIdEntry(std::span<const std::byte> bytes);  // 16 bytes
void encodeXattrIdEntry(const XattrIdEntry& entry, std::span<std::byte> out);

// What the superblock's xattr_table points at; the list of id blocks follows.
struct XattrHeader {
    std::uint64_t pairStart = 0;  // absolute
    std::uint32_t ids = 0;
};
XattrHeader decodeXattrHeader(std::span<const std::byte> bytes);  // 16 bytes
void encodeXattrHeader(const XattrHeader& header, std::span<std::byte> out);

}  // namespace sqd::format
