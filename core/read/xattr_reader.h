// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/inode.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sqd::read {

class Image;

struct XattrSet {
    std::vector<std::pair<std::string, std::string>> values;  // full names ("user.x") in stored order; values are bytes
    std::uint32_t unknownPrefixes = 0;                        // pairs of a namespace that has no name; left out
};

// The attributes of an inode; empty when it has none. Errors: Corrupt (index out of range, broken table), LimitExceeded. An image
// whose attribute table could not be opened is Corrupt here for inodes that have an index. Thread-safe.
Result<XattrSet> readXattrs(const Image& image, const Inode& inode);
// The same by index.
Result<XattrSet> readXattrSet(const Image& image, std::uint32_t index);

}  // namespace sqd::read
