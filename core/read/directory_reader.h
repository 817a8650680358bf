// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/finding.h"
#include "read/inode.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sqd::read {

class Image;

// One name of a folder as its listing stores it.
struct DirectoryEntry {
    std::uint64_t reference = 0;      // of the inode
    std::uint32_t number = 0;         // inode number
    std::uint32_t nameOffset = 0;     // in Directory::names
    std::uint32_t nameLength = 0;     // 1…65536; over 256 the name is unusable (nameProblem)
    std::uint16_t type = 0;           // as stored: 1…7 in a sound image
    std::uint32_t headerOffset = 0;   // byte of the entry's header within the listing, for messages and the index
};

// A decoded listing. Immutable after reading.
struct Directory {
    std::string names;                     // the listing's bytes; names are parts of it
    std::vector<DirectoryEntry> entries;   // in stored order
    bool sorted = true;                    // strictly ascending by bytes, so every name is there once
    // The listing broke off, is no listing, or lies outside of the table: what was read before is in `entries`.
    std::optional<Error> damage;

    [[nodiscard]] std::string_view name(const DirectoryEntry& e) const { return std::string_view(names).substr(e.nameOffset, e.nameLength); }
    [[nodiscard]] std::uint64_t sizeBytes() const { return names.capacity() + entries.capacity() * sizeof(DirectoryEntry) + 128; }
    // The first entry of that name, or null. Logarithmic when sorted.
    [[nodiscard]] const DirectoryEntry* find(std::string_view wanted) const;
};

// Reads the listing of `inode`, which must be a directory. Never fails as a whole: what is wrong stands in `damage`. Thread-safe.
Directory readDirectory(const Image& image, const Inode& inode);

// False for names that no entry can have: empty, ".", "..", with a slash or NUL, longer than kMaxStoredName.
bool isUsableName(std::string_view name);

}  // namespace sqd::read
