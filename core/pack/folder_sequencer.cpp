// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/folder_sequencer.h"

namespace sqd::pack {

using format::InodeType;

void FolderSequencer::start(source::Folder* root)
{
    m_stack.push_back(root);
    ++m_counts.directories;
}

void FolderSequencer::listed(source::Folder* folder, std::deque<source::Entry*>& files)
{
    m_progress.entriesFound.fetch_add(folder->count, std::memory_order_relaxed);
    m_complete.insert(folder);
    while (!m_stack.empty()) {
        const auto it = m_complete.find(m_stack.back());
        if (it == m_complete.end())
            return;
        m_complete.erase(it);
        source::Folder* next = m_stack.back();
        m_stack.pop_back();
        sequence(*next, files);
    }
}

void FolderSequencer::sequence(source::Folder& folder, std::deque<source::Entry*>& files)
{
    std::uint64_t fileCount = 0;
    const std::size_t before = files.size();
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < folder.count; ++i) {
        source::Entry& entry = folder.entries[i];
        switch (entry.type) {
        case InodeType::Directory: ++m_counts.directories; continue;
        case InodeType::File: ++fileCount; break;
        case InodeType::Symlink: ++m_counts.symlinks; break;
        case InodeType::BlockDevice:
        case InodeType::CharDevice: ++m_counts.devices; break;
        case InodeType::Fifo:
        case InodeType::Socket: ++m_counts.others; break;
        }
        if (m_hardLinks && entry.sourceLinks > 1) {
            const auto [it, first] = m_links.try_emplace({entry.sourceDevice, entry.sourceInode}, &entry, false);
            if (!first && it->second.first->type == entry.type) {
                entry.linkOwner = it->second.first;
                ++entry.linkOwner->links;
                if (!it->second.second) {
                    it->second.second = true;
                    ++m_counts.hardLinkSets;
                }
                continue;
            }
        }
        if (entry.type == InodeType::File && entry.size > 0) {
            bytes += entry.size;
            files.push_back(&entry);
        }
    }
    m_counts.files += fileCount;
    m_counts.bytes += bytes;
    m_progress.filesTotal.fetch_add(fileCount, std::memory_order_relaxed);
    m_progress.bytesTotal.fetch_add(bytes, std::memory_order_relaxed);
    m_progress.filesDone.fetch_add(fileCount - (files.size() - before), std::memory_order_relaxed);  // empty files, further names
    for (std::uint32_t i = folder.count; i-- > 0;)
        if (source::Entry& entry = folder.entries[i]; entry.type == InodeType::Directory && entry.folder)
            m_stack.push_back(entry.folder.get());
}

}  // namespace sqd::pack
