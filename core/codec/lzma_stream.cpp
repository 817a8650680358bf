// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/lzma_stream.h"

#include <cstdlib>
#include <string>

namespace sqd::codec {
namespace {

// Room for the size in front of each block; keeps malloc's alignment.
constexpr std::size_t kPrefix = alignof(std::max_align_t);
// liblzma holds 12 blocks for the longest chain. More are kept only after streams of different dictionaries; then the oldest go.
constexpr std::size_t kMostKept = 16;

}  // namespace

LzmaMemory::~LzmaMemory()
{
    for (const Kept& kept : m_kept)
        std::free(kept.block);
}

void* LzmaMemory::take(std::size_t size)
{
    for (std::size_t i = m_kept.size(); i-- > 0;) {
        if (m_kept[i].size != size)
            continue;
        void* block = m_kept[i].block;
        m_kept.erase(m_kept.begin() + static_cast<std::ptrdiff_t>(i));
        return static_cast<std::byte*>(block) + kPrefix;
    }
    void* block = size <= SIZE_MAX - kPrefix ? std::malloc(size + kPrefix) : nullptr;
    if (block == nullptr)
        return nullptr;
    *static_cast<std::size_t*>(block) = size;
    return static_cast<std::byte*>(block) + kPrefix;
}

void LzmaMemory::giveBack(void* user)
{
    void* block = static_cast<std::byte*>(user) - kPrefix;
    if (m_kept.size() == kMostKept) {
        std::free(m_kept.front().block);
        m_kept.erase(m_kept.begin());
    }
    m_kept.push_back({block, *static_cast<std::size_t*>(block)});
}

void* LzmaMemory::onAlloc(void* self, std::size_t, std::size_t size)  // liblzma always passes a count of 1
{
    return static_cast<LzmaMemory*>(self)->take(size);
}

void LzmaMemory::onFree(void* self, void* block)
{
    if (block != nullptr)
        static_cast<LzmaMemory*>(self)->giveBack(block);
}

Result<std::optional<std::size_t>> LzmaStream::pack(std::span<const std::byte> in, std::span<std::byte> out)
{
    m_stream.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    m_stream.avail_in = in.size();
    m_stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    m_stream.avail_out = out.size();
    lzma_ret status = LZMA_OK;
    while (status == LZMA_OK && m_stream.avail_out != 0)
        status = lzma_code(&m_stream, LZMA_FINISH);
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
