// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/image.h"
#include "source/filter.h"

#include <string>
#include <string_view>
#include <vector>

namespace sqd::read {

// Which entries of an image the patterns of a command mean. A pattern that is the full path of an entry means that entry and nothing
// else; any other is a glob (source/filter.h). The leading slash is optional. A folder takes everything below it.
class EntrySelection {
public:
    // Errors: InvalidArgument for a glob that is none, Corrupt when the image cannot be searched.
    static Result<EntrySelection> make(const Image& image, const std::vector<std::string>& patterns);
    // For every entry of a walk, parents first; `path` starts with '/'.
    bool selects(const std::string& path, bool isFolder);
    // Patterns that no entry matched so far.
    [[nodiscard]] std::vector<std::string> unmatched() const;

private:
    struct Pattern {
        std::string given;
        std::string path;        // "/a/b"; exact patterns
        std::vector<source::Glob> glob;  // one, or none for an exact pattern
        bool matched = false;
    };
    static bool matches(const Pattern& pattern, const std::string& path, bool isFolder);
    std::vector<Pattern> m_patterns;
    std::string m_folder;  // the selected folder that the walk is in, with a slash at the end; empty = none
};

}  // namespace sqd::read
