// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of PackWorker that finds equal contents: hashing ahead of compression, and comparing by bytes.
#include "pack/pack_worker.h"

#include "base/bytes.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

namespace sqd::pack {

using concurrency::Activity;

std::uint64_t PackWorker::blockHash(std::span<const std::byte> contents) const
{
    return m_shared.options.sparse && allZero(contents) ? 0 : hashBytes64(contents);
}

std::optional<FileHashes> PackWorker::fileHashes(const FileState& file) const
{
    if (file.dropped.load())
        return std::nullopt;
    const std::span hashes(file.entry->data->blocks->hashes.get(), file.blocks);
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
        std::uint64_t* hashes = file.entry->data->blocks->hashes.get();
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
    if (!m_shared.source.readWhole(original, m_scratch.first(contents.size())))
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

}  // namespace sqd::pack
