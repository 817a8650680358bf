// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/entry_selection.h"

#include "read/path_lookup.h"

namespace sqd::read {

static std::string_view withoutSlashes(std::string_view path)
{
    while (path.starts_with('/'))
        path.remove_prefix(1);
    while (path.ends_with('/'))
        path.remove_suffix(1);
    return path;
}

Result<EntrySelection> EntrySelection::make(const Image& image, const std::vector<std::string>& patterns)
{
    EntrySelection selection;
    for (const std::string& given : patterns) {
        Pattern pattern;
        pattern.given = given;
        pattern.path = "/" + std::string(withoutSlashes(given));
        // A path through a symbolic link is no path of the walk, so it must come back as it went in.
        const auto found = lookupPath(image, pattern.path, false);
        if (!found || found->path != pattern.path) {
            SQD_TRY(source::Glob glob, source::Glob::compile(given));
            pattern.glob.push_back(std::move(glob));
        }
        selection.m_patterns.push_back(std::move(pattern));
    }
    return selection;
}

bool EntrySelection::matches(const Pattern& pattern, const std::string& path, bool isFolder)
{
    if (pattern.glob.empty())
        return path == pattern.path;
    const source::Glob& glob = pattern.glob.front();
    if (glob.foldersOnly() && !isFolder)
        return false;
    const std::string_view whole = withoutSlashes(path);
    return glob.matches(source::decodeName(glob.anchored() ? whole : whole.substr(whole.rfind('/') + 1)));
}

bool EntrySelection::selects(const std::string& path, bool isFolder)
{
    if (m_patterns.empty())
        return true;
    bool selected = false;
    for (Pattern& pattern : m_patterns) {
        if (matches(pattern, path, isFolder)) {
            pattern.matched = true;
            selected = true;
        }
    }
    if (!m_folder.empty()) {
        if (path.starts_with(m_folder))
            return true;
        m_folder.clear();
    }
    if (selected && isFolder)
        m_folder = path == "/" ? path : path + "/";
    return selected;
}

std::vector<std::string> EntrySelection::unmatched() const
{
    std::vector<std::string> list;
    for (const Pattern& pattern : m_patterns)
        if (!pattern.matched)
            list.push_back(pattern.given);
    return list;
}

}  // namespace sqd::read
