// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/metadata_reader.h"

#include "base/bytes.h"

#include <algorithm>

namespace sqd::read {

namespace {

constexpr std::size_t kHeaderBytes = 2;
constexpr std::size_t kShards = 16;
// Headers are found through reads of this size: a table has a header every few KiB, so one read serves some hundred of them.
constexpr std::size_t kWalkChunk = 1U << 20;

// The size in a header, or an error; 0x0000 and 0x8000 are invalid (format section 5.1).
Result<std::size_t> storedSize(std::uint16_t header, std::uint64_t position, std::uint64_t end, const std::string& table)
{
    const std::size_t size = header & (format::kMetadataRawBit - 1U);
    if (size == 0 || size > format::kMetadataBlockSize)
        return corruptError(table, "metadata block header says " + std::to_string(size) + " bytes, allowed are 1 to 8192", position);
    if (!insideRange(position + kHeaderBytes, size, end))
        return corruptError(table, "metadata block of " + std::to_string(size) + " bytes runs past the end of its table", position);
    return size;
}

}  // namespace

MetadataCache::MetadataCache(const ImageBytes& bytes, DecoderPool& decoders, std::uint64_t maxBytes)
    : m_bytes(bytes), m_decoders(decoders), m_cache(maxBytes, kShards)
{
}

Result<std::shared_ptr<const MetadataBlock>> MetadataCache::block(std::uint64_t position, std::uint64_t end, const std::string& table)
{
    return m_cache.get(position, [&] { return load(position, end, table); });
}

Result<std::shared_ptr<const MetadataBlock>> MetadataCache::load(std::uint64_t position, std::uint64_t end, const std::string& table)
{
    std::byte stored[kHeaderBytes + format::kMetadataBlockSize];
    if (!insideRange(position, kHeaderBytes, end))
        return corruptError(table, "metadata block header lies behind the end of its table", position);
    const std::size_t available = static_cast<std::size_t>(std::min<std::uint64_t>(sizeof stored, end - position));
    SQD_CHECK(m_bytes.read(position, std::span(stored, available)));
    const std::uint16_t header = load16(std::span<const std::byte>(stored), 0);
    SQD_TRY(const std::size_t size, storedSize(header, position, end, table));
    const std::span<const std::byte> payload(stored + kHeaderBytes, size);

    auto block = std::make_shared<MetadataBlock>();
    block->next = position + kHeaderBytes + size;
    if ((header & format::kMetadataRawBit) != 0) {
        block->contents.assign(payload.begin(), payload.end());
        return std::shared_ptr<const MetadataBlock>(std::move(block));
    }
    std::byte unpacked[format::kMetadataBlockSize];
    SQD_TRY(auto decoder, m_decoders.borrow());
    auto produced = decoder->decompress(payload, unpacked);
    if (!produced) {
        Error error = corruptError(table, "metadata block cannot be unpacked", position);
        error.why = produced.error().what;
        error.code = produced.error().code == Errc::Internal ? Errc::Internal : Errc::Corrupt;
        return error;
    }
    if (*produced == 0)
        return corruptError(table, "metadata block unpacks to nothing", position);
    block->contents.assign(unpacked, unpacked + *produced);
    return std::shared_ptr<const MetadataBlock>(std::move(block));
}

MetadataTable::MetadataTable(MetadataCache& cache, std::string name, std::uint64_t begin, std::uint64_t end)
    : m_cache(cache), m_name(std::move(name)), m_begin(begin), m_end(end)
{
}

const BlockStarts& MetadataTable::starts() const
{
    std::call_once(m_walked, [this] { walk(); });
    return m_starts;
}

void MetadataTable::walk() const
{
    std::vector<std::byte> chunk;
    std::uint64_t chunkBegin = 0;
    std::uint64_t position = m_begin;
    while (position < m_end) {
        if (!insideRange(position, kHeaderBytes, m_end)) {
            m_starts.broken = corruptError(m_name, "a single byte is left at the end of the table", position);
            return;
        }
        if (chunk.empty() || !insideRange(position - chunkBegin, kHeaderBytes, chunk.size())) {
            chunk.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWalkChunk, m_end - position)));
            chunkBegin = position;
            if (auto done = m_cache.bytes().read(position, chunk); !done) {
                m_starts.broken = std::move(done).error();
                return;
            }
        }
        const std::uint16_t header = load16(chunk, static_cast<std::size_t>(position - chunkBegin));
        auto size = storedSize(header, position, m_end, m_name);
        if (!size) {
            m_starts.broken = std::move(size).error();
            return;
        }
        m_starts.positions.push_back(position);
        position += kHeaderBytes + *size;
    }
}

std::optional<std::uint64_t> MetadataTable::blockPosition(std::uint64_t reference) const
{
    const std::uint64_t block = reference >> 16;
    if (block >= m_end - m_begin)
        return std::nullopt;
    return m_begin + block;
}

