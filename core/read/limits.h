// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>

// What a reader is willing to do for one image, in one place. Every length in an image is hostile: it is compared with these and with
// the bytes that are really left before anything is allocated or looped over. Raising a limit costs only memory or time.
namespace sqd::read {

// Folders below each other. No file system of this system resolves deeper paths (PATH_MAX is 4096), and every level costs one open
// listing in memory.
inline constexpr std::uint32_t kMaxDepth = 4096;
// Symbolic links followed while one path is resolved; the kernel's own number.
inline constexpr std::uint32_t kMaxSymlinkSteps = 40;
// Bytes of a name as the format counts them; longer than what a file system takes (255), so 256 is listed but cannot be extracted.
inline constexpr std::size_t kMaxStoredName = 256;
// One folder's unpacked listing: about ten million entries. 21 stored bytes unpack to 8192, so the field alone must not decide.
inline constexpr std::uint64_t kMaxListingBytes = 512ULL << 20;
// One file's list of block-size words: 8 TiB at 128 KiB blocks.
inline constexpr std::uint64_t kMaxBlockListBytes = 256ULL << 20;
// A file's size: the sign bit of the kernel's offset type (CVE-2025-40200).
inline constexpr std::uint64_t kMaxFileSize = (1ULL << 63) - 1;
// Value of one attribute, and of all of one entry; the kernel takes 64 KiB each.
inline constexpr std::size_t kMaxXattrValue = 64 * 1024;
inline constexpr std::size_t kMaxXattrTotal = 16U << 20;
inline constexpr std::size_t kMaxXattrKey = 255;
// Index list of a lookup table: 32 MiB of positions address two thousand million fragments.
inline constexpr std::uint64_t kMaxLookupListBytes = 32ULL << 20;
// Unpacked bytes of the inode table that a whole scan (verify, info) is willing to go through: over a hundred million inodes.
inline constexpr std::uint64_t kMaxMetadataBytes = 8ULL << 30;
// Stored blocks that one verification keeps in mind, 24 bytes each: 8 TiB at 128 KiB blocks.
inline constexpr std::size_t kMaxBlockUses = 64U << 20;
// Payload of a compressor options block; the longest known is 12.
inline constexpr std::size_t kMaxOptionsBytes = 512;
// How far into a file the magic is looked for when it is neither at 0 nor behind an ELF program.
inline constexpr std::uint64_t kMaxScanBytes = 16ULL << 20;
// Findings that a verification keeps; more are counted only.
inline constexpr std::size_t kMaxFindings = 1000;
// Decoded blocks kept by default (blocks of files, blocks of metadata).
inline constexpr std::uint64_t kDefaultPageBytes = 64ULL << 20;
inline constexpr std::uint64_t kDefaultMetadataBytes = 32ULL << 20;

}  // namespace sqd::read
