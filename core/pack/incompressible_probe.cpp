// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/incompressible_probe.h"

#include "codec/registry.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sqd::pack {

// Blocks shorter than this are compressed without asking: the codec is done before a probe would be.
static constexpr std::size_t kMinProbedBytes = 4096;
// The sample: this many stretches of this many bytes, spread evenly. 16 KiB of sample takes about 10 µs, 0.1 % of zstd 15's time for
// 128 KiB, and puts the entropy of random bytes at 7.98–7.99 bits.
static constexpr std::size_t kSampleStretches = 16;
static constexpr std::size_t kStretchBytes = 1024;
// Below this entropy every codec finds something. Compressed formats lie at 7.95 and above; machine code, text and tables below 7.5.
static constexpr double kIncompressibleBits = 7.9;
// A block must shrink by 1/256 in the zstd probe to be worth the slow codec: what is given up stays far below 0.1 % of an image.
static constexpr std::size_t kMinSavedFraction = 256;

double sampledEntropy(std::span<const std::byte> contents)
{
    std::array<std::uint32_t, 256> counts{};
    std::size_t total = 0;
    const std::size_t stretch = std::min(kStretchBytes, contents.size());
    const std::size_t stretches = std::min(kSampleStretches, (contents.size() + stretch - 1) / std::max<std::size_t>(stretch, 1));
    for (std::size_t s = 0; s < stretches; ++s) {
        const std::size_t at = stretches == 1 ? 0 : (contents.size() - stretch) * s / (stretches - 1);
        for (const std::byte b : contents.subspan(at, stretch))
            ++counts[static_cast<std::size_t>(b)];
        total += stretch;
    }
    if (total == 0)
        return 0;
    double bits = 0;
    for (const std::uint32_t n : counts)
        if (n != 0)
            bits -= static_cast<double>(n) * std::log2(static_cast<double>(n) / static_cast<double>(total));
    return bits / static_cast<double>(total);
}

Result<IncompressibleProbe> IncompressibleProbe::create(std::uint32_t blockSize)
{
    IncompressibleProbe probe;
    const codec::Backend* lz4 = codec::findBackend("lz4");
    const codec::Backend* zstd = codec::findBackend("zstd");
    if (lz4 == nullptr || zstd == nullptr)
        return internalError("the probe for incompressible blocks needs lz4 and zstd");
    codec::Settings fast;
    fast.level = 1;
    SQD_TRY(probe.m_lz4, lz4->makeCompressor(fast, blockSize, codec::Role::Data));
    SQD_TRY(probe.m_zstd, zstd->makeCompressor(fast, blockSize, codec::Role::Data));
    probe.m_scratch.resize(blockSize);
    return probe;
}

bool IncompressibleProbe::looksIncompressible(std::span<const std::byte> contents)
{
    if (contents.size() < kMinProbedBytes || contents.size() > m_scratch.size())
        return false;
    if (sampledEntropy(contents) < kIncompressibleBits)
        return false;
    const std::span<std::byte> room = std::span(m_scratch).first(contents.size() - contents.size() / kMinSavedFraction - 1);
    for (codec::Compressor* c : {m_lz4.get(), m_zstd.get()}) {
        const auto shrunk = c->compress(contents, room);
        if (!shrunk || shrunk->has_value())
            return false;  // it shrinks, or the probe failed: ask the real codec
    }
    return true;
}

}  // namespace sqd::pack
