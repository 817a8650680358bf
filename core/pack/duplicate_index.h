// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "pack/work.h"
#include "source/source_tree.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace sqd::pack {

// Finds files with equal contents in constant time per file. Not synchronised: the pipeline's mutex guards it.
//
// Files that are only a tail end come with their hash. Files with blocks are hashed ahead of compression only when an earlier file
// begins with the same bytes; the first of such a group becomes known when its blocks were read anyway. A file may be decided once the
// hashes of all earlier files of its group are known, so that the original is always the first in sequence order, whatever ran when.
// A file may equal an earlier one as a whole, or in its blocks only; then it shares them and has a tail end of its own.
class DuplicateIndex {
public:
    // The first small file with this size and hash, or null.
    // (Equal in 64 bits of both: the caller compares bytes anyway.)
    [[nodiscard]] source::Entry* findSmall(std::uint64_t size, const Hash128& hash) const;
    // `entry` has its FileData, which keeps the hash.
    void addSmall(std::uint64_t size, const Hash128& hash, source::Entry& entry);

    // Enters a file with blocks whose first bytes are known; call in sequence order. Sets group, groupIndex and needsHash.
    void join(FileState& file);
    // The hashes of a file that joined are known.
    void publish(FileState& file, const FileHashes& hashes);
    // Undecided: some earlier hash is missing. Unique; Duplicate or SharesBlocks with the original (bytes not compared yet).
    struct Answer {
        FileState::Decision decision = FileState::Decision::Undecided;
        source::Entry* original = nullptr;
    };
    [[nodiscard]] Answer lookUp(const FileState& file) const;
    // The file leaves the look-ahead window without a hash (it could not be read): later files must not wait for it.
    void giveUp(FileState& file);

private:
    struct Key {
        std::uint64_t size;
        Hash128 hash;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHasher {
        std::size_t operator()(const Key& k) const noexcept { return static_cast<std::size_t>(k.hash.low ^ k.size * 0x9E3779B97F4A7C15ULL); }
    };
    struct Candidate {
        std::uint32_t groupIndex;
        source::Entry* entry;
    };
    static void markKnown(FileState& file);
    [[nodiscard]] std::size_t slotOf(std::uint64_t key) const;
    void growSmall();

    // Open addressing, at most 3/4 full: 8 bytes a slot, where a node-based map takes 64 bytes a file. Trees of millions of small files
    // are why. The keys stand in FileData::contentHash; null = free.
    std::vector<source::Entry*> m_small;
    std::size_t m_smallCount = 0;
    using Candidates = std::unordered_map<Key, Candidate, KeyHasher>;
    static void keepFirst(Candidates& candidates, const Key& key, const FileState& file);
    Candidates m_wholes;   // by size and hash of the whole
    Candidates m_blocks;   // by number and hash of the stored blocks
    std::unordered_map<std::uint64_t, LikeGroup> m_groups;
};

}  // namespace sqd::pack
