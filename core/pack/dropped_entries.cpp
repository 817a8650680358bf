// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/dropped_entries.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace sqd::pack {

using source::Entry;
using source::Folder;

template<typename Use>
static void forEachFolder(source::Tree& tree, Use use)
{
    std::vector<Folder*> stack{tree.root.folder.get()};
    while (!stack.empty()) {
        Folder* folder = stack.back();
        stack.pop_back();
        use(*folder);
        for (std::uint32_t i = 0; i < folder->count; ++i)
            if (folder->entries[i].folder)
                stack.push_back(folder->entries[i].folder.get());
    }
}

static bool isGone(const Entry& entry)
{
    const Entry& owner = entry.linkOwner != nullptr ? *entry.linkOwner : entry;
    return owner.dropped || (owner.data != nullptr && owner.data->broken);
}

void removeDroppedEntries(source::Tree& tree)
{
    // All verdicts before the first entry moves: they follow pointers between entries.
    forEachFolder(tree, [](Folder& folder) {
        for (std::uint32_t i = 0; i < folder.count; ++i)
            folder.entries[i].dropped = isGone(folder.entries[i]);
    });
    std::unordered_map<const Entry*, Entry*> moved;
    forEachFolder(tree, [&](Folder& folder) {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < folder.count; ++i) {
            Entry& from = folder.entries[i];
            if (from.dropped)
                continue;
            if (Entry& to = folder.entries[kept++]; &to != &from) {
                to = std::move(from);
                if (to.folder)
                    to.folder->self = &to;
                moved.emplace(&from, &to);
            }
        }
        folder.count = kept;
    });
    if (moved.empty())
        return;
    forEachFolder(tree, [&](Folder& folder) {
        for (std::uint32_t i = 0; i < folder.count; ++i)
            if (const auto it = moved.find(folder.entries[i].linkOwner); it != moved.end())
                folder.entries[i].linkOwner = it->second;
    });
}

}  // namespace sqd::pack
