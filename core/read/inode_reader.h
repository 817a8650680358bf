// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/inode.h"
#include "read/metadata_reader.h"

#include <vector>

namespace sqd::read {

// What decoding an inode needs to know about its image. Borrowed.
struct InodeContext {
    const MetadataTable& table;
    const std::vector<std::uint32_t>& ids;
    std::uint32_t blockSize;
};

// Decodes the record at the cursor and leaves it behind the fixed part (and behind a link's target); block words and index records are
// only located. Errors: Corrupt.
Result<Inode> readInode(MetadataCursor& cursor, const InodeContext& context);
Result<Inode> readInodeAt(std::uint64_t reference, const InodeContext& context);
// Moves a cursor that readInode() left to the start of the next record. Errors: Corrupt.
Result<void> skipInodeTail(MetadataCursor& cursor, const Inode& inode);

}  // namespace sqd::read
