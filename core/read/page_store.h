// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/decoder_pool.h"
#include "read/image_bytes.h"
#include "read/joining_cache.h"

#include <cstdint>
#include <memory>
#include <span>

namespace sqd::read {

// A stored block of data or of fragments, and how long its contents must be. All three parts are the identity: the same bytes read
// under another length are another page.
struct PageKey {
    std::uint64_t position = 0;
    std::uint32_t word = 0;      // block-size word, already checked
    std::uint32_t expected = 0;  // contents bytes; 0 = a fragment block, anything from 1 to the block size
    friend bool operator==(const PageKey&, const PageKey&) = default;
};

struct PageKeyHash {
    std::size_t operator()(const PageKey& key) const noexcept
    {
        return static_cast<std::size_t>(((key.position ^ static_cast<std::uint64_t>(key.word) << 40 ^ key.expected) * 0x9E3779B97F4A7C15ULL) >> 17);
    }
};

// One decoded block. Immutable.
struct Page {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t length = 0;
    [[nodiscard]] std::span<const std::byte> contents() const { return {bytes.get(), length}; }
    [[nodiscard]] std::uint64_t sizeBytes() const { return length + 64; }
};

// Turns stored bytes into contents: a copy when raw. Returns the length, which is checked against `expected` (0 = 1…out.size()).
// Errors: Corrupt with a text that says both lengths.
Result<std::size_t> decodeStored(codec::Decompressor& decoder, std::span<const std::byte> stored, bool raw, std::uint32_t expected, std::span<std::byte> out);

// Decoded blocks, most recently used ones kept. Thread-safe; decoding runs outside of the locks, one block at a time per key.
class PageStore {
public:
    PageStore(const ImageBytes& bytes, DecoderPool& decoders, std::uint64_t maxBytes);
    // Errors: Corrupt, InputUnreadable; Error::imageOffset is the block.
    Result<std::shared_ptr<const Page>> page(const PageKey& key);
    // The same into `out` without keeping it. `out` holds `expected` bytes, or the block size when that is 0.
    Result<std::size_t> decode(const PageKey& key, std::span<std::byte> out);
    [[nodiscard]] auto counters() const { return m_cache.counters(); }

private:
    using Cache = JoiningCache<PageKey, Page, PageKeyHash>;
    const ImageBytes& m_bytes;
    DecoderPool& m_decoders;
    Cache m_cache;
};

}  // namespace sqd::read
