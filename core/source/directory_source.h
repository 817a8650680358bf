// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "source/source.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sqd::source {

// How folders and files become entries. Plain value.
struct DirectoryOptions {
    std::vector<std::string> sources;        // one folder: its contents are the root; several, or a file: each under its own name
    bool keepAsDirectory = false;            // one folder, but under its own name
    std::vector<std::string> excludeGlobs;   // filter.h says what a pattern matches; a source itself is never excluded
    std::vector<std::string> excludeRegexes;
    bool oneFileSystem = false;
    std::optional<std::uint32_t> maxDepth;   // 1 = only the root's own entries
    bool followLinks = false;
    bool skipUnreadable = false;
    bool xattrs = true;
    std::vector<std::string> xattrsInclude;  // regexes on full names; empty = all of user., trusted., security.
    std::vector<std::string> xattrsExclude;
    std::optional<std::uint32_t> uid, gid;   // for all entries
    std::map<std::uint32_t, std::uint32_t> uidMap, gidMap;
    std::optional<std::string> chmod;        // as chmod(1): octal or symbolic, for all entries
    std::optional<std::uint32_t> mtime;      // for all entries
    std::optional<std::uint32_t> mtimeLimit; // later times become this one (SOURCE_DATE_EPOCH)
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ignoredFiles;  // {device, inode}: the output itself
};

// Errors: InvalidArgument (bad pattern, bad mode, two sources with one name), InputUnreadable.
Result<std::unique_ptr<Source>> makeDirectorySource(DirectoryOptions options);

}  // namespace sqd::source
