// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/hash.h"
#include "format/constants.h"
#include "pack/buffer_pool.h"
#include "source/source_tree.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

// What travels through the pipeline. Unless a comment says otherwise, a field is written by one worker while it holds the job and read
// by others only after the pipeline's mutex was passed in between.
namespace sqd::pack {

// Duplicate search among files with blocks that begin alike. Guarded by the pipeline's mutex.
struct LikeGroup {
    std::uint32_t members = 0;     // files met so far, in sequence order
    std::uint32_t knownUpTo = 0;   // the hashes of members [0, knownUpTo) are in the index
    std::vector<bool> known;       // by member
};

// What a file with blocks is compared by.
struct FileHashes {
    Hash128 whole;                 // of all contents
    Hash128 blocks;                // of the blocks up to the last one that is stored: without trailing holes and the tail end
    std::uint32_t storedBlocks = 0;  // how many these are
};

// A regular file that has blocks of its own, from the moment it enters the look-ahead window until its last block is placed.
struct FileState {
    source::Entry* entry = nullptr;
    std::uint64_t size = 0;
    std::uint32_t blocks = 0;         // blocks read as blocks: full ones, and the short last one when its tail end is not packed
    std::uint32_t tailBytes = 0;      // tail end that goes into a fragment, 0 = none

    // Duplicate decision; guarded by the mutex.
    bool beginQueued = false, beginKnown = false;
    std::uint64_t beginHash = 0;      // of the first bytes
    LikeGroup* group = nullptr;
    std::uint32_t groupIndex = 0;
    // SharesBlocks: the same blocks as an earlier file, another tail end (or another number of zeros behind them).
    enum class Decision : std::uint8_t { Undecided, Unique, Duplicate, SharesBlocks } decision = Decision::Undecided;
    Decision candidate = Decision::Undecided;  // what a successful comparison makes it
    bool needsHash = false;           // an earlier file begins alike
    bool hashQueued = false;
    bool hashKnown = false;
    bool comparing = false;           // byte comparison with `original` under way
    source::Entry* original = nullptr;
    FileHashes hashes;
    std::atomic<std::uint32_t> pendingParts{0};  // hash or comparison jobs still to end
    std::atomic<bool> differs{false};            // set by a comparison job

    // Cutting into ranges; guarded by the mutex, but for holeUntil, which a reading worker raises.
    bool started = false;
    std::uint32_t nextBlock = 0;
    std::uint32_t rangesOpen = 0;     // dispatched and not yet completed
    bool allDispatched = false;
    std::atomic<std::uint64_t> holeUntil{0};     // no data in the source from nextBlock on, up to here

    // Written by the worker of the last range, read by the order keeper.
    std::uint64_t tailHash = 0;
    bool tailIsHole = false;
    bool anyStored = false;           // the order keeper's: data->start is set
    std::atomic<bool> dropped{false}; // could not be read and is left out
};

// One small file inside a batch: all of it is a tail end.
struct SmallFile {
    source::Entry* entry = nullptr;
    std::uint32_t offset = 0;         // in the batch's buffer
    std::uint32_t length = 0;
    Hash128 hash;
    std::int32_t sameAs = -1;         // index of an earlier, equal file of this batch
    source::Entry* confirmed = nullptr;  // equal by bytes to this earlier file
    source::Entry* rejected = nullptr;   // same hash, but not equal to this one
    bool isHole = false;
    bool dropped = false;
};

struct Fragment;

struct TailCopy {
    std::uint32_t from = 0;           // offset in the unit's raw buffer
    std::uint32_t length = 0;
    Fragment* fragment = nullptr;
    std::uint32_t to = 0;
};

// One piece of reading and compressing: a batch of small files, or a range of one file's blocks.
struct Unit {
    std::uint64_t sequence = 0;
    std::vector<SmallFile> files;     // batch
    std::shared_ptr<FileState> file;  // range
    std::uint32_t firstBlock = 0;
    std::uint32_t blockCount = 0;     // may be 0 for a range that is only a tail end
    bool last = false;                // last range of its file; carries the tail end
    bool hole = false;                // the source says: nothing but zeros here, and the range may be long

    Buffer raw;                       // contents; tail end behind the blocks
    Buffer out;                       // stored bytes of the range's blocks, adjacent
    std::size_t outBytes = 0;
    std::size_t cost = 0;             // bytes taken from the budget
    std::uint64_t holeBytes = 0;      // of the blocks (and the tail end) that are holes
    std::uint32_t storedBlocks = 0, rawBlocks = 0, holes = 0, probedRaw = 0;

    std::size_t cursor = 0;           // batch: files the order keeper has decided
    std::vector<TailCopy> copies;     // from the order keeper to the copying worker
    std::uint64_t position = 0;       // from the order keeper to the writing worker
    int pending = 0;                  // copy and write jobs still to end; guarded by the mutex
};

// A fragment block from its opening until it is written. Guarded by the mutex but for `raw`, into which workers copy disjoint ranges.
struct Fragment {
    std::uint32_t index = 0;
    std::uint32_t used = 0;           // bytes given to tail ends
    std::uint32_t pendingCopies = 0;
    bool sealed = false;
    bool done = false;                // compressed
    Buffer raw;
    std::vector<std::byte> out;       // stored bytes
    std::uint32_t word = 0;
    std::uint64_t hash = 0;
    std::uint64_t position = 0;
};

// A folder's listing shared by several workers.
struct Listing {
    source::Folder* folder = nullptr;
    std::uint32_t count = 0;
    std::atomic<std::uint32_t> partsLeft{0};
};

struct ListFolder { source::Folder* folder = nullptr; };
struct FillEntries { std::shared_ptr<Listing> listing; std::uint32_t first = 0, count = 0; };
struct HashBegin { std::shared_ptr<FileState> file; };
struct HashPart { std::shared_ptr<FileState> file; std::uint64_t offset = 0, length = 0; };
struct ComparePart { std::shared_ptr<FileState> file; std::uint64_t offset = 0, length = 0; };
struct ConfirmSmall { Unit* unit = nullptr; std::size_t index = 0; source::Entry* original = nullptr; };
struct EncodeUnit { Unit* unit = nullptr; };
struct CopyTails { Unit* unit = nullptr; };
struct EncodeFragment { Fragment* fragment = nullptr; };
struct WriteUnit { Unit* unit = nullptr; };
struct WriteFragment { Fragment* fragment = nullptr; };
struct Quit {};

using Job = std::variant<Quit, ListFolder, FillEntries, HashBegin, HashPart, ComparePart, ConfirmSmall, EncodeUnit, CopyTails, EncodeFragment, WriteUnit,
                         WriteFragment>;

}  // namespace sqd::pack
