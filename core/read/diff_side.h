// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/differ.h"
#include "read/inode.h"
#include "source/source_tree.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// One side of a comparison: an image or a folder, gone through in one order, sorted by path parts.
namespace sqd::read {

class FileReader;
class Image;

// A folder of a scanned tree together with those above it, which its entries need.
struct ScannedFolder {
    std::shared_ptr<ScannedFolder> parent;
    std::unique_ptr<source::Folder> folder;
};

// One entry. Plain value; what it refers to lives as long as its side.
struct DiffItem {
    std::string path;                // "/a/b", "/" for the root
    format::InodeType type = format::InodeType::File;
    std::uint16_t mode = 0;
    std::uint32_t uid = 0, gid = 0, mtime = 0;
    std::uint32_t major = 0, minor = 0;
    std::uint64_t size = 0;          // of a file
    std::string target;
    bool manyNames = false;          // the inode may have other names
    std::pair<std::uint64_t, std::uint64_t> identity;  // of the inode
    bool usable = true;              // false: damaged, nothing but the path is known
    Inode inode;                                // images
    const source::Entry* entry = nullptr;       // folders
    std::shared_ptr<ScannedFolder> folder;      // keeps `entry`
};

using DiffXattrs = std::vector<std::pair<std::string, std::string>>;

// The contents of one file, to be read by one thread.
class DiffContents {
public:
    virtual ~DiffContents() = default;
    // Fills `out` from `offset`, which is a multiple of 1 MiB.
    virtual Result<void> read(std::uint64_t offset, std::span<std::byte> out) = 0;
    // Whether nothing is stored from `offset` on for `length` bytes.
    [[nodiscard]] virtual bool isHole(std::uint64_t offset, std::uint64_t length) = 0;
};

class DiffTree {
public:
    virtual ~DiffTree() = default;
    // The next entry; false at the end. Damage goes to findings(). One thread. Errors: what ends the comparison.
    virtual Result<bool> next(DiffItem& item) = 0;
    // Sorted by name. Any thread.
    virtual Result<DiffXattrs> xattrs(const DiffItem& item) = 0;
    virtual Result<std::unique_ptr<DiffContents>> open(const DiffItem& item) = 0;
    // The image, or null for a folder.
    [[nodiscard]] virtual std::shared_ptr<const Image> image() const { return nullptr; }
    // What was found on the way so far. One thread, that of next().
    virtual std::vector<Finding> takeFindings() = 0;
};

// Errors: InputUnreadable, Corrupt, Unsupported.
Result<std::unique_ptr<DiffTree>> openDiffTree(const DiffSide& side);
// The two kinds of it.
Result<std::unique_ptr<DiffTree>> openImageTree(const DiffSide& side);
Result<std::unique_ptr<DiffTree>> openFolderTree(const std::string& path);
// Contents of a file of an image through a reader that others use too.
std::unique_ptr<DiffContents> imageContents(std::shared_ptr<const FileReader> reader);

// Order of two paths as walks have it: by parts, each by its bytes; a folder before what it holds.
int comparePaths(const std::string& a, const std::string& b);

}  // namespace sqd::read
