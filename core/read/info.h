// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "format/compressor_options.h"
#include "format/superblock.h"
#include "io/file.h"
#include "read/finding.h"
#include "read/image.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sqd::read {

struct TablePlace {
    std::string name;               // "inodes", "directories", "fragments", "export", "ids", "xattrs"
    std::uint64_t position = 0;     // of its first byte, from the superblock
    std::uint64_t sizeBytes = 0;    // stored bytes, index list included
};

// Everything that `info` tells. Plain value.
struct ImageInfo {
    std::string codec;                          // "gzip" …
    int codecId = 0;
    bool optionsStored = false;
    format::CompressorOptions options;          // as stored, or the codec's defaults when none are; options.valid(), options.problem
    std::uint32_t blockSize = 0;
    std::vector<std::string> flags;             // names of the set ones
    std::uint16_t flagBits = 0;
    std::uint32_t inodes = 0;
    std::uint32_t fragments = 0;
    std::uint32_t ids = 0;
    std::uint32_t xattrSets = 0;
    std::uint32_t mkfsTime = 0;
    std::optional<std::uint64_t> contentBytes;  // of all regular files, hard links once; nullopt when the inode table is damaged
    std::uint64_t files = 0, directories = 0, symlinks = 0, others = 0;  // inodes of each kind that were read
    std::uint64_t bytesUsed = 0;
    std::uint64_t offset = 0;                   // of the superblock in the file
    std::uint64_t fileBytes = 0;
    bool streamed = false;
    std::vector<TablePlace> tables;             // present ones, in image order
    std::uint64_t trailingBytes = 0;            // behind bytesUsed
    bool trailingZero = true;                   // all of them are zero (true without any)
    std::string version;                        // "4.0"
    std::vector<Finding> findings;              // Image::openFindings(), and what went wrong while counting
};

// Counts over the whole inode table (not the tree), so the time goes with the number of inodes. Errors: Cancelled, InputUnreadable.
Result<ImageInfo> collectInfo(const Image& image, std::stop_token stop = {});

// For images that cannot be opened: the fields as they stand, and every one that is impossible.
struct SuperblockReport {
    std::uint64_t offset = 0;
    std::uint64_t fileBytes = 0;
    format::Superblock superblock;
    std::vector<Finding> problems;  // empty = plausible
};
// Errors: as Image::open() when there is no superblock at all.
Result<SuperblockReport> inspectSuperblock(const io::RandomAccessFile& file, const OpenOptions& options = {});

std::vector<std::string> flagNames(std::uint16_t flags);

}  // namespace sqd::read
