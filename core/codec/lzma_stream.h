// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <lzma.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

// What xz_codec.cpp and lzma_codec.cpp share; the only header that includes lzma.h.
namespace sqd::codec {

// One lzma_stream, set up anew for each block by the caller (lzma_stream_encoder, lzma_alone_decoder …) and then run over it.
// Setting up a used stream keeps its large tables, also across filter chains: only four allocations of at most 8 KiB are made anew for
// a block. So there is no allocator of our own here; packing 4 KiB takes 1.0 ms, with a fresh stream 1.4 ms.
class LzmaStream {
public:
    LzmaStream() = default;
    LzmaStream(const LzmaStream&) = delete;
    LzmaStream& operator=(const LzmaStream&) = delete;
    ~LzmaStream() { lzma_end(&m_stream); }

    lzma_stream* get() { return &m_stream; }
    void setAbortFlag(const std::atomic<bool>* flag) { m_abort = flag; }
    // Packs all of `in`. nullopt = it does not fit `out`. Errors: Internal; Cancelled soon after the abort flag was set.
    Result<std::optional<std::size_t>> pack(std::span<const std::byte> in, std::span<std::byte> out);

    struct Unpacked {
        lzma_ret status;        // LZMA_STREAM_END, LZMA_BUF_ERROR (no further step possible), or what is wrong with the stream
        std::size_t consumed;
        std::size_t produced;
    };
    // Runs until the stream ends, breaks, or wants more input or room. Input may come in two parts, as if joined.
    Unpacked unpack(std::span<const std::byte> first, std::span<const std::byte> second, std::span<std::byte> out);

private:
    lzma_stream m_stream = LZMA_STREAM_INIT;
    const std::atomic<bool>* m_abort = nullptr;
};

// lzma_lzma_preset with the bits of format section 3.2: `level` 0…9.
lzma_options_lzma lzmaPreset(int level, bool extreme, std::uint32_t dictionaryBytes);
// The reason behind a status of liblzma, for errors.
const char* lzmaStatusText(lzma_ret status);
std::string lzmaVersionText();

}  // namespace sqd::codec
