// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/pack_worker.h"

#include "base/bytes.h"
#include "base/checked.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

namespace sqd::pack {

using concurrency::Activity;

PackWorker::PackWorker(const Shared& shared, int index)
    : m_shared(shared), m_counters(shared.progress.worker(index)), m_scratch(shared.buffers.get()), m_index(index)
{
}

Result<std::unique_ptr<PackWorker>> PackWorker::create(const Shared& shared, int index)
{
    std::unique_ptr<PackWorker> worker(new PackWorker(shared, index));
    SQD_TRY(worker->m_encoder, BlockEncoder::create(shared.options, &shared.scheduler.abortFlag()));
    return worker;
}

void PackWorker::run()
{
    try {
        for (;;) {
            Job job = m_shared.scheduler.next(m_index);
            if (std::holds_alternative<Quit>(job))
                break;
            if (auto done = perform(job); !done)
                m_shared.scheduler.fail(std::move(done).error());
        }
    } catch (const std::bad_alloc&) {
        Error e = internalError("out of memory");
        e.hint = "use a smaller --memory, --jobs or --block-size";
        m_shared.scheduler.fail(std::move(e));
    } catch (const std::exception& e) {
        m_shared.scheduler.fail(internalError(e.what()));
    }
    enter(Activity::Waiting);
}

Result<void> PackWorker::perform(Job& job)
{
    return std::visit(
        [this](auto& j) -> Result<void> {
            if constexpr (std::is_same_v<std::decay_t<decltype(j)>, Quit>)
                return {};
            else
                return perform(j);
        },
        job);
}

void PackWorker::showItem(const source::Entry& entry)
{
    m_counters.setItem(m_shared.source.sourcePath(entry));
}

Result<void> PackWorker::dropOrFail(const source::Entry& entry, Error error)
{
    if (!m_shared.options.skipUnreadable || error.code != Errc::InputUnreadable)
        return error;
    m_shared.scheduler.addWarning({m_shared.source.sourcePath(entry), error.why.empty() ? error.what : error.what + " (" + error.why + ")", true, false});
    return {};
}

// --- scanning ----------------------------------------------------------------------------------------------------------------------

// Folders up to this many entries are filled by the worker that listed them.
static constexpr std::uint32_t kEntriesWithoutParts = 1024;

Result<void> PackWorker::perform(ListFolder& job)
{
    enter(Activity::Scanning);
    source::Source& source = m_shared.source;
    SQD_TRY(const std::uint32_t count, source.beginListing(*job.folder));
    if (count > kEntriesWithoutParts) {
        auto listing = std::make_shared<Listing>();
        listing->folder = job.folder;
        listing->count = count;
        m_shared.scheduler.folderBegun(listing);
        return {};
    }
    SQD_CHECK(source.fillEntries(*job.folder, 0, count));
    SQD_CHECK(source.endListing(*job.folder));
    return m_shared.scheduler.folderListed(job.folder) ? source.scanResult() : Result<void>();
}

Result<void> PackWorker::perform(FillEntries& job)
{
    enter(Activity::Scanning);
    Listing& listing = *job.listing;
    SQD_CHECK(m_shared.source.fillEntries(*listing.folder, job.first, job.count));
    const bool lastPart = listing.partsLeft.fetch_sub(1) == 1;
    if (lastPart)
        SQD_CHECK(m_shared.source.endListing(*listing.folder));
    return m_shared.scheduler.folderListed(lastPart ? listing.folder : nullptr) ? m_shared.source.scanResult() : Result<void>();
}

// --- units -------------------------------------------------------------------------------------------------------------------------

Result<void> PackWorker::perform(EncodeUnit& job)
{
    Unit& unit = *job.unit;
    if (unit.file == nullptr)
        SQD_CHECK(encodeBatch(unit));
    else
        SQD_CHECK(encodeRange(unit));
    const std::shared_ptr<FileState> file = unit.file;
    enter(Activity::Ordering);
    if (m_shared.scheduler.unitEncoded(&unit)) {
        enter(Activity::Hashing);
        m_shared.scheduler.fileHashed(file, fileHashes(*file));
    }
    return {};
}

Result<void> PackWorker::readSmallFile(Unit& unit, SmallFile& file)
{
    return m_shared.source.readWhole(*file.entry, unit.raw.at(file.offset, file.length));
}

Result<void> PackWorker::encodeBatch(Unit& unit)
{
    showItem(*unit.files.front().entry);
    enter(Activity::Reading);
    unit.raw = m_shared.buffers.get();
    std::uint64_t bytes = 0;
    for (SmallFile& file : unit.files) {
        if (m_shared.scheduler.aborted())
            return cancelledError();
        if (auto done = readSmallFile(unit, file); !done) {
            SQD_CHECK(dropOrFail(*file.entry, std::move(done).error()));
            file.dropped = true;
        }
        bytes += file.length;
    }
    enter(Activity::Hashing);
    for (SmallFile& file : unit.files) {
        if (file.dropped)
            continue;
        const auto contents = unit.raw.at(file.offset, file.length);
        file.isHole = m_shared.options.sparse && allZero(contents);
        if (file.isHole)
            ++unit.holes;
        else if (m_shared.options.duplicates)
            file.hash = hashBytes(contents);
    }
    if (m_shared.options.duplicates) {
        findEqualInBatch(unit);
        confirmOriginals(unit);
    }
    m_counters.bytesIn.fetch_add(bytes, std::memory_order_relaxed);
    m_shared.progress.bytesIn.fetch_add(bytes, std::memory_order_release);
    m_shared.progress.filesDone.fetch_add(unit.files.size(), std::memory_order_relaxed);
    return {};
}

void PackWorker::markHole(Unit& unit)
{
    source::FileBlocks& blocks = *unit.file->entry->data->blocks;
    std::fill_n(blocks.words.get() + unit.firstBlock, unit.blockCount, 0U);
    std::fill_n(blocks.hashes.get() + unit.firstBlock, unit.blockCount, std::uint64_t{0});
    const std::uint64_t from = std::uint64_t{unit.firstBlock} * m_shared.options.blockSize;
    unit.holes = unit.blockCount;
    unit.holeBytes = std::min(std::uint64_t{unit.blockCount} * m_shared.options.blockSize, unit.file->size - from);
}

// False when the range is a hole of the source: nothing was read.
Result<bool> PackWorker::readRange(Unit& unit, std::size_t bytes)
{
    FileState& file = *unit.file;
    const std::uint64_t from = std::uint64_t{unit.firstBlock} * m_shared.options.blockSize;
    SQD_TRY(const auto reader, m_shared.source.openFile(*file.entry));
    if (m_shared.options.sparse) {
        const std::uint64_t data = reader->nextData(from);
        if (data >= from + bytes) {
            file.holeUntil.store(data, std::memory_order_relaxed);
            return false;
        }
    }
    unit.raw = m_shared.buffers.get();
    SQD_CHECK(reader->readExact(from, unit.raw.first(bytes)));
    return true;
}

Result<void> PackWorker::encodeRange(Unit& unit)
{
    FileState& file = *unit.file;
    const std::uint32_t blockSize = m_shared.options.blockSize;
    const std::uint64_t from = std::uint64_t{unit.firstBlock} * blockSize;
    const std::uint64_t end = unit.last ? file.size : from + std::uint64_t{unit.blockCount} * blockSize;
    showItem(*file.entry);
    enter(Activity::Reading);
    if (unit.hole) {
        markHole(unit);
    } else if (!file.dropped.load(std::memory_order_relaxed)) {
        const auto bytes = static_cast<std::size_t>(end - from);
        auto read = readRange(unit, bytes);
        if (!read) {
            SQD_CHECK(dropOrFail(*file.entry, std::move(read).error()));
            m_shared.scheduler.fileDropped(unit.file);
        } else if (!*read) {
            markHole(unit);
            if (unit.last && file.tailBytes != 0) {
                file.tailIsHole = true;
                finishTail(unit, 0);
            }
        } else {
            SQD_CHECK(encodeBlocks(unit, bytes));
        }
    }
    m_counters.bytesIn.fetch_add(end - from, std::memory_order_relaxed);
    m_counters.bytesOut.fetch_add(unit.outBytes, std::memory_order_relaxed);
    m_shared.progress.bytesIn.fetch_add(end - from, std::memory_order_release);
    m_shared.progress.bytesOut.fetch_add(unit.outBytes, std::memory_order_relaxed);
    if (unit.last)
        m_shared.progress.filesDone.fetch_add(1, std::memory_order_relaxed);
    return {};
}

// The word behind the full blocks, when the tail end is nothing but zeros and so needs no fragment.
void PackWorker::finishTail(Unit& unit, std::size_t blockBytes)
{
    FileState& file = *unit.file;
    if (!file.tailIsHole) {
        file.tailHash = hashBytes64(unit.raw.at(blockBytes, file.tailBytes));
        return;
    }
    source::FileBlocks& blocks = *file.entry->data->blocks;
    blocks.words[file.blocks] = 0;
    blocks.hashes[file.blocks] = 0;
    file.tailHash = 0;
    unit.holeBytes += unit.hole ? 0 : file.tailBytes;
    ++unit.holes;
}

Result<void> PackWorker::encodeBlocks(Unit& unit, std::size_t bytes)
{
    FileState& file = *unit.file;
    source::FileBlocks& blocks = *file.entry->data->blocks;
    const std::uint32_t blockSize = m_shared.options.blockSize;
    const std::size_t blockBytes = unit.last ? bytes - file.tailBytes : bytes;
    if (blockBytes != 0)
        unit.out = m_shared.buffers.get();
    std::size_t at = 0;
    for (std::uint32_t i = unit.firstBlock; at < blockBytes; ++i) {
        if (m_shared.scheduler.aborted())
            return cancelledError();  // the first error stays the run's
        const auto contents = unit.raw.at(at, std::min<std::size_t>(blockSize, blockBytes - at));
        at += contents.size();
        enter(Activity::Hashing);
        if (m_shared.options.sparse && allZero(contents)) {
            blocks.words[i] = 0;
            blocks.hashes[i] = 0;
            unit.holeBytes += contents.size();
            ++unit.holes;
            continue;
        }
        blocks.hashes[i] = hashBytes64(contents);
        enter(Activity::Compressing);
        SQD_TRY(const auto encoded, m_encoder->encode(contents, unit.out.at(unit.outBytes, contents.size()), m_shared.options.compressData));
        blocks.words[i] = encoded.word;
        unit.outBytes += encoded.storedBytes();
        ++unit.storedBlocks;
        unit.rawBlocks += encoded.raw() ? 1 : 0;
        unit.probedRaw += encoded.probedRaw ? 1 : 0;
        m_counters.blocks.fetch_add(1, std::memory_order_relaxed);
    }
    if (unit.last && file.tailBytes != 0) {
        enter(Activity::Hashing);
        file.tailIsHole = m_shared.options.sparse && allZero(unit.raw.at(blockBytes, file.tailBytes));
        finishTail(unit, blockBytes);
    }
    return {};
}

// --- fragments and writing ---------------------------------------------------------------------------------------------------------

Result<void> PackWorker::perform(CopyTails& job)
{
    enter(Activity::Reading);
    for (const TailCopy& copy : job.unit->copies)
        std::memcpy(copy.fragment->raw.bytes.get() + copy.to, job.unit->raw.bytes.get() + copy.from, copy.length);
    enter(Activity::Ordering);
    m_shared.scheduler.tailsCopied(job.unit);
    return {};
}

Result<void> PackWorker::perform(EncodeFragment& job)
{
    Fragment& fragment = *job.fragment;
    m_counters.setItem("small files");
    enter(Activity::Hashing);
    const auto contents = fragment.raw.first(fragment.used);
    fragment.hash = hashBytes64(contents);
    enter(Activity::Compressing);
    SQD_TRY(const auto encoded, m_encoder->encode(contents, m_scratch.first(contents.size()), m_shared.options.compressFragments));
    fragment.word = encoded.word;
    fragment.out.assign(m_scratch.bytes.get(), m_scratch.bytes.get() + encoded.storedBytes());
    m_counters.blocks.fetch_add(1, std::memory_order_relaxed);
    m_counters.bytesOut.fetch_add(encoded.storedBytes(), std::memory_order_relaxed);
    m_shared.progress.bytesOut.fetch_add(encoded.storedBytes(), std::memory_order_relaxed);
    enter(Activity::Ordering);
    m_shared.scheduler.fragmentEncoded(&fragment);
    return {};
}

Result<void> PackWorker::perform(WriteUnit& job)
{
    enter(Activity::Writing);
    SQD_CHECK(m_shared.output.write(m_shared.superblockOffset + job.unit->position, job.unit->out.first(job.unit->outBytes)));
    m_shared.scheduler.unitWritten(job.unit);
    return {};
}

Result<void> PackWorker::perform(WriteFragment& job)
{
    enter(Activity::Writing);
    SQD_CHECK(m_shared.output.write(m_shared.superblockOffset + job.fragment->position, job.fragment->out));
    m_shared.scheduler.fragmentWritten(job.fragment);
    return {};
}

}  // namespace sqd::pack
