// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"
#include "read/extract_log.h"
#include "read/extractor.h"
#include "read/inode.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sqd::read {

inline constexpr std::uint32_t kNoIndex = ~std::uint32_t{0};
// What file systems of this system take as one name.
inline constexpr std::size_t kMaxHostName = 255;

// Names with a NUL behind each, at places that never move.
class NameArena {
public:
    const char* add(std::string_view name);

private:
    std::vector<std::unique_ptr<char[]>> m_chunks;
    std::size_t m_used = 0, m_size = 0;
};

struct PlanAttributes {
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;
    std::uint32_t mtime = 0;
    std::uint32_t xattr = format::kNoXattr;
    std::uint16_t mode = 0;
};

// A folder of the image. Number 0 is the root.
struct PlanFolder {
    const char* name = "";
    std::uint32_t parent = 0;
    std::uint32_t disk = 0;        // the folder that stands for it on disk: itself, or another one when leading parts are left away
    std::uint32_t depth = 0;       // on disk, 0 = the target
    PlanAttributes attributes;
    bool selected = false;         // asked for, not only on the way
    bool needed = false;           // asked for, or something below it is
};

// Anything else, in the order of the walk.
struct PlanEntry {
    const char* name = "";
    std::uint64_t reference = 0;   // of the inode
    std::uint64_t sizeBytes = 0;
    std::uint64_t place = 0;       // image byte where its contents begin; 0 without contents
    std::uint32_t folder = 0;
    std::uint32_t linkOf = kNoIndex;  // the first entry of the same inode
    PlanAttributes attributes;
    std::uint32_t fragment = format::kNoFragment;
    std::uint32_t fragmentOffset = 0;
    std::uint32_t blocks = 0;      // of its own, capped: 0 = all of it is in the fragment, or it is empty
    format::InodeType type = format::InodeType::File;
};

// What is to be written. Immutable once made.
struct ExtractPlan {
    NameArena names;
    std::vector<PlanFolder> folders;  // parents first
    std::vector<PlanEntry> entries;
    std::uint64_t files = 0;          // regular files, hard links once
    std::uint64_t bytes = 0;          // of their contents, holes included
    std::vector<std::string> unmatched;
    bool empty = true;                // nothing was asked for that exists

    [[nodiscard]] std::string folderPath(std::uint32_t folder) const;  // inside the image, "/a/b"
    [[nodiscard]] std::string path(const PlanEntry& entry) const;
    [[nodiscard]] std::uint32_t diskFolder(const PlanEntry& entry) const { return folders[entry.folder].disk; }
};

// Walks the image. Damage, unusable names and names that meet when leading parts are left away are told to `log`. With
// options.stopOnError the first damage is the error. Errors: InvalidArgument, Corrupt, Cancelled.
Result<ExtractPlan> makeExtractPlan(const Image& image, const ExtractOptions& options, ExtractLog& log, concurrency::ProgressCounters& counters, std::stop_token stop);

// Bytes that the contents take on disk when it hands out `unitBytes` at a time, holes left out; stops adding up behind `limit` and
// says at which entry it was passed. Cancelled when asked.
struct SpaceNeed {
    std::uint64_t bytes = 0;
    std::uint32_t firstBeyond = kNoIndex;  // in `order`
};
Result<SpaceNeed> spaceNeeded(const Image& image, const ExtractPlan& plan, const std::vector<std::uint32_t>& order, std::uint64_t unitBytes, std::uint64_t limit, std::stop_token stop);

}  // namespace sqd::read
