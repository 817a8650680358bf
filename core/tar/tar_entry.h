// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/constants.h"
#include "source/source_tree.h"
#include "tar/sparse_map.h"
#include "tar/tar_reader.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sqd::tar {

// A member with its meaning.
struct TarEntry {
    enum class Kind { Node, HardLink, Label, Unknown };  // Unknown: a type flag that says nothing to us, to be left out
    Kind kind = Kind::Node;
    format::InodeType type = format::InodeType::File;
    bool folderByName = false;         // the name ends in a slash
    char flag = 0;
    std::string name, link;            // raw bytes
    std::uint64_t number = 0, position = 0;
    std::uint16_t mode = 0;
    std::uint32_t uid = 0, gid = 0, device = 0;
    std::string userName, groupName;
    std::int64_t mtime = 0;            // seconds
    std::uint64_t size = 0;
    std::uint64_t dataPosition = 0;    // where the data lies, unless it is sparse
    std::unique_ptr<std::vector<Extent>> extents;  // sparse files
    std::unique_ptr<source::Xattrs> xattrs;        // sorted by name; also those that no image can hold
    bool acl = false;                  // it has an access control list
    std::vector<std::string> notes;    // values that made no sense and were passed over
    std::optional<std::string> problem;  // why it cannot be taken
};

// Errors: InputUnreadable. What is wrong with the entry itself is in its `problem`.
Result<TarEntry> decodeEntry(RawEntry& raw, const PaxRecords& global, TarWindow& window);

}  // namespace sqd::tar
