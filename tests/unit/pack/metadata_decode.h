// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"
#include "format/inode.h"
#include "format/superblock.h"
#include "pack/metadata_writer.h"
#include "source/source_tree.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

// Takes an image apart with the decoders of core/format and checks everything that ties its tables together. Shares no code with the
// writer.
namespace sqd::pack::test {

struct DecodedTable {
    std::vector<std::byte> flat;
    std::vector<std::uint64_t> starts;   // of each block, from the superblock
    std::uint64_t base = 0, end = 0;
};

struct DecodedInode {
    format::Inode inode;
    std::uint64_t reference = 0;
    std::uint64_t flat = 0, bytes = 0;
    std::string target;
    std::vector<std::uint32_t> words;
    std::uint32_t names = 0;             // directory entries that name it
};

struct DecodedImage {
    format::Superblock superblock;
    std::vector<DecodedInode> inodes;               // in the order of the table
    std::map<std::uint64_t, std::size_t> byReference;
    std::map<std::string, std::size_t> paths;       // "/a/b" → inode; "/" is the root
    std::vector<std::uint32_t> ids;
    std::vector<source::Xattrs> xattrs;
    DecodedTable inodeTable, directoryTable, xattrPairs;
    std::size_t headers = 0;                        // directory headers
    std::vector<std::string> problems;              // empty = a sound image

    [[nodiscard]] const DecodedInode* at(const std::string& path) const;
};

// `expected` are the records that the writer returned.
DecodedImage decodeImage(std::span<const std::byte> image, const codec::Backend& backend, const std::vector<MetadataRecord>& expected);

}  // namespace sqd::pack::test
