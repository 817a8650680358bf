// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/zlib_codec.h"

#include "codec/best_of.h"

#include <zlib.h>

namespace sqd::codec {
namespace {

constexpr int kMemoryLevel = 8;  // zlib's own default; higher takes memory without gain on blocks of up to 1 MiB

class ZlibCompressor final : public Compressor {
public:
    ~ZlibCompressor() override
    {
        if (m_open)
            deflateEnd(&m_stream);
    }

    Result<void> open(const ZlibConfig& config)
    {
        constexpr int kByBit[] = {Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED};
        for (std::size_t bit = 0; bit < std::size(kByBit); ++bit)
            if (((config.strategies >> bit) & 1U) != 0)
                m_strategies.push_back(kByBit[bit]);
        if (m_strategies.empty())
            m_strategies.push_back(Z_DEFAULT_STRATEGY);
        m_level = config.level;
        if (deflateInit2(&m_stream, m_level, Z_DEFLATED, config.windowBits, kMemoryLevel, m_strategies.front()) != Z_OK)
            return internalError("zlib cannot set up its compressor");
        m_open = true;
        return {};
    }

    Result<std::optional<std::size_t>> compress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        return keepBest(m_strategies.size(), usefulRoom(in, out), m_scratch,
                        [&](std::size_t i, std::span<std::byte> room) { return deflateOnce(in, room, m_strategies[i]); });
    }

private:
    Result<std::optional<std::size_t>> deflateOnce(std::span<const std::byte> in, std::span<std::byte> room, int strategy)
    {
        if (deflateReset(&m_stream) != Z_OK || deflateParams(&m_stream, m_level, strategy) != Z_OK)
            return internalError("zlib cannot reset its compressor");
        m_stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(in.data()));  // zlib reads only
        m_stream.avail_in = static_cast<uInt>(in.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(room.data());
        m_stream.avail_out = static_cast<uInt>(room.size());
        const int status = deflate(&m_stream, Z_FINISH);
        if (status == Z_STREAM_END)
            return std::optional<std::size_t>{m_stream.total_out};
        if (status == Z_OK || status == Z_BUF_ERROR)
            return std::optional<std::size_t>{};
        return internalError("zlib failed with status " + std::to_string(status));
    }

    z_stream m_stream{};
    bool m_open = false;
    int m_level = 9;
    std::vector<int> m_strategies;
    std::vector<std::byte> m_scratch;
};

}  // namespace

Result<std::unique_ptr<Compressor>> makeZlibCompressor(const ZlibConfig& config)
{
    auto compressor = std::make_unique<ZlibCompressor>();
    SQD_CHECK(compressor->open(config));
    return std::unique_ptr<Compressor>(std::move(compressor));
}

std::size_t zlibCompressorMemory(const ZlibConfig& config)
{
    constexpr std::size_t kState = 6 * 1024;  // zconf.h: window and hash as below, "plus a few kilobytes for small objects"
    return (std::size_t{1} << (config.windowBits + 2)) + (std::size_t{1} << (kMemoryLevel + 9)) + kState;
}

std::string zlibVersionText() { return zlibVersion(); }

}  // namespace sqd::codec
