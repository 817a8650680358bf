// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <lzma.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// What xz_codec.cpp and lzma_codec.cpp share; the only header that includes lzma.h.
namespace sqd::codec {

// Memory for liblzma that keeps what is given back, so that setting up the coder anew for each block costs no malloc, no page fault
// and no clearing by the system. Not thread-safe; outlives the stream that uses it.
class LzmaMemory {
public:
    LzmaMemory() = default;
    LzmaMemory(const LzmaMemory&) = delete;
    LzmaMemory& operator=(const LzmaMemory&) = delete;
    ~LzmaMemory();

    const lzma_allocator* allocator() const { return &m_allocator; }

private:
    struct Kept {
        void* block;
        std::size_t size;
    };
    void* take(std::size_t size);
    void giveBack(void* block);
    static void* onAlloc(void* self, std::size_t count, std::size_t size);
    static void onFree(void* self, void* block);

    lzma_allocator m_allocator{onAlloc, onFree, this};
    std::vector<Kept> m_kept;  // oldest first
};

// One lzma_stream, set up anew for each block by the caller (lzma_stream_encoder, lzma_alone_decoder …) and then run over it.
class LzmaStream {
public:
    LzmaStream() { m_stream.allocator = m_memory.allocator(); }
    LzmaStream(const LzmaStream&) = delete;
    LzmaStream& operator=(const LzmaStream&) = delete;
    ~LzmaStream() { lzma_end(&m_stream); }

    lzma_stream* get() { return &m_stream; }
    // Packs all of `in`. nullopt = it does not fit `out`. Errors: Internal.
    Result<std::optional<std::size_t>> pack(std::span<const std::byte> in, std::span<std::byte> out);

    struct Unpacked {
        lzma_ret status;        // LZMA_STREAM_END, LZMA_BUF_ERROR (no further step possible), or what is wrong with the stream
        std::size_t consumed;
        std::size_t produced;
    };
    // Runs until the stream ends, breaks, or wants more input or room. Input may come in two parts, as if joined.
    Unpacked unpack(std::span<const std::byte> first, std::span<const std::byte> second, std::span<std::byte> out);

private:
    LzmaMemory m_memory;
    lzma_stream m_stream = LZMA_STREAM_INIT;
};

// lzma_lzma_preset with the bits of format section 3.2: `level` 0…9.
lzma_options_lzma lzmaPreset(int level, bool extreme, std::uint32_t dictionaryBytes);
// The reason behind a status of liblzma, for errors.
const char* lzmaStatusText(lzma_ret status);
std::string lzmaVersionText();

}  // namespace sqd::codec
