// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/entry_path.h"

namespace sqd::tar {

EntryPath parsePath(std::string_view name)
{
    EntryPath path;
    path.absolute = name.starts_with('/');
    while (!name.empty()) {
        const std::size_t slash = name.find('/');
        const std::string_view part = name.substr(0, slash);
        if (!part.empty() && part != ".") {
            path.parts.push_back(part);
            path.climbs = path.climbs || part == "..";
        }
        name.remove_prefix(slash == std::string_view::npos ? name.size() : slash + 1);
    }
    return path;
}

std::string EntryPath::text() const
{
    std::string text;
    for (const std::string_view part : parts) {
        if (!text.empty())
            text += '/';
        text += part;
    }
    return text;
}

}  // namespace sqd::tar