Result<std::shared_ptr<const MetadataBlock>> MetadataTable::block(std::uint64_t position) const
{
    if (position < m_begin || position >= m_end)
        return corruptError(m_name, "position " + std::to_string(position) + " lies outside of the table", position);
    const BlockStarts& known = starts();
    // Behind a place where the walk broke off nothing can be proven; damage there must not hide what is whole, so references are
    // believed and the block has to stand for itself.
    const bool proven = !known.broken || position < known.broken->imageOffset;
    if (proven && !std::binary_search(known.positions.begin(), known.positions.end(), position))
        return corruptError(m_name, "position " + std::to_string(position) + " is not the start of a metadata block", position);
    return m_cache.block(position, m_end, m_name);
}

std::uint64_t MetadataTable::bytesLeft(std::uint64_t reference) const
{
    const auto position = blockPosition(reference);
    if (!position)
        return 0;
    const BlockStarts& known = starts();
    std::uint64_t blocks = 0;
    if (known.broken)
        blocks = (m_end - *position) / (kHeaderBytes + 1) + 1;
    else
        blocks = static_cast<std::uint64_t>(known.positions.end() - std::lower_bound(known.positions.begin(), known.positions.end(), *position));
    const std::uint64_t bytes = blocks * format::kMetadataBlockSize;
    return bytes - std::min<std::uint64_t>(bytes, reference & 0xFFFF);
}

Result<std::uint64_t> MetadataTable::advance(std::uint64_t reference, std::uint64_t bytes) const
{
    const auto position = blockPosition(reference);
    const BlockStarts& known = starts();
    const auto found = position ? std::lower_bound(known.positions.begin(), known.positions.end(), *position) : known.positions.end();
    if (found == known.positions.end())
        return corruptError(m_name, "position lies outside of the table", position.value_or(m_begin));
    const auto flat = checkedAdd(reference & 0xFFFF, bytes);
    const std::uint64_t blocks = flat.value_or(~std::uint64_t{0}) / format::kMetadataBlockSize;
    if (blocks >= static_cast<std::uint64_t>(known.positions.end() - found))
        return corruptError(m_name, "position lies behind the end of the table", *position);
    const std::uint64_t target = *(found + static_cast<std::ptrdiff_t>(blocks));
    return makeReference(target - m_begin, static_cast<std::uint32_t>(*flat % format::kMetadataBlockSize));
}

Result<MetadataCursor> MetadataCursor::at(const MetadataTable& table, std::uint64_t reference)
{
    const auto position = table.blockPosition(reference);
    const std::uint32_t offset = static_cast<std::uint32_t>(reference & 0xFFFF);
    if (!position)
        return corruptError(table.name(), "reference to block " + std::to_string(reference >> 16) + " is outside of the " + table.name());
    MetadataCursor cursor(table);
    cursor.m_position = *position;
    SQD_TRY(cursor.m_block, table.block(*position));
    if (offset >= cursor.m_block->contents.size())
        return corruptError(table.name(), "offset " + std::to_string(offset) + " lies behind the " +
                std::to_string(cursor.m_block->contents.size()) + " bytes of its metadata block", *position);
    cursor.m_offset = offset;
    return cursor;
}

Result<void> MetadataCursor::nextBlock()
{
    if (m_block->next >= m_table->end())
        return corruptError(m_table->name(), "record runs past the end of the table", m_position);
    if (m_block->contents.size() != format::kMetadataBlockSize)
        return corruptError(m_table->name(), "inner metadata block unpacks to " + std::to_string(m_block->contents.size()) + " bytes instead of 8192", m_position);
    const std::uint64_t next = m_block->next;
    SQD_TRY(m_block, m_table->block(next));
    m_position = next;
    m_offset = 0;
    return {};
}

Result<void> MetadataCursor::read(std::span<std::byte> out)
{
    while (!out.empty()) {
        if (m_offset == m_block->contents.size())
            SQD_CHECK(nextBlock());
        const std::size_t part = std::min(out.size(), m_block->contents.size() - m_offset);
        std::copy_n(m_block->contents.begin() + static_cast<std::ptrdiff_t>(m_offset), part, out.begin());
        m_offset += part;
        out = out.subspan(part);
    }
    return {};
}

Result<void> MetadataCursor::skip(std::uint64_t bytes)
{
    while (bytes != 0) {
        if (m_offset == m_block->contents.size())
            SQD_CHECK(nextBlock());
        const std::uint64_t part = std::min<std::uint64_t>(bytes, m_block->contents.size() - m_offset);
        m_offset += static_cast<std::size_t>(part);
        bytes -= part;
    }
    return {};
}

std::uint64_t MetadataCursor::reference() const
{
    if (m_offset == format::kMetadataBlockSize)
        return makeReference(m_block->next - m_table->begin(), 0);
    return makeReference(m_position - m_table->begin(), static_cast<std::uint32_t>(m_offset));
}

}  // namespace sqd::read
