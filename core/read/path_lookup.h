// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/inode.h"

#include <string>
#include <string_view>

namespace sqd::read {

class Image;

struct Found {
    Inode inode;
    std::string path;  // the real path inside the image, links resolved, "/" for the root
};

// Finds `path` inside the image; a leading '/' is optional, "." and ".." are resolved (".." of the root is the root). Symbolic links
// on the way are followed inside the image only, absolute targets from its root; the last one too when `followLast`. Never looks at
// the host. Errors: InputUnreadable (no such entry: "no such file or directory in the image"; a part is no directory; more than
// kMaxSymlinkSteps links), Corrupt. Thread-safe.
Result<Found> lookupPath(const Image& image, std::string_view path, bool followLast = true);

}  // namespace sqd::read
