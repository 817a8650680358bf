// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/page_store.h"

#include "format/metadata_block.h"

#include <algorithm>

namespace sqd::read {

// A shard must hold a few pages, or neighbours would push each other out.
static std::size_t shardCount(std::uint64_t maxBytes, std::uint32_t blockSize)
{
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(maxBytes / (std::uint64_t{4} * blockSize), 1, 16));
}

PageStore::PageStore(const ImageBytes& bytes, DecoderPool& decoders, std::uint64_t maxBytes)
    : m_bytes(bytes), m_decoders(decoders), m_cache(maxBytes, shardCount(maxBytes, decoders.blockSize()))
{
}

Result<std::size_t> decodeStored(codec::Decompressor& decoder, std::span<const std::byte> stored, bool raw, std::uint32_t expected, std::span<std::byte> out)
{
    std::size_t produced = stored.size();
    if (raw) {
        if (produced <= out.size())
            std::copy_n(stored.begin(), produced, out.begin());
    } else {
        auto done = decoder.decompress(stored, out);
        if (!done) {
            Error error = corruptError({}, "cannot be unpacked");
            error.code = done.error().code == Errc::Internal ? Errc::Internal : Errc::Corrupt;
            error.why = done.error().what;
            return error;
        }
        produced = *done;
    }
    if (expected != 0 ? produced != expected : (produced == 0 || produced > out.size()))
        return corruptError({}, std::to_string(produced) + " bytes instead of " + (expected != 0 ? std::to_string(expected) : "1 to " + std::to_string(out.size())));
    return produced;
}

Result<std::size_t> PageStore::decode(const PageKey& key, std::span<std::byte> out)
{
    const auto word = format::decodeBlockWord(key.word, m_decoders.blockSize());
    if (!word || word->storedBytes == 0)
        return internalError("a block word that was not checked");
    thread_local std::vector<std::byte> stored;  // grows once to the block size; a buffer per call would cost more than small blocks
    if (stored.size() < word->storedBytes)
        stored.resize(m_decoders.blockSize());
    const std::span<std::byte> bytes(stored.data(), word->storedBytes);
    SQD_CHECK(m_bytes.read(key.position, bytes));
    SQD_TRY(auto decoder, m_decoders.borrow());
    auto produced = decodeStored(*decoder, bytes, word->raw, key.expected, out.first(key.expected != 0 ? key.expected : m_decoders.blockSize()));
    if (!produced)
        produced.error().imageOffset = key.position;
    return produced;
}

Result<std::shared_ptr<const Page>> PageStore::page(const PageKey& key)
{
    return m_cache.get(key, [&]() -> Result<std::shared_ptr<const Page>> {
        const std::size_t room = key.expected != 0 ? key.expected : m_decoders.blockSize();
        auto page = std::make_shared<Page>();
        page->bytes = std::make_unique_for_overwrite<std::byte[]>(room);
        SQD_TRY(page->length, decode(key, {page->bytes.get(), room}));
        return std::shared_ptr<const Page>(std::move(page));
    });
}

}  // namespace sqd::read
