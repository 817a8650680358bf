// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/directory.h"
#include "format/fragment.h"
#include "format/inode.h"
#include "format/superblock.h"
#include "format/xattr.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Small images for tests, built field by field. Everything is stored raw, so every position is simple arithmetic and any field can be
// made wrong: each kind of record has a hook that sees it just before it is encoded.
namespace sqd::test {

std::vector<std::byte> toBytes(const std::string& text);

struct ImageNode {
    struct Child {
        std::string name;
        ImageNode* node = nullptr;
        std::function<void(format::DirectoryEntry&, std::uint16_t& nameLengthLessOne)> edit;
    };

    format::InodeType type = format::InodeType::File;
    std::uint16_t mode = 0644;
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;
    std::uint32_t mtime = 1600000000;
    std::uint32_t device = 0;
    std::string contents;                                          // files: data; links: target
    bool tailInFragment = true;                                    // files: the last partial block goes into the fragment block
    std::vector<std::pair<std::string, std::string>> xattrs;       // full names
    std::vector<Child> children;                                   // directories, stored in this order
    std::function<void(format::Inode&)> edit;                      // sees the finished record
    std::function<void(std::vector<std::uint32_t>&)> editWords;    // files: block-size words
    std::function<void(format::DirectoryHeader&)> editHeader;      // directories
    std::vector<std::byte> indexRecords;                           // directories: bytes behind an extended record

    // --- set by build() ---
    std::uint32_t number = 0;
    std::uint64_t flat = 0;         // position in the unpacked inode table
    std::uint64_t listingFlat = 0;
    std::uint64_t listingBytes = 0;
    std::uint32_t parent = 0;
    std::uint32_t links = 0;
    std::uint32_t xattr = format::kNoXattr;
    std::uint64_t start = 0;
    std::uint64_t sparse = 0;
    std::uint32_t fragment = format::kNoFragment;
    std::uint32_t fragmentOffset = 0;
    std::vector<std::uint32_t> words;
    bool visited = false;

    // A hard link when `node` has a name already. Returns the child, so that the caller can set its hook.
    Child& add(std::string name, ImageNode& node);
};

class ImageBuilder {
public:
    explicit ImageBuilder(std::uint32_t blockSize = 4096);

    [[nodiscard]] ImageNode& root() { return *m_root; }
    ImageNode& directory();
    ImageNode& file(std::string contents);
    ImageNode& symlink(std::string target);
    ImageNode& node(format::InodeType type);

    std::function<void(format::Superblock&)> editSuperblock;
    std::function<void(format::FragmentEntry&)> editFragment;      // each entry
    std::function<void(format::XattrHeader&)> editXattrHeader;
    std::function<void(format::XattrIdEntry&)> editXattrId;        // each entry
    std::function<void(std::vector<std::byte>& pairs)> editXattrPairs;
    std::vector<std::byte> optionsRecord;                          // written with its flag when not empty
    std::size_t padTo = 4096;                                      // 0 = none

    // Builds the image; once per builder.
    std::vector<std::byte> build();
    // After build(): the superblock as it was before editSuperblock, and image bytes of things.
    [[nodiscard]] const format::Superblock& superblock() const { return m_superblock; }
    [[nodiscard]] std::uint64_t inodePosition(const ImageNode& node) const;
    [[nodiscard]] std::uint64_t listingPosition(const ImageNode& node) const;
    [[nodiscard]] static std::uint64_t reference(std::uint64_t flat);

private:
    void number(ImageNode& node);
    void writeData();
    void writeXattrPairs();
    [[nodiscard]] format::Inode record(const ImageNode& node) const;
    void placeInodes();
    void writeDirectories();
    void writeInodes();
    void writeTables();
    std::uint16_t idIndex(std::uint32_t id);
    std::uint64_t appendTable(const std::vector<std::byte>& flat);
    void appendBlocks(const std::vector<std::byte>& flat);
    void append(const std::vector<std::byte>& bytes);
    void appendWord64(std::uint64_t value);

    const std::uint32_t m_blockSize;
    std::deque<ImageNode> m_nodes;
    ImageNode* m_root = nullptr;
    std::vector<ImageNode*> m_order;  // children first, the root last
    std::vector<std::byte> m_image;
    std::vector<std::uint32_t> m_ids;
    std::vector<format::FragmentEntry> m_fragments;
    std::vector<std::byte> m_pairs;
    std::vector<format::XattrIdEntry> m_xattrIds;
    std::vector<std::byte> m_listings;
    std::vector<std::byte> m_inodes;
    format::Superblock m_superblock;
};

}  // namespace sqd::test
