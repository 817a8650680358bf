// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/dropped_entries.h"

#include <vector>

namespace sqd::pack {

using source::Entry;
using source::Folder;

static bool isGone(const Entry& entry)
{
    const Entry& owner = entry.linkOwner != nullptr ? *entry.linkOwner : entry;
    return owner.dropped || (owner.data != nullptr && owner.data->broken);
}

void markDroppedEntries(source::Tree& tree)
{
    std::vector<Folder*> stack{tree.root.folder.get()};
    while (!stack.empty()) {
        Folder* folder = stack.back();
        stack.pop_back();
        for (std::uint32_t i = 0; i < folder->count; ++i) {
            Entry& entry = folder->entries[i];
            entry.dropped = isGone(entry);
            if (entry.folder)
                stack.push_back(entry.folder.get());
        }
    }
}

}  // namespace sqd::pack
