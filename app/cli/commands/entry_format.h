// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/json_output.h"
#include "read/inode.h"
#include "read/xattr_reader.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sqd::cli {

// One entry of `list`, with what could be read of it.
struct ListedEntry {
    const std::string& path;               // starts with '/', raw bytes
    const read::Inode* inode = nullptr;    // null when its record cannot be used
    std::optional<std::uint64_t> stored;   // bytes of its own blocks; regular files only
    read::XattrSet xattrs;
    std::string damage;                    // what is wrong, or empty
};

// A path so that no two look the same: printable, with a backslash doubled.
std::string shownPath(const std::string& path);
// A line like that of `ls -l`, numeric owners, local time, without the final newline.
std::string longLine(const ListedEntry& entry);
// One object of `list --json`.
Json entryJson(const ListedEntry& entry);

}  // namespace sqd::cli
