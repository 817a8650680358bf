// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"
#include "read/finding.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sqd::read {

// One side: an image file or a folder, told apart by what the path is.
struct DiffSide {
    std::string path;
    std::optional<std::uint64_t> offset;  // images: of the superblock; nullopt = found
};

struct DiffOptions {
    bool times = true, owner = true, xattrs = true;
    bool strict = false;                  // `links`: the groups of hard links count too
    int jobs = 1;                         // workers; 0 = the serial reference
};

struct DiffChange {
    std::string path;                     // "/a/b", raw bytes
    std::vector<std::string> fields;      // of: content mode owner group mtime xattrs target type device links
};

struct DiffReport {
    bool same = true;                     // nothing below (findings apart)
    std::vector<std::string> added;       // only in B; a folder and everything below it are named each
    std::vector<std::string> removed;     // only in A
    std::vector<DiffChange> changed;
    std::uint64_t compared = 0;           // entries in both
    std::uint64_t bytes = 0;              // contents bytes that were really compared (equal stored blocks are not decoded)
    double seconds = 0;
    std::vector<Finding> findings;        // damage of either side, `what` begins with "first: " or "second: "; exit 5
};

// Compares two trees, sorted by path bytes. Contents are compared in parallel. Errors: InputUnreadable, Corrupt or Unsupported (a side
// that cannot be opened), Cancelled.
Result<DiffReport> compareTrees(const DiffSide& first, const DiffSide& second, const DiffOptions& options, concurrency::ProgressCounters& counters,
    std::stop_token stop);

}  // namespace sqd::read
