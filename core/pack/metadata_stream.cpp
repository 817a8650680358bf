// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/metadata_stream.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "concurrency/first_error.h"
#include "format/metadata_block.h"

#include <algorithm>
#include <cstring>

namespace sqd::pack {

using concurrency::Activity;
using format::kMetadataBlockSize;
using format::kMetadataHeaderSize;

static constexpr std::size_t kSlotSize = kMetadataHeaderSize + kMetadataBlockSize;
// Entries below which handing work to other threads costs more than it saves (a hand-over takes some 20 µs, an entry some 20 ns).
static constexpr std::uint64_t kInlineCost = 4096;

MetadataPress::MetadataPress(const MetadataJob& job, const MetadataLimits& limits) : m_job(job)
{
    const auto workers = static_cast<std::size_t>(std::max(1, job.workers.workers()));
    m_capacity = std::max<std::size_t>(1, workers * limits.segmentBlocksPerWorker);
    m_workers.resize(workers);
}

Result<std::unique_ptr<MetadataPress>> MetadataPress::create(const MetadataJob& job, const MetadataLimits& limits)
{
    std::unique_ptr<MetadataPress> press(new MetadataPress(job, limits));
    for (Worker& worker : press->m_workers) {
        SQD_TRY(worker.compressor, job.options.backend->makeCompressor(job.options.codecSettings, job.options.blockSize, codec::Role::Metadata));
        worker.scratch.resize(kMetadataBlockSize);
    }
    return press;
}

std::span<std::byte> MetadataPress::slot(std::size_t block)
{
    return std::span(m_slots).subspan(block * kSlotSize, kSlotSize);
}

Result<void> MetadataPress::packBlock(Worker& worker, std::size_t block, std::size_t bytes, bool compress, const FillBlock& fill, MetadataRecord& record)
{
    const auto raw = std::span(worker.scratch).first(bytes);
    fill(block, raw);
    const auto stored = slot(block);
    std::optional<std::size_t> packed;
    if (compress && bytes > 1) {
        SQD_TRY(packed, worker.compressor->compress(raw, stored.subspan(kMetadataHeaderSize, bytes - 1)));
    }
    if (!packed)
        std::memcpy(stored.data() + kMetadataHeaderSize, raw.data(), bytes);
    record.header = format::encodeMetadataHeader({static_cast<std::uint16_t>(packed.value_or(bytes)), !packed});
    record.rawBytes = static_cast<std::uint16_t>(bytes);
    record.hash = hashBytes64(raw);
    store16(stored, 0, record.header);
    return {};
}

Result<std::span<const std::byte>> MetadataPress::pack(std::size_t count, std::size_t lastBytes, bool compress, std::uint64_t start, const FillBlock& fill,
                                                       std::vector<MetadataRecord>& records)
{
    if (m_slots.size() < count * kSlotSize)
        m_slots.resize(count * kSlotSize);
    const std::size_t first = records.size();
    records.resize(first + count);
    concurrency::FirstError error;
    m_job.workers.parallelFor(count, 1, [&](int index, std::size_t block) {
        if (error.isSet() || m_job.stop.stop_requested())
            return;
        auto& counters = m_job.progress.worker(index);
        counters.enter(Activity::Compressing);
        const std::size_t bytes = block + 1 == count ? lastBytes : kMetadataBlockSize;
        auto done = packBlock(m_workers[static_cast<std::size_t>(index)], block, bytes, compress, fill, records[first + block]);
        if (!done)
            error.set(std::move(done).error());
        counters.enter(Activity::Waiting);
    });
    if (m_job.stop.stop_requested())
        return cancelledError();
    if (auto failure = error.get())
        return *std::move(failure);
    std::size_t end = 0;
    for (std::size_t block = 0; block < count; ++block) {
        MetadataRecord& record = records[first + block];
        const std::size_t bytes = kMetadataHeaderSize + (record.header & ~format::kMetadataRawBit);
        std::memmove(m_slots.data() + end, slot(block).data(), bytes);
        record.start = start + end;
        end += bytes;
    }
    return std::span<const std::byte>(m_slots).first(end);
}

Result<void> MetadataPress::forEach(std::size_t count, std::uint64_t cost, const std::function<Result<void>(std::size_t)>& body)
{
    if (m_job.stop.stop_requested())
        return cancelledError();
    concurrency::FirstError error;
    const std::size_t grain = cost < kInlineCost ? count : std::max<std::size_t>(1, count / (m_workers.size() * 16));
    m_job.workers.parallelFor(count, grain, [&](int, std::size_t index) {
        if (error.isSet() || m_job.stop.stop_requested())
            return;
        if (auto done = body(index); !done)
            error.set(std::move(done).error());
    });
    if (m_job.stop.stop_requested())
        return cancelledError();
    if (auto failure = error.get())
        return *std::move(failure);
    return {};
}

MetadataStream::MetadataStream(MetadataPress& press, bool compress, std::uint64_t maxStored, Sink sink)
    : m_press(press), m_compress(compress), m_maxStored(maxStored), m_sink(std::move(sink)), m_open(kMetadataBlockSize)
{
}

Result<void> MetadataStream::packSegment(std::size_t blocks, bool openFirst, std::size_t lastBytes, const Fill& fill)
{
    const std::uint64_t flat = packedFlatBytes();
    const auto fillBlock = [&](std::size_t block, std::span<std::byte> out) {
        if (block == 0 && openFirst)
            std::memcpy(out.data(), m_open.data(), out.size());
        else
            fill(flat + block * kMetadataBlockSize, out);
    };
    SQD_TRY(auto stored, m_press.pack(blocks, lastBytes, m_compress, m_stored, fillBlock, m_blocks));
    m_stored += stored.size();
    if (m_stored > m_maxStored) {
        Error error;
        error.code = Errc::NotExpressible;
        error.what = "more metadata than an image can hold (4 GiB in one table)";
        error.hint = "split the tree into several images";
        return error;
    }
    return m_sink(stored);
}

Result<void> MetadataStream::generate(std::uint64_t bytes, const Fill& fill)
{
    while (bytes > 0) {
        if (m_openBytes > 0 || bytes < kMetadataBlockSize) {
            const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, kMetadataBlockSize - m_openBytes));
            fill(m_flat, std::span(m_open).subspan(m_openBytes, part));
            m_openBytes += part;
            m_flat += part;
            bytes -= part;
            if (m_openBytes < kMetadataBlockSize)
                return {};
        }
        const bool openFirst = m_openBytes == kMetadataBlockSize;
        const std::size_t room = m_press.capacity() - (openFirst ? 1 : 0);
        const auto whole = static_cast<std::size_t>(std::min<std::uint64_t>(bytes / kMetadataBlockSize, room));
        SQD_CHECK(packSegment(whole + (openFirst ? 1 : 0), openFirst, kMetadataBlockSize, fill));
        m_openBytes = 0;
        m_flat += whole * kMetadataBlockSize;
        bytes -= whole * kMetadataBlockSize;
    }
    return {};
}

