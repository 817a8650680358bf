// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tar/tar_source.h"

#include <map>
#include <string>
#include <vector>

namespace sqd::tar::test {

// An entry as a packer would see it.
struct Listed {
    format::InodeType type = format::InodeType::File;
    std::uint16_t mode = 0;
    std::uint32_t uid = 0, gid = 0, mtime = 0, device = 0;
    bool otherNames = false;
    std::uint64_t inode = 0, size = 0;
    std::string target, data;
    source::Xattrs xattrs;
};

// What came of an archive: entries by path ("" for the root), or the error.
struct Outcome {
    std::map<std::string, Listed> entries;
    std::vector<source::Warning> warnings;
    std::optional<Error> error;
    [[nodiscard]] std::vector<std::string> paths() const;  // without the root
    // The text of the warnings for a path, joined by line feeds.
    [[nodiscard]] std::string warned(const std::string& path) const;
    [[nodiscard]] bool skippedAny() const;
};

Outcome readArchive(const std::string& bytes, TarOptions options = {}, source::DirectoryOptions common = {});
Outcome listAll(Result<std::unique_ptr<source::Source>> source);

}  // namespace sqd::tar::test
