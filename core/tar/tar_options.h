// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>

namespace sqd::tar {

enum class Whiteouts { Keep, Apply };  // of container layers: as the files they are, or as overlayfs understands them

// How the entries of an archive become those of an image, beside what counts for folders too (source::DirectoryOptions). Plain value.
struct TarOptions {
    std::string file;                     // "-" = standard input
    bool useNames = false;                // owners by the names in the archive, where this machine knows them
    bool ignoreZeros = false;             // read on behind end marks
    bool skipBadEntries = false;          // leave out what is damaged or cannot be placed instead of failing
    bool nameReplaced = false;            // an entry that a later one of the same path replaces counts as left out
    Whiteouts whiteouts = Whiteouts::Keep;
    std::uint16_t folderMode = 0755;      // of folders that no entry describes
    std::uint32_t folderUid = 0, folderGid = 0, folderTime = 0;
};

}  // namespace sqd::tar
