// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "pack/id_table.h"
#include "pack/metadata_limits.h"
#include "pack/xattr_table.h"
#include "source/source_tree.h"

#include <cstdint>
#include <vector>

namespace sqd::pack {

// One folder in traversal order: a folder, then each of its subfolders with all below it, in name order.
struct FolderRecord {
    source::Folder* folder = nullptr;
    std::uint64_t leavesFlat = 0;   // where its first inode that is no directory begins in the inode table, unpacked
    std::uint32_t depth = 0;        // 0 = root
    std::uint32_t subfolders = 0;
};

// Everything that one walk over the tree in order decides. In the entries it sets inodeNumber and xattrIndex of every owner of an inode,
// and leaves the unpacked position of each inode that is no directory in inodeReference (of directories, further names of an inode and
// dropped entries: the position of the next such inode), which is ascending within a folder.
struct MetadataPlan {
    explicit MetadataPlan(const MetadataLimits& limits) : ids(limits.ids) {}
    std::vector<FolderRecord> folders;
    IdTable ids;
    XattrTable xattrs;
    std::uint64_t leafBytes = 0;    // of all inodes that are no directories, unpacked
    std::uint32_t inodes = 0;       // the root has this number
    std::uint32_t levels = 0;       // depth of the deepest folder + 1
};

// Errors: NotExpressible naming the entry; Internal for a tree that breaks its own rules; Cancelled.
Result<MetadataPlan> planMetadata(const MetadataJob& job, const MetadataLimits& limits);

}  // namespace sqd::pack
