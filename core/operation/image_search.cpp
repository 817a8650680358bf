// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/image_search.h"

#include "concurrency/worker_group.h"
#include "source/filter.h"

#include <algorithm>

namespace sqd::operation {

namespace {

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

std::string lowered(std::string_view text)
{
    std::string small(text);
    std::transform(small.begin(), small.end(), small.begin(), [](char c) { return lowered(c); });
    return small;
}

// One compiled query. Immutable, so that several threads can match.
class Matcher {
public:
    static Result<Matcher> compile(const SearchQuery& query)
    {
        Matcher matcher;
        matcher.m_ignoreCase = std::none_of(query.text.begin(), query.text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
        if (query.regex) {
            SQD_TRY(matcher.m_regex, source::RegexList::compile({query.text}));
            matcher.m_whole = true;
        } else if (query.text.find_first_of("*?[\\") == std::string::npos) {
            matcher.m_part = query.text;
            matcher.m_whole = query.text.find('/') != std::string::npos;
        } else {
            SQD_TRY(source::Glob glob, source::Glob::compile(query.text));
            matcher.m_whole = glob.anchored();
            matcher.m_glob.push_back(std::move(glob));
        }
        return matcher;
    }

    // Whether matches() wants paths ("usr/bin/x") instead of names.
    [[nodiscard]] bool wantsPaths() const { return m_whole; }
    [[nodiscard]] bool matches(std::string_view text, bool isFolder) const
    {
        if (!m_glob.empty())
            return (isFolder || !m_glob.front().foldersOnly()) && m_glob.front().matches(source::decodeName(m_ignoreCase ? std::string_view(lowered(text)) : text));
        if (!m_regex.empty())
            return m_regex.anyMatches(m_ignoreCase ? std::string_view(lowered(text)) : text);
        return contains(text);
    }

private:
    [[nodiscard]] bool contains(std::string_view text) const
    {
        if (!m_ignoreCase)
            return text.find(m_part) != std::string_view::npos;
        return std::search(text.begin(), text.end(), m_part.begin(), m_part.end(), [](char a, char b) { return lowered(a) == b; }) != text.end();
    }

    std::vector<source::Glob> m_glob;  // one or none
    source::RegexList m_regex;
    std::string m_part;
    bool m_whole = false;
    bool m_ignoreCase = false;
};

using Rows = std::vector<std::uint32_t>;

Rows matchingRows(const read::TreeIndex& index, read::FolderId folder, const Matcher& matcher, const std::stop_token& stop)
{
    Rows rows;
    const auto listing = index.loaded(folder);
    if (!listing)
        return rows;
    std::string path;
    if (matcher.wantsPaths()) {
        path = index.path(folder).substr(1);
        if (!path.empty())
            path += '/';
    }
    const std::size_t length = path.size();
    for (std::uint32_t row = 0; row < listing->entries.size() && (row % 1024 != 0 || !stop.stop_requested()); ++row) {
        const read::IndexEntry& entry = listing->entries[row];
        const std::string_view name = listing->name(entry);
        bool found = false;
        if (matcher.wantsPaths()) {
            path.resize(length);
            path += name;
            found = matcher.matches(path, entry.isDirectory());
        } else {
            found = matcher.matches(name, entry.isDirectory());
        }
        if (found)
            rows.push_back(row);
    }
    return rows;
}

// A folder's hits with those below its own folders in between, as a person would read the tree.
std::vector<read::EntryPlace> inTreeOrder(const read::TreeIndex& index, const std::vector<Rows>& rows)
{
    struct Level {
        read::FolderId folder;
        std::shared_ptr<const read::FolderListing> listing;
        std::uint32_t row = 0;
        std::size_t hit = 0;
    };
    std::vector<read::EntryPlace> places;
    std::vector<Level> levels;
    levels.push_back({read::kRootFolder, index.loaded(read::kRootFolder)});
    while (!levels.empty()) {
        Level& level = levels.back();
        const Rows& hits = rows[level.folder];
        const bool folders = level.listing && level.row < level.listing->entries.size() && level.listing->entries[level.row].isDirectory();
        if (!folders) {
            // Folders come first in a listing: what is left has nothing below it.
            for (; level.hit < hits.size(); ++level.hit)
                places.push_back({level.folder, hits[level.hit]});
            levels.pop_back();
            continue;
        }
        if (level.hit < hits.size() && hits[level.hit] == level.row) {
            places.push_back({level.folder, level.row});
            ++level.hit;
        }
        const read::FolderId below = level.listing->entries[level.row++].folder;
        if (below < rows.size())
            levels.push_back({below, index.loaded(below)});
    }
    return places;
}

}  // namespace

Result<std::vector<read::EntryPlace>> searchIndex(const read::TreeIndex& index, const SearchQuery& query, int workers, std::stop_token stop)
{
    SQD_TRY(const Matcher matcher, Matcher::compile(query));
    std::vector<Rows> rows(index.folderCount());
    concurrency::WorkerGroup(workers).parallelFor(rows.size(), 16, [&](int, std::size_t folder) {
        if (!stop.stop_requested())
            rows[folder] = matchingRows(index, static_cast<read::FolderId>(folder), matcher, stop);
    });
    if (stop.stop_requested())
        return cancelledError();
    return inTreeOrder(index, rows);
}

}  // namespace sqd::operation
