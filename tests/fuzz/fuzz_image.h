// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/constants.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Shared by the fuzz targets: images around a piece of hostile bytes, and everything that a reader can be asked to do with an image.
namespace sqd::fuzz {

using Bytes = std::vector<std::byte>;

// The pieces of an image as they are stored; what a target leaves alone is sound.
struct ImagePieces {
    format::CodecId codec = format::CodecId::Gzip;
    Bytes inodes;             // stored metadata blocks
    Bytes directories;        // the same
    std::uint64_t rootInode = 0;
    Bytes xattrPairs;         // stored metadata blocks; no attributes when the ids below are empty
    Bytes xattrIds;           // unpacked entries of 16 bytes
    Bytes fragments;          // unpacked entries of 16 bytes
};

// `contents` as raw metadata blocks of 8192 bytes each.
Bytes rawMetadata(std::span<const std::byte> contents);
Bytes compose(const ImagePieces& pieces);

// Records that stand in a sound inode table, unpacked.
Bytes directoryRecord(std::uint32_t number, std::uint32_t listingBlock, std::uint16_t listingOffset, std::uint32_t listingBytes);
Bytes fileRecord(std::uint32_t number, std::uint32_t size, std::uint32_t xattr);

// Opens, describes, walks, reads and verifies. Whatever the bytes are, this ends, in bounded time and memory.
void exerciseImage(Bytes image);

}  // namespace sqd::fuzz
