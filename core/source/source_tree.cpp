// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/source_tree.h"

#include <algorithm>
#include <vector>

namespace sqd::source {

Tree::~Tree()
{
    std::vector<std::unique_ptr<Folder>> open;
    if (root.folder)
        open.push_back(std::move(root.folder));
    while (!open.empty()) {
        const std::unique_ptr<Folder> folder = std::move(open.back());
        open.pop_back();
        for (std::uint32_t i = 0; i < folder->count; ++i)
            if (folder->entries[i].folder)
                open.push_back(std::move(folder->entries[i].folder));
    }
}

std::string imagePath(const Entry& entry)
{
    std::vector<const Entry*> parts;
    for (const Entry* e = &entry; e != nullptr && e->parent != nullptr; e = e->parent->self)
        parts.push_back(e);
    std::string path;
    for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
        path += '/';
        path += (*it)->nameView();
    }
    return path.empty() ? "/" : path;
}

}  // namespace sqd::source
