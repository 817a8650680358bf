// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/progress.h"
#include "source/source_tree.h"

#include <cstdint>
#include <deque>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sqd::pack {

// Fixes the order of all data: depth first over sorted names, a folder's own files before its subfolders. Folders may be listed in any
// order; files come out as soon as every folder before theirs is complete. Not synchronised: the pipeline's mutex guards it.
class FolderSequencer {
public:
    struct Counts {
        std::uint64_t files = 0, directories = 0, symlinks = 0, devices = 0, others = 0, hardLinkSets = 0, bytes = 0;
    };

    FolderSequencer(bool hardLinks, concurrency::ProgressCounters& progress) : m_hardLinks(hardLinks), m_progress(progress) {}

    void start(source::Folder* root);
    // `folder` is complete. Appends the files with contents (own inode, not empty) that became next in order to `files`.
    void listed(source::Folder* folder, std::deque<source::Entry*>& files);
    // No folder is left to be sequenced.
    [[nodiscard]] bool finished() const { return m_stack.empty(); }
    [[nodiscard]] const Counts& counts() const { return m_counts; }

private:
    void sequence(source::Folder& folder, std::deque<source::Entry*>& files);

    const bool m_hardLinks;
    concurrency::ProgressCounters& m_progress;
    std::vector<source::Folder*> m_stack;                   // folders in order, next on top
    std::unordered_set<const source::Folder*> m_complete;   // listed, but not yet next
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::pair<source::Entry*, bool>> m_links;  // identity → owner, set already counted
    Counts m_counts;
};

}  // namespace sqd::pack
