// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/duplicate_index.h"

namespace sqd::pack {

source::Entry* DuplicateIndex::findSmall(std::uint64_t size, const Hash128& hash) const
{
    const auto it = m_small.find({size, hash});
    return it == m_small.end() ? nullptr : it->second;
}

void DuplicateIndex::addSmall(std::uint64_t size, const Hash128& hash, source::Entry* entry)
{
    m_small.emplace(Key{size, hash}, entry);
}

void DuplicateIndex::join(FileState& file)
{
    SizeGroup& group = m_groups[file.size];
    file.group = &group;
    file.groupIndex = group.members++;
    group.known.push_back(false);
    file.needsHash = file.groupIndex > 0;
}

void DuplicateIndex::markKnown(FileState& file)
{
    SizeGroup& group = *file.group;
    group.known[file.groupIndex] = true;
    while (group.knownUpTo < group.members && group.known[group.knownUpTo])
        ++group.knownUpTo;
}

void DuplicateIndex::publish(FileState& file, const Hash128& hash)
{
    if (file.hashKnown || file.group == nullptr)
        return;
    file.hashKnown = true;
    file.hash = hash;
    const auto [it, inserted] = m_large.try_emplace({file.size, hash}, Candidate{file.groupIndex, file.entry});
    if (!inserted && file.groupIndex < it->second.groupIndex)
        it->second = {file.groupIndex, file.entry};
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
    const auto it = m_large.find({file.size, file.hash});
    if (it == m_large.end() || it->second.entry == file.entry)
        return {Decision::Unique, nullptr};
    return {Decision::Duplicate, it->second.entry};
}

}  // namespace sqd::pack
