// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/source_tree.h"

#include <algorithm>
#include <vector>

namespace sqd::source {

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
