// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/inode.h"
#include "read/xattr_reader.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sqd::read {

class Image;

struct BlockLayout {
    std::uint64_t position = 0;     // image byte of the stored block; 0 for holes
    std::uint32_t storedBytes = 0;  // 0 = hole
    std::uint32_t contentBytes = 0;
    bool raw = false;               // stored without compression
};

struct FragmentLayout {
    std::uint32_t index = 0;        // of the fragment block
    std::uint64_t position = 0;     // image byte of the fragment block
    std::uint32_t storedBytes = 0;  // of the whole fragment block
    std::uint32_t offset = 0;       // of the tail end in the unpacked fragment block
    std::uint32_t tailBytes = 0;
    bool raw = false;
};

// How one entry lies in the image. Plain value.
struct EntryLayout {
    std::string path;
    Inode inode;
    std::uint64_t storedBytes = 0;           // of its own blocks
    std::vector<BlockLayout> blocks;         // files; without the tail end in a fragment
    std::optional<FragmentLayout> fragment;
    XattrSet xattrs;
    std::vector<std::string> damage;         // parts that could not be read, one sentence each
};

// Links on the way are followed, the last part is not. Errors: as lookupPath(). Thread-safe.
Result<EntryLayout> entryLayout(const std::shared_ptr<const Image>& image, const std::string& path);

}  // namespace sqd::read
