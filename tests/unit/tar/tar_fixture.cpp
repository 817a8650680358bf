// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar_fixture.h"

#include "io/memory_file.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <span>

namespace sqd::tar::test {

using format::InodeType;

static std::string contents(source::Source& source, const source::Entry& entry)
{
    std::string data(entry.size, '?');
    auto reader = source.openFile(entry);
    EXPECT_TRUE(reader);
    if (!reader)
        return {};
    // In pieces of an odd size, so that they begin and end inside of extents and holes.
    for (std::size_t at = 0; at < data.size(); at += 7) {
        const auto piece = std::span(data).subspan(at, std::min<std::size_t>(7, data.size() - at));
        EXPECT_TRUE((*reader)->readExact(at, std::as_writable_bytes(piece)));
    }
    return data;
}

static Listed listedOf(source::Source& source, const source::Entry& entry)
{
    Listed one{entry.type, entry.mode, entry.uid, entry.gid, entry.mtime, entry.device, entry.hasOtherNames, entry.sourceInode, entry.size, {}, {}, {}};
    if (entry.type == InodeType::Symlink)
        one.target = entry.targetView();
    if (entry.type == InodeType::File && entry.size < 1U << 20)
        one.data = contents(source, entry);
    if (entry.xattrs)
        one.xattrs = *entry.xattrs;
    return one;
}

Outcome listAll(Result<std::unique_ptr<source::Source>> opened)
{
    Outcome outcome;
    if (!opened) {
        outcome.error = std::move(opened).error();
        return outcome;
    }
    source::Source& source = **opened;
    source::Tree tree;
    EXPECT_TRUE(source.open(tree));
    outcome.entries[""] = listedOf(source, tree.root);
    std::vector<source::Folder*> open{tree.root.folder.get()};
    while (!open.empty()) {
        source::Folder& folder = *open.back();
        open.pop_back();
        const auto count = source.beginListing(folder);
        EXPECT_TRUE(count && source.fillEntries(folder, 0, *count) && source.endListing(folder));
        for (std::uint32_t i = 0; i < folder.count; ++i) {
            source::Entry& entry = folder.entries[i];
            outcome.entries[source::imagePath(entry).substr(1)] = listedOf(source, entry);
            if (entry.folder)
                open.push_back(entry.folder.get());
        }
    }
    outcome.warnings = source.warnings();
    return outcome;
}

Outcome readArchive(const std::string& bytes, TarOptions options, source::DirectoryOptions common)
{
    const auto raw = std::as_bytes(std::span(bytes));
    auto file = std::make_unique<io::MemoryFile>("in.tar", std::vector<std::byte>(raw.begin(), raw.end()));
    TarProgress progress;
    return listAll(makeTarSource(std::move(file), std::move(options), std::move(common), std::stop_token(), progress));
}

std::vector<std::string> Outcome::paths() const
{
    std::vector<std::string> result;
    for (const auto& [path, entry] : entries)
        if (!path.empty())
            result.push_back(path);
    return result;
}

std::string Outcome::warned(const std::string& path) const
{
    std::string text;
    for (const source::Warning& warning : warnings)
        if (warning.path == path)
            text += warning.what + "\n";
    return text;
}

bool Outcome::skippedAny() const
{
    return std::ranges::any_of(warnings, [](const source::Warning& warning) { return warning.skipped; });
}

}  // namespace sqd::tar::test
