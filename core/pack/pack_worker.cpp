// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/pack_worker.h"

#include "base/bytes.h"
#include "base/checked.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <tuple>
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
    SQD_TRY(worker->m_encoder, BlockEncoder::create(shared.options));
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

// --- duplicates --------------------------------------------------------------------------------------------------------------------

std::uint64_t PackWorker::blockHash(std::span<const std::byte> contents) const
{
    return m_shared.options.sparse && allZero(contents) ? 0 : hashBytes64(contents);
}

std::optional<FileHashes> PackWorker::fileHashes(const FileState& file) const
{
    if (file.dropped.load())
        return std::nullopt;
    const std::span hashes(file.entry->data->hashes.get(), file.blocks);
    FileHashes result;
    result.storedBlocks = file.blocks;
    while (result.storedBlocks > 0 && hashes[result.storedBlocks - 1] == 0)
        --result.storedBlocks;
    result.blocks = hashBytes(std::as_bytes(hashes.first(result.storedBlocks)));
    result.whole = combineHashes(hashBytes(std::as_bytes(hashes)), {file.tailHash, file.tailBytes});
    return result;
}

// Bytes at a file's start that decide whether it may equal another: one page, as cheap to read as to ask for.
static constexpr std::size_t kBeginBytes = 4096;

Result<void> PackWorker::perform(HashBegin& job)
{
    FileState& file = *job.file;
    enter(Activity::Reading);
    const auto begin = m_scratch.first(static_cast<std::size_t>(std::min<std::uint64_t>(kBeginBytes, file.size)));
    const auto read = [&]() -> Result<void> {
        SQD_TRY(const auto reader, m_shared.source.openFile(*file.entry));
        return reader->readExact(0, begin);
    };
    std::optional<std::uint64_t> hash;
    if (auto done = read(); !done) {
        SQD_CHECK(dropOrFail(*file.entry, std::move(done).error()));
        m_shared.scheduler.fileDropped(job.file);
    } else {
        hash = hashBytes64(begin);
    }
    m_shared.scheduler.fileBegun(job.file, hash);
    return {};
}

Result<void> PackWorker::perform(HashPart& job)
{
    FileState& file = *job.file;
    showItem(*file.entry);
    enter(Activity::Reading);
    const auto hashAll = [&]() -> Result<void> {
        SQD_TRY(const auto reader, m_shared.source.openFile(*file.entry));
        const std::uint32_t blockSize = m_shared.options.blockSize;
        std::uint64_t* hashes = file.entry->data->hashes.get();
        std::uint64_t data = reader->nextData(job.offset);
        for (std::uint64_t at = job.offset; at < job.offset + job.length; at += blockSize) {
            if (m_shared.scheduler.aborted())
                return cancelledError();
            const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(blockSize, job.offset + job.length - at));
            std::uint64_t hash = 0;
            if (m_shared.options.sparse && data >= at + length) {
                // a hole of the source: zeros without reading them
            } else {
                enter(Activity::Reading);
                SQD_CHECK(reader->readExact(at, m_scratch.first(length)));
                enter(Activity::Hashing);
                hash = blockHash(m_scratch.first(length));
                if (data < at + length)
                    data = at + length;  // asked again only when a hole may follow
                if (hash == 0)
                    data = reader->nextData(at + length);
            }
            if (at / blockSize < file.blocks)
                hashes[at / blockSize] = hash;
            else
                file.tailHash = hash;
        }
        return {};
    };
    if (auto done = hashAll(); !done) {
        if (!file.dropped.load())
            SQD_CHECK(dropOrFail(*file.entry, std::move(done).error()));
        m_shared.scheduler.fileDropped(job.file);
    }
    if (file.pendingParts.fetch_sub(1) == 1)
        m_shared.scheduler.fileHashed(job.file, fileHashes(file));
    else
        m_shared.scheduler.partHashed();
    return {};
}

