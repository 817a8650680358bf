// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/verify_findings.h"
#include "read/verify_inodes.h"
#include "read/verify_tables.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace sqd::read {

class Image;

// One data block as one file uses it. Files are numbered in the order of the walk.
struct BlockUse {
    std::uint64_t position = 0;
    std::uint32_t word = 0;
    std::uint32_t length = 0;   // of the contents
    std::uint32_t file = 0;
    std::uint32_t index = 0;    // of the block in the file
};

// One tail end in a fragment block.
struct TailUse {
    std::uint32_t fragment = 0;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    std::uint32_t file = 0;
};

// What the walk leaves for the data pass. 24 bytes a block, 16 a tail, 8 a file.
struct TreeUses {
    std::vector<std::uint64_t> files;   // inode references, each once
    std::vector<BlockUse> blocks;
    std::vector<TailUse> tails;
    std::uint64_t bytes = 0;            // contents of the files
};

// Walks the tree and checks folders, entries, inodes and attributes; gathers which blocks the files need. Errors: Cancelled.
Result<TreeUses> verifyTree(const Image& image, const InodeCatalog& catalog, const BrokenXattrSets& brokenXattrs, FindingCollector& findings, std::stop_token stop);

}  // namespace sqd::read
