// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sqd::source {

// One source as the user gave it.
struct SourceRoot {
    std::string path;          // as typed, slashes at the end removed
    std::string name;          // under which it stands in the root; empty when its contents are the root
    bool follow = false;       // a link stands for what it points to
    std::uint64_t device = 0;  // the file system it begins on
};

struct SourceRoots {
    std::vector<SourceRoot> roots;  // sorted by name bytes
    bool contentsAreRoot = false;   // one folder whose contents become the image's root
};

// Names and checks the sources. A single source that is a link to a folder stands for the folder; of several, a link is packed as a
// link unless it was typed with a slash at its end or `followLinks` is set. The name of ".", ".." and the like is that of the folder
// they mean. Errors: InvalidArgument (none, two of one name, "/" under a name), InputUnreadable (all missing ones are named).
Result<SourceRoots> resolveRoots(const std::vector<std::string>& sources, bool keepAsDirectory, bool followLinks);

}  // namespace sqd::source
