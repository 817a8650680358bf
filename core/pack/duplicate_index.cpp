// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/duplicate_index.h"

#include <algorithm>

namespace sqd::pack {

static std::uint64_t smallKey(std::uint64_t size, const Hash128& hash)
{
    return hash.low ^ size * 0x9E3779B97F4A7C15ULL;
}

// The slot that holds `key`, or the free one where it belongs. The table is never full.
std::size_t DuplicateIndex::slotOf(std::uint64_t key) const
{
    const std::size_t mask = m_small.size() - 1;
    std::size_t at = static_cast<std::size_t>(key) & mask;
    while (m_small[at] != nullptr && m_small[at]->data->contentHash != key)
        at = (at + 1) & mask;
    return at;
}

source::Entry* DuplicateIndex::findSmall(std::uint64_t size, const Hash128& hash) const
{
    return m_small.empty() ? nullptr : m_small[slotOf(smallKey(size, hash))];
}

void DuplicateIndex::growSmall()
{
    std::vector<source::Entry*> old(std::max<std::size_t>(1024, m_small.size() * 2));
    old.swap(m_small);
    for (source::Entry* entry : old)
        if (entry != nullptr)
            m_small[slotOf(entry->data->contentHash)] = entry;
}

void DuplicateIndex::addSmall(std::uint64_t size, const Hash128& hash, source::Entry& entry)
{
    if ((m_smallCount + 1) * 4 > m_small.size() * 3)
        growSmall();
    const std::uint64_t key = smallKey(size, hash);
    source::Entry*& slot = m_small[slotOf(key)];
    if (slot != nullptr)
        return;  // the first one stays
    entry.data->contentHash = key;
    slot = &entry;
    ++m_smallCount;
}

void DuplicateIndex::join(FileState& file)
{
    LikeGroup& group = m_groups[file.beginHash];
    file.group = &group;
    file.groupIndex = group.members++;
    group.known.push_back(false);
    file.needsHash = file.groupIndex > 0;
}

void DuplicateIndex::markKnown(FileState& file)
{
    LikeGroup& group = *file.group;
    group.known[file.groupIndex] = true;
    while (group.knownUpTo < group.members && group.known[group.knownUpTo])
        ++group.knownUpTo;
}

void DuplicateIndex::keepFirst(Candidates& candidates, const Key& key, const FileState& file)
{
    const auto [it, inserted] = candidates.try_emplace(key, Candidate{file.groupIndex, file.entry});
    if (!inserted && file.groupIndex < it->second.groupIndex)
        it->second = {file.groupIndex, file.entry};
}

void DuplicateIndex::publish(FileState& file, const FileHashes& hashes)
{
    if (file.hashKnown || file.group == nullptr)
        return;
    file.hashKnown = true;
    file.hashes = hashes;
    keepFirst(m_wholes, {file.size, hashes.whole}, file);
    if (hashes.storedBlocks != 0)
        keepFirst(m_blocks, {hashes.storedBlocks, hashes.blocks}, file);
    markKnown(file);
}

void DuplicateIndex::giveUp(FileState& file)
{
    if (file.group != nullptr && !file.hashKnown)
        markKnown(file);
}

DuplicateIndex::Answer DuplicateIndex::lookUp(const FileState& file) const
{
    using Decision = FileState::Decision;
    if (!file.needsHash)
        return {Decision::Unique, nullptr};
    if (!file.hashKnown || file.group->knownUpTo <= file.groupIndex)
        return {};
    const auto whole = m_wholes.find({file.size, file.hashes.whole});
    if (whole != m_wholes.end() && whole->second.entry != file.entry)
        return {Decision::Duplicate, whole->second.entry};
    const auto blocks = m_blocks.find({file.hashes.storedBlocks, file.hashes.blocks});
    if (blocks != m_blocks.end() && blocks->second.entry != file.entry)
        return {Decision::SharesBlocks, blocks->second.entry};
    return {Decision::Unique, nullptr};
}

}  // namespace sqd::pack
