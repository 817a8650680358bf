// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/folder_sequencer.h"

namespace sqd::pack {

using format::InodeType;

void FolderSequencer::start(source::Folder* root)
{
    m_walk.push_back({root, 0});
    ++m_counts.directories;
}

void FolderSequencer::listed(source::Folder* folder, std::deque<source::Entry*>& files)
{
    m_progress.entriesFound.fetch_add(folder->count, std::memory_order_relaxed);
    m_complete.insert(folder);
    const Counts before = m_counts;
    const std::size_t filesBefore = files.size();
    while (!m_walk.empty()) {
        Step& step = m_walk.back();
        if (step.next == 0 && !m_complete.contains(step.folder))
            break;
        source::Folder* descend = nullptr;
        while (step.next < step.folder->count && descend == nullptr) {
            source::Entry& entry = step.folder->entries[step.next++];
            if (entry.type == InodeType::Directory)
                descend = entry.folder.get();
            sequence(entry, files);
        }
        if (descend != nullptr) {
            m_walk.push_back({descend, 0});
        } else {
            m_complete.erase(step.folder);
            m_walk.pop_back();
        }
    }
    const std::uint64_t newFiles = m_counts.files - before.files;
    m_progress.filesTotal.fetch_add(newFiles, std::memory_order_relaxed);
    m_progress.bytesTotal.fetch_add(m_counts.bytes - before.bytes, std::memory_order_relaxed);
    m_progress.filesDone.fetch_add(newFiles - (files.size() - filesBefore), std::memory_order_relaxed);  // empty files, further names
}

void FolderSequencer::sequence(source::Entry& entry, std::deque<source::Entry*>& files)
{
    switch (entry.type) {
    case InodeType::Directory: ++m_counts.directories; return;
    case InodeType::File: ++m_counts.files; break;
    case InodeType::Symlink: ++m_counts.symlinks; break;
    case InodeType::BlockDevice:
    case InodeType::CharDevice: ++m_counts.devices; break;
    case InodeType::Fifo:
    case InodeType::Socket: ++m_counts.others; break;
    }
    if (isFurtherName(entry) || entry.type != InodeType::File || entry.size == 0)
        return;
    m_counts.bytes += entry.size;
    files.push_back(&entry);
}

// Hard links: the first name in order owns the inode.
bool FolderSequencer::isFurtherName(source::Entry& entry)
{
    if (!m_hardLinks || !entry.hasOtherNames)
        return false;
    const auto [it, first] = m_links.try_emplace({entry.sourceDevice, entry.sourceInode}, &entry, false);
    if (first || it->second.first->type != entry.type)
        return false;
    entry.linkOwner = it->second.first;
    ++entry.linkOwner->links;
    if (!it->second.second) {
        it->second.second = true;
        ++m_counts.hardLinkSets;
    }
    return true;
}

}  // namespace sqd::pack
