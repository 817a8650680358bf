// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sqd::tar {

// A name of an archive, cut into its parts. Views into the text that it was made of.
struct EntryPath {
    std::vector<std::string_view> parts;  // without "." and empty ones; none = the root
    bool absolute = false;                // it began with a slash
    bool climbs = false;                  // a part is ".."
    [[nodiscard]] std::string text() const;  // "a/b/c", "" for the root
};

EntryPath parsePath(std::string_view name);

}  // namespace sqd::tar
