// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/progress.h"
#include "pack/buffer_pool.h"
#include "pack/duplicate_index.h"
#include "pack/metadata_writer.h"
#include "pack/pack_options.h"
#include "pack/work.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace sqd::pack {

// The only serial stage. It touches records, never bytes: takes finished units in sequence order, decides duplicates among small
// files, gives tail ends their fragment and offset, and gives blocks and fragment blocks their position in the image. Copying,
// compressing and writing are jobs that it hands out. Not synchronised: the pipeline's mutex guards it (ADR 0004).
//
// Two orders are kept. Decisions follow the unit sequence. Places follow a queue that decisions fill; a fragment block enters that queue
// only when kDelayedFragments more have been sealed, so that many can be compressed at once and the place is still a function of the
// input alone.
class OrderKeeper {
public:
    // What has to be done next, outside the lock.
    struct Output {
        std::vector<Job> jobs;
        std::vector<Unit*> released;  // nothing refers to the unit any more
    };
    struct Totals {
        std::uint64_t blocks = 0, rawBlocks = 0, holes = 0, probedRaw = 0, duplicates = 0, duplicateBytes = 0;
    };

    // `start`: first position after superblock and options block.
    OrderKeeper(const PackOptions& options, std::uint64_t start, BufferPool& fragmentBuffers, DuplicateIndex& duplicates);

    // --- events; each may make progress possible and appends to `output` ---
    void unitFinished(Unit* unit, Output& output);
    void smallConfirmed(Unit* unit, std::size_t index, source::Entry* original, bool equal, Output& output);
    void tailsCopied(Unit* unit, Output& output);
    void unitWritten(Unit* unit, Output& output);
    void fragmentEncoded(Fragment* fragment, Output& output);
    void fragmentWritten(Fragment* fragment);
    // No unit with this sequence number or a later one will come.
    void endOfInput(std::uint64_t units, Output& output);

    // A file whose whole data is another's.
    void countDuplicate(std::uint64_t bytes);
    source::FileData* newFileData();

    [[nodiscard]] bool finished() const;               // everything placed and written
    [[nodiscard]] std::uint64_t position() const { return m_position; }
    [[nodiscard]] const std::vector<FragmentRecord>& fragments() const { return m_records; }
    [[nodiscard]] const Totals& totals() const { return m_totals; }
    // Takes the file contents over; they must live as long as the tree's entries point to them.
    [[nodiscard]] std::deque<source::FileData> takeFileData() { return std::move(m_fileData); }

private:
    struct Place {
        Unit* unit = nullptr;
        Fragment* fragment = nullptr;
    };
    void drain(Output& output);
    bool decide(Unit& unit, Output& output);
    bool decideBatch(Unit& unit, Output& output);
    void decideRange(Unit& unit, Output& output);
    // Small files and tail ends of large ones fill fragment blocks of their own: the ends of programs compress better among themselves.
    enum Filling : std::size_t { kSmallFiles, kTailEnds, kFillings };
    void placeTail(Unit& unit, Filling filling, std::uint32_t from, std::uint32_t length, source::FileData& data, Output& output);
    void sealFragment(Filling filling, Output& output);
    void place(Output& output);
    void placeUnit(Unit& unit, Output& output);
    static void unpend(Unit* unit, Output& output);

    const PackOptions& m_options;
    BufferPool& m_fragmentBuffers;
    DuplicateIndex& m_duplicates;
    const std::size_t m_delay;
    std::uint64_t m_position;
    std::uint64_t m_nextSequence = 0;
    std::uint64_t m_endSequence = ~std::uint64_t{0};
    bool m_waitsForConfirmation = false;
    std::map<std::uint64_t, Unit*> m_waiting;          // finished, not yet decided; bounded by the budget
    std::deque<Place> m_places;
    std::deque<Fragment*> m_delayed;
    std::array<Fragment*, kFillings> m_open{};
    std::map<Fragment*, std::unique_ptr<Fragment>> m_alive;
    std::vector<FragmentRecord> m_records;
    std::deque<source::FileData> m_fileData;
    std::uint64_t m_writesPending = 0;
    Totals m_totals;
};

}  // namespace sqd::pack