// A file that can no longer be read, or was changed, is not equal: it is then packed by itself, and says so.
Result<void> PackWorker::perform(ComparePart& job)
{
    FileState& file = *job.file;
    if (!m_secondScratch)
        m_secondScratch = m_shared.buffers.get();
    enter(Activity::Reading);
    const auto equalPart = [&]() -> bool {
        auto one = m_shared.source.openFile(*file.entry);
        auto two = m_shared.source.openFile(*file.original);
        if (!one || !two)
            return false;
        const std::uint64_t end = job.offset + job.length;
        for (std::uint64_t at = job.offset; at < end && !file.differs.load(std::memory_order_relaxed);) {
            const std::uint64_t data = std::min({(*one)->nextData(at), (*two)->nextData(at), end});
            if (data > at) {  // a hole in both
                at = data;
                continue;
            }
            const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(m_scratch.capacity, end - at));
            if (!(*one)->readExact(at, m_scratch.first(length)) || !(*two)->readExact(at, m_secondScratch.first(length)))
                return false;
            if (std::memcmp(m_scratch.bytes.get(), m_secondScratch.bytes.get(), length) != 0)
                return false;
            at += length;
        }
        return true;
    };
    if (!equalPart())
        file.differs.store(true);
    if (file.pendingParts.fetch_sub(1) == 1)
        m_shared.scheduler.fileCompared(job.file);
    else
        m_shared.scheduler.partHashed();
    return {};
}

bool PackWorker::equalsSource(const source::Entry& original, std::span<const std::byte> contents)
{
    enter(Activity::Reading);
    auto reader = m_shared.source.openFile(original);
    if (!reader || !(*reader)->readExact(0, m_scratch.first(contents.size())))
        return false;
    return std::memcmp(m_scratch.bytes.get(), contents.data(), contents.size()) == 0;
}

Result<void> PackWorker::perform(ConfirmSmall& job)
{
    const SmallFile& file = job.unit->files[job.index];
    const bool equal = equalsSource(*job.original, job.unit->raw.at(file.offset, file.length));
    m_shared.scheduler.smallConfirmed(job, equal);
    return {};
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
    const auto contents = unit.raw.at(file.offset, file.length);
    SQD_TRY(const auto reader, m_shared.source.openFile(*file.entry));
    return reader->readExact(0, contents);
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

void PackWorker::findEqualInBatch(Unit& unit)
{
    std::vector<std::uint32_t>& order = m_order;
    order.clear();
    for (std::uint32_t i = 0; i < unit.files.size(); ++i)
        if (!unit.files[i].dropped && !unit.files[i].isHole)
            order.push_back(i);
    const auto key = [&](std::uint32_t i) {
        const SmallFile& f = unit.files[i];
        return std::tuple(f.hash.low, f.hash.high, f.length, i);
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    std::uint32_t first = 0;  // position in `order` of the first of a run of equal hashes: the earliest file
    for (std::uint32_t k = 1; k < order.size(); ++k) {
        const SmallFile& original = unit.files[order[first]];
        SmallFile& file = unit.files[order[k]];
        if (!(file.hash == original.hash) || file.length != original.length) {
            first = k;
            continue;
        }
        if (std::memcmp(unit.raw.bytes.get() + file.offset, unit.raw.bytes.get() + original.offset, file.length) == 0)
            file.sameAs = static_cast<std::int32_t>(order[first]);
    }
}

// Most duplicates of files that were decided already are confirmed here, by all workers; the few that are decided while this batch was
// read are confirmed by a job of their own.
void PackWorker::confirmOriginals(Unit& unit)
{
    const std::vector<source::Entry*> originals = m_shared.scheduler.findOriginals(unit);
    for (std::size_t i = 0; i < originals.size(); ++i) {
        if (originals[i] == nullptr)
            continue;
        SmallFile& file = unit.files[i];
        (equalsSource(*originals[i], unit.raw.at(file.offset, file.length)) ? file.confirmed : file.rejected) = originals[i];
    }
}

void PackWorker::markHole(Unit& unit)
{
    source::FileData& data = *unit.file->entry->data;
    std::fill_n(data.words.get() + unit.firstBlock, unit.blockCount, 0U);
    std::fill_n(data.hashes.get() + unit.firstBlock, unit.blockCount, std::uint64_t{0});
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
    source::FileData& data = *file.entry->data;
    data.words[file.blocks] = 0;
    data.hashes[file.blocks] = 0;
    file.tailHash = 0;
    unit.holeBytes += unit.hole ? 0 : file.tailBytes;
    ++unit.holes;
}

Result<void> PackWorker::encodeBlocks(Unit& unit, std::size_t bytes)
{
    FileState& file = *unit.file;
    source::FileData& data = *file.entry->data;
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
            data.words[i] = 0;
            data.hashes[i] = 0;
            unit.holeBytes += contents.size();
            ++unit.holes;
            continue;
        }
        data.hashes[i] = hashBytes64(contents);
        enter(Activity::Compressing);
        SQD_TRY(const auto encoded, m_encoder->encode(contents, unit.out.at(unit.outBytes, contents.size()), m_shared.options.compressData));
        data.words[i] = encoded.word;
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
