// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/registry.h"
#include "io/memory_file.h"
#include "pack/metadata_limits.h"
#include "source/source_tree.h"

#include <deque>
#include <stop_token>
#include <string>
#include <vector>

// Trees by hand and images of them, without a source and without the packer's pipeline.
namespace sqd::pack::test {

struct Node {
    std::string name;
    format::InodeType type = format::InodeType::File;
    std::uint16_t mode = 0644;
    std::uint32_t uid = 0, gid = 0;
    std::uint32_t mtime = 1500000000;
    std::uint32_t device = 0;
    std::string text;              // contents of a file, target of a symlink
    source::Xattrs xattrs;
    std::string linkTo;            // path ("a/b") of the entry that owns the inode
    bool dropped = false;
    std::vector<Node> children;
};

Node file(std::string name, std::string contents = {});
Node folder(std::string name, std::vector<Node> children = {});
Node softLink(std::string name, std::string target);
Node hardLink(std::string name, std::string to);
Node device(std::string name, format::InodeType type, std::uint32_t encoded = 0);

// Turns nodes into the packer's tree: names sorted, hard links resolved and counted.
void buildTree(const Node& root, source::Tree& tree);

// A tree with the data of its files laid out raw behind the superblock, ready for writeMetadata().
class TestImage {
public:
    explicit TestImage(const Node& root, std::uint64_t superblockOffset = 0);
    PackOptions options;                                      // gzip, 4 KiB blocks; change before write()
    MetadataLimits limits;
    std::stop_token stop;
    std::vector<FragmentRecord> fragments;
    // Lays out the data, writes metadata with that many workers, then the superblock.
    Result<MetadataResult> write(int workers);
    // The image proper: from the superblock to bytesUsed.
    [[nodiscard]] std::vector<std::byte> bytes() const;
    [[nodiscard]] source::Tree& tree() { return m_tree; }
    [[nodiscard]] source::FileData& dataOf(source::Entry& entry);   // made when missing

private:
    Result<void> layOutData();
    Result<void> layOutFile(source::Entry& entry, const std::string& contents);
    Result<void> closeFragment();

    source::Tree m_tree;
    io::MemoryFile m_output;
    const std::uint64_t m_offset;
    std::uint64_t m_position = 0;
    std::uint64_t m_bytesUsed = 0;
    std::string m_fragment;
    std::vector<std::pair<source::Entry*, std::string>> m_contents;
    std::deque<source::FileData> m_data;
};

// The entry at a path ("a/b"), or nullptr.
source::Entry* findEntry(source::Tree& tree, std::string_view path);

}  // namespace sqd::pack::test
