// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/order_keeper.h"

#include <algorithm>
#include <utility>

namespace sqd::pack {

// Raw bytes of fragment blocks that may be compressed at once, ahead of their place in the image. It bounds memory (their stored bytes
// wait for the place) and parallelism over trees of small files alike: 128 blocks of 128 KiB, 16 of 1 MiB. A constant of the image
// layout: another value gives other, equally good images, so it must not depend on jobs or memory.
static constexpr std::size_t kDelayedFragmentBytes = 16U << 20;
static constexpr std::size_t kMaxDelayedFragments = 128;

OrderKeeper::OrderKeeper(const PackOptions& options, std::uint64_t start, BufferPool& fragmentBuffers, DuplicateIndex& duplicates)
    : m_options(options), m_fragmentBuffers(fragmentBuffers), m_duplicates(duplicates),
      m_delay(std::min(kMaxDelayedFragments, kDelayedFragmentBytes / options.blockSize)), m_position(start)
{
}

source::FileData* OrderKeeper::newFileData()
{
    return &m_fileData.emplace_back();
}

void OrderKeeper::countDuplicate(std::uint64_t bytes)
{
    ++m_totals.duplicates;
    m_totals.duplicateBytes += bytes;
}

void OrderKeeper::unpend(Unit* unit, Output& output)
{
    if (--unit->pending == 0)
        output.released.push_back(unit);
}

void OrderKeeper::unitFinished(Unit* unit, Output& output)
{
    m_waiting.emplace(unit->sequence, unit);
    drain(output);
}

void OrderKeeper::smallConfirmed(Unit* unit, std::size_t index, source::Entry* original, bool equal, Output& output)
{
    SmallFile& file = unit->files[index];
    (equal ? file.confirmed : file.rejected) = original;
    m_waitsForConfirmation = false;
    drain(output);
}

void OrderKeeper::tailsCopied(Unit* unit, Output& output)
{
    for (const TailCopy& copy : unit->copies) {
        Fragment* fragment = copy.fragment;
        if (--fragment->pendingCopies == 0 && fragment->sealed)
            output.jobs.emplace_back(EncodeFragment{fragment});
    }
    unit->copies.clear();
    unpend(unit, output);
}

void OrderKeeper::unitWritten(Unit* unit, Output& output)
{
    --m_writesPending;
    unpend(unit, output);
}

void OrderKeeper::fragmentEncoded(Fragment* fragment, Output& output)
{
    fragment->done = true;
    m_fragmentBuffers.put(std::move(fragment->raw));
    place(output);
}

void OrderKeeper::fragmentWritten(Fragment* fragment)
{
    --m_writesPending;
    m_alive.erase(fragment);
}

void OrderKeeper::endOfInput(std::uint64_t units, Output& output)
{
    m_endSequence = units;
    drain(output);
}

bool OrderKeeper::finished() const
{
    return m_nextSequence == m_endSequence && m_places.empty() && m_delayed.empty() && m_open == decltype(m_open){} && m_writesPending == 0;
}

void OrderKeeper::drain(Output& output)
{
    while (!m_waitsForConfirmation) {
        const auto it = m_waiting.find(m_nextSequence);
        if (it == m_waiting.end())
            break;
        if (!decide(*it->second, output))
            break;
        m_waiting.erase(it);
        ++m_nextSequence;
    }
    if (m_nextSequence == m_endSequence) {
        for (const Filling filling : {kSmallFiles, kTailEnds})
            if (m_open[filling] != nullptr)
                sealFragment(filling, output);
        for (Fragment* fragment : m_delayed)
            m_places.push_back({nullptr, fragment});
        m_delayed.clear();
    }
    place(output);
}

// True when the unit is decided and belongs to the copy and write jobs from now on.
bool OrderKeeper::decide(Unit& unit, Output& output)
{
    if (unit.file == nullptr) {
        if (unit.cursor == 0)
            unit.pending = 1;  // this function's own hold, so that nothing releases the unit while it is being decided
        if (!decideBatch(unit, output))
            return false;
    } else {
        unit.pending = 1;
        decideRange(unit, output);
    }
    m_totals.rawBlocks += unit.rawBlocks;
    m_totals.holes += unit.holes;
    m_totals.probedRaw += unit.probedRaw;
    if (!unit.copies.empty()) {
        ++unit.pending;
        output.jobs.emplace_back(CopyTails{&unit});
    }
    unpend(&unit, output);
    return true;
}

bool OrderKeeper::decideBatch(Unit& unit, Output& output)
{
    for (; unit.cursor < unit.files.size(); ++unit.cursor) {
        SmallFile& file = unit.files[unit.cursor];
        if (file.dropped) {
            file.entry->dropped = true;
            continue;
        }
        if (file.isHole) {
            source::FileData* data = newFileData();
            data->blockCount = 1;
            data->blocks = std::make_unique<source::FileBlocks>();
            data->blocks->words = std::make_unique<std::uint32_t[]>(1);
            data->blocks->hashes = std::make_unique<std::uint64_t[]>(1);
            data->blocks->sparseBytes = file.length;
            data->blocks->contentBytes = file.length;
            file.entry->data = data;
            continue;
        }
        if (file.sameAs >= 0) {
            file.entry->data = unit.files[static_cast<std::size_t>(file.sameAs)].entry->data;
            countDuplicate(file.length);
            continue;
        }
        if (m_options.duplicates) {
            source::Entry* original = m_duplicates.findSmall(file.length, file.hash);
            if (original != nullptr && original != file.rejected) {
                if (original != file.confirmed) {
                    m_waitsForConfirmation = true;
                    output.jobs.emplace_back(ConfirmSmall{&unit, unit.cursor, original});
                    return false;
                }
                file.entry->data = original->data;
                countDuplicate(file.length);
                continue;
            }
        }
        source::FileData* data = newFileData();
        file.entry->data = data;
        if (m_options.duplicates)
            m_duplicates.addSmall(file.length, file.hash, *file.entry);
        placeTail(unit, kSmallFiles, file.offset, file.length, *data, output);
    }
    return true;
}

void OrderKeeper::decideRange(Unit& unit, Output& output)
{
    FileState& file = *unit.file;
    source::FileData& data = *file.entry->data;
    if (file.dropped.load(std::memory_order_relaxed)) {
        data.broken = true;
        return;
    }
    m_totals.blocks += unit.storedBlocks;
    data.blocks->sparseBytes += unit.holeBytes;
    ++unit.pending;
    m_places.push_back({&unit, nullptr});
    if (!unit.last)
        return;
    data.blockCount = file.blocks + (file.tailIsHole ? 1 : 0);
    data.blocks->contentBytes = file.size - (file.tailIsHole ? 0 : file.tailBytes);
    if (file.tailBytes != 0 && !file.tailIsHole)
        placeTail(unit, kTailEnds, unit.blockCount * m_options.blockSize, file.tailBytes, data, output);
}

void OrderKeeper::placeTail(Unit& unit, Filling filling, std::uint32_t from, std::uint32_t length, source::FileData& data, Output& output)
{
    if (m_open[filling] != nullptr && m_open[filling]->used + length > m_options.blockSize)
        sealFragment(filling, output);
    if (m_open[filling] == nullptr) {
        auto fresh = std::make_unique<Fragment>();
        fresh->index = static_cast<std::uint32_t>(m_records.size());
        fresh->raw = m_fragmentBuffers.get();
        m_records.emplace_back();
        m_open[filling] = fresh.get();
        m_alive.emplace(fresh.get(), std::move(fresh));
    }
    Fragment& fragment = *m_open[filling];
    data.fragment = fragment.index;
    data.fragmentOffset = fragment.used;
    unit.copies.push_back({from, length, &fragment, fragment.used});
    fragment.used += length;
    ++fragment.pendingCopies;
}

// Called between two files only, so a fragment block never stands among the blocks of a file.
void OrderKeeper::sealFragment(Filling filling, Output& output)
{
    Fragment* fragment = std::exchange(m_open[filling], nullptr);
    fragment->sealed = true;
    if (fragment->pendingCopies == 0)
        output.jobs.emplace_back(EncodeFragment{fragment});
    m_delayed.push_back(fragment);
    if (m_delayed.size() > m_delay) {
        m_places.push_back({nullptr, m_delayed.front()});
        m_delayed.pop_front();
    }
}

void OrderKeeper::placeUnit(Unit& unit, Output& output)
{
    if (unit.outBytes == 0) {
        unpend(&unit, output);
        return;
    }
    FileState& file = *unit.file;
    if (!file.anyStored) {
        file.anyStored = true;
        file.entry->data->blocks->start = m_position;
    }
    unit.position = m_position;
    m_position += unit.outBytes;
    ++m_writesPending;
    output.jobs.emplace_back(WriteUnit{&unit});
}

void OrderKeeper::place(Output& output)
{
    while (!m_places.empty()) {
        const Place next = m_places.front();
        if (next.unit != nullptr) {
            m_places.pop_front();
            placeUnit(*next.unit, output);
            continue;
        }
        Fragment& fragment = *next.fragment;
        if (!fragment.done)
            return;
        m_places.pop_front();
        fragment.position = m_position;
        m_records[fragment.index] = {m_position, fragment.word, fragment.used, fragment.hash};
        m_position += fragment.word & format::kBlockSizeMask;
        if ((fragment.word & format::kBlockRawBit) != 0)
            ++m_totals.rawBlocks;
        ++m_totals.blocks;
        ++m_writesPending;
        output.jobs.emplace_back(WriteFragment{&fragment});
    }
}

}  // namespace sqd::pack
