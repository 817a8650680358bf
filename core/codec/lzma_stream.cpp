// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/lzma_stream.h"

#include <algorithm>

namespace sqd::codec {

// Input handed over at once: some 50 ms of the slowest setting. The bytes that come out do not depend on it.
static constexpr std::size_t kSliceBytes = 64U << 10;

Result<std::optional<std::size_t>> LzmaStream::pack(std::span<const std::byte> in, std::span<std::byte> out)
{
    m_stream.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    m_stream.avail_in = 0;
    m_stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    m_stream.avail_out = out.size();
    std::size_t left = in.size();
    lzma_ret status = LZMA_OK;
    while (status == LZMA_OK && m_stream.avail_out != 0) {
        if (m_abort != nullptr && m_abort->load(std::memory_order_relaxed))
            return cancelledError();
        if (m_stream.avail_in == 0) {
            m_stream.avail_in = std::min(left, kSliceBytes);
            left -= m_stream.avail_in;
        }
        status = lzma_code(&m_stream, left == 0 ? LZMA_FINISH : LZMA_RUN);
    }
    if (status == LZMA_STREAM_END)
        return std::optional<std::size_t>{out.size() - m_stream.avail_out};
    if (status == LZMA_OK || status == LZMA_BUF_ERROR)
        return std::optional<std::size_t>{};
    return internalError(std::string("liblzma failed: ") + lzmaStatusText(status));
}

LzmaStream::Unpacked LzmaStream::unpack(std::span<const std::byte> first, std::span<const std::byte> second,
                                        std::span<std::byte> out)
{
    m_stream.next_in = reinterpret_cast<const std::uint8_t*>(first.data());
    m_stream.avail_in = first.size();
    m_stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    m_stream.avail_out = out.size();
    lzma_ret status = LZMA_OK;
    while (status == LZMA_OK && m_stream.avail_in != 0)
        status = lzma_code(&m_stream, LZMA_RUN);
    std::size_t left = m_stream.avail_in + second.size();
    if (status == LZMA_OK) {
        m_stream.next_in = reinterpret_cast<const std::uint8_t*>(second.data());
        m_stream.avail_in = second.size();
        while (status == LZMA_OK)
            status = lzma_code(&m_stream, LZMA_FINISH);
        left = m_stream.avail_in;
    }
    return {status, first.size() + second.size() - left, out.size() - m_stream.avail_out};
}

lzma_options_lzma lzmaPreset(int level, bool extreme, std::uint32_t dictionaryBytes)
{
    lzma_options_lzma options{};
    lzma_lzma_preset(&options, static_cast<std::uint32_t>(level) | (extreme ? LZMA_PRESET_EXTREME : 0));
    options.dict_size = dictionaryBytes;
    return options;
}

const char* lzmaStatusText(lzma_ret status)
{
    switch (status) {
    case LZMA_MEM_ERROR: return "out of memory";
    case LZMA_MEMLIMIT_ERROR: return "its dictionary is larger than 1 MiB";
    case LZMA_FORMAT_ERROR: return "its header is not of this format";
    case LZMA_OPTIONS_ERROR: return "its header names options that do not exist";
    case LZMA_DATA_ERROR: return "its data is broken";
    case LZMA_BUF_ERROR: return "it ends early";
    default: return "unexpected state";
    }
}

std::string lzmaVersionText() { return std::string("liblzma ") + lzma_version_string(); }

}  // namespace sqd::codec