Result<void> MetadataStream::append(std::span<const std::byte> bytes)
{
    const std::uint64_t base = m_flat;
    return generate(bytes.size(), [&](std::uint64_t flat, std::span<std::byte> out) {
        std::memcpy(out.data(), bytes.data() + (flat - base), out.size());
    });
}

Result<void> MetadataStream::finish()
{
    if (m_openBytes == 0)
        return {};
    const std::size_t bytes = m_openBytes;
    m_openBytes = 0;
    return packSegment(1, true, bytes, {});
}

std::uint64_t MetadataStream::reference(std::uint64_t flat) const
{
    const std::uint64_t block = flat / kMetadataBlockSize;
    const std::uint64_t start = block < m_blocks.size() ? m_blocks[static_cast<std::size_t>(block)].start : m_stored;
    return format::packReference({start, static_cast<std::uint16_t>(flat % kMetadataBlockSize)});
}

MetadataAppender::MetadataAppender(MetadataStream& stream, const MetadataPress& press)
    : m_stream(stream), m_buffer(press.capacity() * kMetadataBlockSize)
{
}

Result<std::span<std::byte>> MetadataAppender::take(std::size_t bytes)
{
    if (m_buffer.size() - m_used < bytes) {
        SQD_CHECK(flush());
        if (m_buffer.size() < bytes)
            m_buffer.resize(bytes);
    }
    m_used += bytes;
    return std::span(m_buffer).subspan(m_used - bytes, bytes);
}

Result<void> MetadataAppender::flush()
{
    const std::size_t bytes = m_used;
    m_used = 0;
    return m_stream.append(std::span(m_buffer).first(bytes));
}

}  // namespace sqd::pack
