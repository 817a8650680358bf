// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The input is an archive, plain; every header is understood, every file is read.
#include "fuzz/fuzz_target.h"

#include "io/memory_file.h"
#include "tar/tar_source.h"

#include <deque>

namespace sqd::fuzz {

static void readFiles(source::Source& source, const source::Folder& folder)
{
    for (const source::Entry& entry : std::span(folder.entries.get(), folder.count)) {
        if (entry.type != format::InodeType::File)
            continue;
        const auto reader = source.openFile(entry);
        if (!reader)
            continue;
        Bytes out(static_cast<std::size_t>(std::min<std::uint64_t>(entry.size, 64U << 10)));
        (void)(*reader)->readExact(0, out);
        (void)(*reader)->nextData(entry.size / 2);
    }
}

static void exercise(Bytes archive, bool skipping)
{
    tar::TarOptions options;
    options.skipBadEntries = skipping;
    options.ignoreZeros = skipping;
    tar::TarProgress progress;
    auto source = tar::makeTarSource(std::make_unique<io::MemoryFile>("fuzzed.tar", std::move(archive)), options, {}, {}, progress);
    source::Tree tree;
    if (!source || !(*source)->open(tree))
        return;
    std::deque<source::Folder*> open{tree.root.folder.get()};
    for (int folders = 0; !open.empty() && folders < 1000; ++folders) {
        source::Folder& folder = *open.front();
        open.pop_front();
        const auto count = (*source)->beginListing(folder);
        if (!count || !(*source)->fillEntries(folder, 0, *count) || !(*source)->endListing(folder))
            return;
        readFiles(**source, folder);
        for (const source::Entry& entry : std::span(folder.entries.get(), folder.count))
            if (entry.folder)
                open.push_back(entry.folder.get());
    }
}

void runInput(std::span<const std::byte> input)
{
    exercise(Bytes(input.begin(), input.end()), false);
    exercise(Bytes(input.begin(), input.end()), true);
}

}  // namespace sqd::fuzz
