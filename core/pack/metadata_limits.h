// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "pack/metadata_writer.h"

#include <cstddef>
#include <cstdint>

namespace sqd::pack {

// What the format, or Linux, cannot hold. Only tests choose smaller numbers, so that they reach each limit with a small tree.
struct MetadataLimits {
    std::uint64_t tableBytes = 0xFFFFFFFF;            // stored inode or directory table: block positions have 32 bits in directories
    std::uint64_t listingBytes = 0x7FFFFFFF - 3;      // one folder's listing: Linux counts in an int
    std::uint64_t inodes = 0xFFFFFFFE;                // the root's parent gets the number after the last
    std::size_t ids = format::kMaxIds;                // 65,536 would be stored as 0
    std::size_t indexRecords = 65535;                 // per folder
    std::size_t segmentBlocksPerWorker = 32;          // metadata blocks in memory at once, per worker
};

// writeMetadata() with other limits.
Result<MetadataResult> writeMetadataWithin(const MetadataLimits& limits, const MetadataJob& job);

}  // namespace sqd::pack
