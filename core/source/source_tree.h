// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/hash.h"
#include "format/constants.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// What is packed, as a tree in memory: one Folder per directory with its entries in one array, sorted by name bytes. Under 180
// bytes an entry beside its name, FileData included. A Folder is filled by one thread and immutable after it was handed to the order keeper, but for the fields
// under "set by the packer".
namespace sqd::source {

struct Folder;
struct Entry;

// Extended attributes of an entry: full names ("user.x"), sorted by name bytes; values are bytes.
using Xattrs = std::vector<std::pair<std::string, std::string>>;

// The blocks of a file.
struct FileBlocks {
    std::uint64_t start = 0;         // absolute position of the first stored block, 0 without one
    std::uint64_t sparseBytes = 0;   // bytes in holes
    std::uint64_t contentBytes = 0;  // bytes of contents in the words below, holes included: all but a tail end in a fragment
    std::unique_ptr<std::uint32_t[]> words;   // block-size words (format section 4.1), FileData::blockCount of them; null without any
    std::unique_ptr<std::uint64_t[]> hashes;  // hashBytes64 of each block's contents, for verification; 0 for holes
};

// Where a file's data lies in the image. Shared by duplicates. Most files of most trees are nothing but a tail end, so the rest stands
// apart.
struct FileData {
    std::uint32_t blockCount = 0;    // the tail end in a fragment is not one of them
    std::uint32_t fragment = format::kNoFragment;
    std::uint32_t fragmentOffset = 0;
    bool sharesBlocks = false;       // the words are another file's, too
    bool broken = false;             // the source could not be read to its end: every entry with this data is left out
    std::uint64_t contentHash = 0;   // of a file that is only a tail end: 64 bits of it, for the duplicate search
    std::unique_ptr<FileBlocks> blocks;  // null for a file that is only a tail end

    [[nodiscard]] std::uint64_t start() const { return blocks ? blocks->start : 0; }
    [[nodiscard]] std::uint64_t sparseBytes() const { return blocks ? blocks->sparseBytes : 0; }
    [[nodiscard]] std::span<const std::uint32_t> words() const { return {blocks ? blocks->words.get() : nullptr, blockCount}; }
};

struct Entry {
    const char* name = nullptr;      // in the folder's name pool, not terminated
    std::uint16_t nameLength = 0;
    std::uint16_t mode = 0;          // low 12 bits
    format::InodeType type = format::InodeType::File;
    std::uint16_t sourceIndex = 0;   // which of several sources it came from
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;
    std::uint32_t device = 0;        // encoded as on disk (format section 6), devices only
    std::uint32_t mtime = 0;         // what is stored: clamped to 0…2^32−1
    std::int64_t sourceMtime = 0;    // seconds as the source said, with the nanoseconds below: to notice a change while packing
    std::uint64_t size = 0;          // bytes of a file; length of a link target
    std::uint64_t sourceInode = 0;   // st_ino, with the device below: identity for hard links and for noticing a change
    std::uint32_t sourceDevice = 0;  // shortDevice(st_dev)
    std::uint32_t sourceNanoseconds = 0;
    Folder* parent = nullptr;
    std::unique_ptr<Xattrs> xattrs;  // null = none
    // Directory: its Folder. Symlink: the target.
    std::unique_ptr<Folder> folder;
    std::unique_ptr<char[]> target;

    // --- set by the packer ---
    Entry* linkOwner = nullptr;      // another entry that owns the inode (hard link); null = own inode
    FileData* data = nullptr;        // regular files with own inode; owned by the packer or by the first of its duplicates
    std::uint64_t inodeReference = 0;
    std::uint32_t inodeNumber = 0;
    std::uint32_t links = 1;         // names of this inode in the image
    std::uint32_t xattrIndex = format::kNoXattr;
    bool dropped = false;            // could not be read and is left out, as if it had not been listed
    // --- set by the source ---
    bool hasOtherNames = false;      // its inode has more names (st_nlink over 1); some may lie outside of the source

    [[nodiscard]] std::string_view nameView() const { return {name, nameLength}; }
    [[nodiscard]] std::string_view targetView() const { return {target.get(), static_cast<std::size_t>(size)}; }
};

struct Folder {
    Entry* self = nullptr;           // the entry of this folder in its parent, or the root entry of the tree
    std::unique_ptr<char[]> names;   // name pool
    std::unique_ptr<Entry[]> entries;
    std::uint32_t count = 0;
    std::uint16_t sourceIndex = 0;
    std::uint32_t depth = 0;         // 0 = root

    [[nodiscard]] Folder* parent() const { return self ? self->parent : nullptr; }
};

// The tree: a root entry (type Directory, empty name) with its folder. Freed without recursion, so any depth is fine.
struct Tree {
    Tree() = default;
    ~Tree();
    Tree(const Tree&) = delete;  // folders point at the root entry
    Tree& operator=(const Tree&) = delete;
    Entry root;
};

// A device number in 32 bits, 12 of them the major, as the kernel has it: what identifies a file system.
constexpr std::uint32_t shortDevice(std::uint64_t device)
{
    const std::uint64_t major = (device >> 8 & 0xFFF) | (device >> 32 & 0xFFFFF000);
    const std::uint64_t minor = (device & 0xFF) | (device >> 12 & 0xFFFFFF00);
    return static_cast<std::uint32_t>(major << 20 | (minor & 0xFFFFF));
}

// "/usr/bin/x": path inside the image, "/" for the root. Any depth.
std::string imagePath(const Entry& entry);

}  // namespace sqd::source
