// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "read/info.h"
#include "read/tree_index.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sqd::operation {

// How much of each fragment block is really used, so that a file's share of its stored size can be told. Immutable.
struct FragmentShares {
    struct Block {
        std::uint32_t storedBytes = 0;
        std::uint32_t usedBytes = 0;  // of the unpacked block
    };
    std::unordered_map<std::uint32_t, Block> blocks;
    std::uint32_t blockSize = 0;

    // Bytes that an entry takes in the image: its own blocks and its share of a fragment block. nullopt for what is no file, and when
    // the share is not known.
    [[nodiscard]] std::optional<std::uint64_t> storedBytes(const read::IndexEntry& entry) const;
};

// Files of one kind, by the end of their names.
struct TypeFacts {
    std::string suffix;             // small letters, without the dot; empty = names without one
    std::uint64_t files = 0;
    std::uint64_t sizeBytes = 0;
    std::uint64_t storedBytes = 0;  // shared data once
};

struct FolderTotals {
    std::uint64_t entries = 0;      // below it, at any depth
    std::uint64_t sizeBytes = 0;    // of files below it, hard links once
    std::uint64_t storedBytes = 0;  // shared data once, charged to the first file
};

struct LargeFile {
    read::EntryPlace place;
    std::uint64_t sizeBytes = 0;
    std::uint64_t storedBytes = 0;
};

// Files that share their stored data and are no hard links of each other.
struct DuplicateGroup {
    std::vector<read::EntryPlace> places;  // at least two, in the order of the tree
    std::uint64_t sizeBytes = 0;           // of one
    std::uint64_t savedBytes = 0;          // stored bytes that sharing saves
};

// What an image holds, counted over the whole tree. Immutable.
struct ImageFacts {
    read::ImageInfo info;
    std::vector<TypeFacts> types;             // most stored bytes first
    std::vector<LargeFile> largest;           // most stored bytes first, at most kLargestFiles
    std::vector<DuplicateGroup> duplicates;   // most saved bytes first, at most kDuplicateGroups
    std::uint64_t duplicateGroups = 0;        // all of them
    std::uint64_t savedBytes = 0;             // by all of them
    std::vector<FolderTotals> folders;        // by FolderId
    std::uint64_t damagedEntries = 0;
    std::uint64_t damagedFolders = 0;
};
inline constexpr std::size_t kLargestFiles = 200;
inline constexpr std::size_t kDuplicateGroups = 500;

// A part of a folder by its stored bytes, for drawing.
struct SizeTile {
    std::string name;                          // empty = everything too small to stand alone
    std::uint64_t storedBytes = 0;
    read::EntryPlace place;
    read::FolderId folder = read::kNoFolder;   // folders
    std::vector<SizeTile> inside;              // folders, down to the depth that was asked for
};
// What a folder consists of, the largest first, at most `limit` tiles a folder. Goes over the folder, so it takes time with its length.
std::vector<SizeTile> sizeTiles(const read::TreeIndex& index, const ImageFacts& facts, const FragmentShares& shares, read::FolderId folder, int depth, std::size_t limit);

// Goes over the inode table. Errors: Cancelled. Damage ends the list early.
Result<std::shared_ptr<const FragmentShares>> countFragmentShares(const read::Image& image, std::stop_token stop);
// The whole index must be loaded. Errors: Cancelled, InputUnreadable.
Result<std::shared_ptr<const ImageFacts>> collectFacts(const read::TreeIndex& index, const FragmentShares& shares, std::stop_token stop);

}  // namespace sqd::operation
