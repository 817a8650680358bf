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

// Fixes the order of all data: the order of a depth-first walk over sorted names, which puts a folder's files beside those of the
// subfolders between them (in fragment blocks, neighbours of the same kind compress 0.25 % better than a folder's files apart). Folders
// may be listed in any order; files come out as soon as every folder on the way is complete. Not synchronised: the pipeline's mutex
// guards it.
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
    [[nodiscard]] bool finished() const { return m_walk.empty(); }
    [[nodiscard]] const Counts& counts() const { return m_counts; }

private:
    struct Step {
        source::Folder* folder = nullptr;
        std::uint32_t next = 0;  // entry
    };
    void sequence(source::Entry& entry, std::deque<source::Entry*>& files);
    bool isFurtherName(source::Entry& entry);

    const bool m_hardLinks;
    concurrency::ProgressCounters& m_progress;
    std::vector<Step> m_walk;                               // from the root to the folder the walk is in
    std::unordered_set<const source::Folder*> m_complete;   // listed, but not yet reached by the walk
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::pair<source::Entry*, bool>> m_links;  // identity → owner, set already counted
    Counts m_counts;
};

}  // namespace sqd::pack
