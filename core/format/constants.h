// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>

// Numbers of SquashFS 4.0. Section numbers are those of the kernel's on-disk layout as described in ARCHITECTURE.md, "On-disk format".
namespace sqd::format {

inline constexpr std::uint32_t kMagic = 0x73717368;  // "hsqs"
inline constexpr std::size_t kSuperblockSize = 96;
inline constexpr std::uint32_t kMinBlockSize = 4096;
inline constexpr std::uint32_t kMaxBlockSize = 1U << 20;
inline constexpr std::uint32_t kDefaultBlockSize = 128 * 1024;
inline constexpr std::size_t kMetadataBlockSize = 8192;       // unpacked; inner blocks are exactly full
inline constexpr std::uint16_t kMetadataRawBit = 0x8000;      // in the 2-byte header
inline constexpr std::uint32_t kBlockRawBit = 1U << 24;       // in a block-size word
inline constexpr std::uint32_t kBlockSizeMask = kBlockRawBit - 1;
inline constexpr std::uint32_t kNoFragment = 0xFFFFFFFF;
inline constexpr std::uint32_t kNoXattr = 0xFFFFFFFF;
inline constexpr std::uint64_t kNoTable = ~std::uint64_t{0};
inline constexpr std::uint32_t kMaxIds = 65535;
inline constexpr std::size_t kMaxNameLength = 255;            // 256 on disk, but no file system takes it
inline constexpr std::size_t kMaxSymlinkLength = 65535;
inline constexpr std::uint32_t kMaxDirectoryEntriesPerHeader = 256;

enum class CodecId : std::uint16_t { Gzip = 1, Lzma = 2, Lzo = 3, Xz = 4, Lz4 = 5, Zstd = 6 };

// Superblock flags (section 2.1).
enum Flag : std::uint16_t {
    kRawInodes = 0x0001,
    kRawData = 0x0002,
    kCheckData = 0x0004,  // must be 0
    kRawFragments = 0x0008,
    kNoFragments = 0x0010,
    kAlwaysFragments = 0x0020,
    kDuplicates = 0x0040,
    kExportable = 0x0080,
    kRawXattrs = 0x0100,
    kNoXattrs = 0x0200,
    kCompressorOptions = 0x0400,
    kRawIds = 0x0800,
};

// Basic inode kinds 1…7, extended ones 8…14 (basic + 7).
enum class InodeType : std::uint16_t { Directory = 1, File, Symlink, BlockDevice, CharDevice, Fifo, Socket };
inline constexpr std::uint16_t kExtendedInode = 7;  // added to the basic number

}  // namespace sqd::format
