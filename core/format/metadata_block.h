// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/constants.h"

#include <cstdint>
#include <optional>

namespace sqd::format {

inline constexpr std::size_t kMetadataHeaderSize = 2;

// The 16-bit word in front of every metadata block (section 5.1).
struct MetadataHeader {
    std::uint16_t storedBytes = 0;  // 1…8192, without the word itself
    bool raw = false;               // stored as it is
};

// nullopt: size 0 or above 8192.
inline std::optional<MetadataHeader> decodeMetadataHeader(std::uint16_t word)
{
    const auto size = static_cast<std::uint16_t>(word & ~kMetadataRawBit);
    if (size == 0 || size > kMetadataBlockSize)
        return std::nullopt;
    return MetadataHeader{size, (word & kMetadataRawBit) != 0};
}

inline std::uint16_t encodeMetadataHeader(MetadataHeader header)
{
    return static_cast<std::uint16_t>(header.storedBytes | (header.raw ? kMetadataRawBit : 0));
}

// A place in a table (section 5.2): the stored position of a block's header, counted from the start of its table, and the offset in the
// unpacked block.
struct Reference {
    std::uint64_t block = 0;   // below 2^48
    std::uint16_t offset = 0;  // 0…8191 when it names a byte
    friend bool operator==(const Reference&, const Reference&) = default;
};

inline std::uint64_t packReference(Reference r) { return r.block << 16 | r.offset; }
inline Reference unpackReference(std::uint64_t word) { return {word >> 16, static_cast<std::uint16_t>(word & 0xFFFF)}; }

// A block-size word of file data or of a fragment block (section 4.1). 0 is a hole in file data and invalid for a fragment.
struct BlockWord {
    std::uint32_t storedBytes = 0;  // 0 only in a hole
    bool raw = false;
};

// nullopt: high bits set, size 0 with the raw bit, or more than `blockSize` bytes.
inline std::optional<BlockWord> decodeBlockWord(std::uint32_t word, std::uint32_t blockSize)
{
    const std::uint32_t size = word & kBlockSizeMask;
    const bool raw = (word & kBlockRawBit) != 0;
    if ((word & ~(kBlockSizeMask | kBlockRawBit)) != 0 || size > blockSize || (raw && size == 0))
        return std::nullopt;
    return BlockWord{size, raw};
}

inline std::uint32_t encodeBlockWord(BlockWord word) { return word.storedBytes | (word.raw ? kBlockRawBit : 0); }

}  // namespace sqd::format
