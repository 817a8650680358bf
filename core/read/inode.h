// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/constants.h"

#include <cstdint>
#include <string>

namespace sqd::read {

// One decoded inode record (format section 6), all index fields resolved or checked but for `fragment` and `xattrIndex`, whose tables
// are looked at on use. Plain value.
struct Inode {
    format::InodeType type = format::InodeType::File;  // the basic kind
    bool extended = false;
    std::uint16_t mode = 0;          // 12 bits
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;
    std::uint32_t mtime = 0;         // seconds since 1970, unsigned
    std::uint32_t number = 0;        // 1…superblock.inodes in a sound image; never 0
    std::uint32_t links = 1;
    std::uint32_t xattrIndex = format::kNoXattr;
    std::uint64_t reference = 0;     // (metadata block << 16) | offset: identity of the record inside the image
    std::uint64_t position = 0;      // image byte of the metadata block that holds it, for messages

    // File: size of the contents. Symlink: length of the target. Others 0.
    std::uint64_t sizeBytes = 0;

    // --- files ---
    std::uint64_t start = 0;         // image byte of the first stored block; any value when nothing is stored
    std::uint64_t sparseBytes = 0;   // as the record says, informational
    std::uint32_t fragment = format::kNoFragment;
    std::uint32_t fragmentOffset = 0;
    std::uint64_t blockCount = 0;    // block-size words behind the record; proven to fit the inode table
    std::uint64_t wordsReference = 0;  // where they begin, like `reference`

    // --- symlinks ---
    std::string target;              // never empty, no NUL

    // --- devices ---
    std::uint32_t major = 0;
    std::uint32_t minor = 0;

    // --- directories ---
    std::uint64_t listingBytes = 0;  // without the historical 3
    std::uint32_t listingBlock = 0;
    std::uint32_t listingOffset = 0;
    std::uint32_t parent = 0;        // inode number
    std::uint32_t indexCount = 0;
    std::uint64_t indexReference = 0;  // where the index records begin, extended directories only
    std::uint32_t storedListingSize = 0;  // the field as stored

    [[nodiscard]] bool isDirectory() const { return type == format::InodeType::Directory; }
    [[nodiscard]] bool isFile() const { return type == format::InodeType::File; }
    [[nodiscard]] bool isSymlink() const { return type == format::InodeType::Symlink; }
    [[nodiscard]] bool hasFragment() const { return isFile() && fragment != format::kNoFragment; }
};

// "file", "directory", "symlink", "block", "char", "fifo", "socket": the words of `list`.
const char* inodeTypeName(format::InodeType type);

}  // namespace sqd::read
