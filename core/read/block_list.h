// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "format/fragment.h"
#include "read/inode.h"

#include <cstdint>
#include <functional>

namespace sqd::read {

class Image;

struct BlockPlace {
    std::uint64_t index = 0;     // in the file
    std::uint64_t position = 0;  // image byte of the stored block (of the next one, for a hole)
    std::uint32_t word = 0;      // 0 = hole; otherwise 1…block size stored bytes, checked
    std::uint32_t length = 0;    // of the contents
};

// Goes over a file's blocks without keeping the list; the tail end in a fragment is not among them. Stops at the first word or place
// that is impossible. Errors: Corrupt ("block 3: …"), InputUnreadable. Thread-safe.
Result<void> forEachBlock(const Image& image, const Inode& inode, const std::function<void(const BlockPlace&)>& visit);

// The fragment block that holds a file's tail end, checked: index, position, size word, and that the tail can lie in a block.
// `inode` has a fragment. Errors: Corrupt ("fragment 3 …").
Result<format::FragmentEntry> fragmentOf(const Image& image, const Inode& inode);
// The same by index, without a file.
Result<format::FragmentEntry> fragmentEntry(const Image& image, std::uint32_t index);

}  // namespace sqd::read
