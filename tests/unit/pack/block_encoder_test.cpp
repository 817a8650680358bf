// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/block_encoder.h"
#include "pack/incompressible_probe.h"

#include "codec/registry.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace sqd {
namespace {

std::vector<std::byte> noise(std::size_t size, unsigned symbols)
{
    std::mt19937 generator(42);
    std::vector<std::byte> v(size);
    for (std::byte& b : v)
        b = static_cast<std::byte>(generator() % symbols);
    return v;
}

TEST(Probe, randomBytes_areIncompressible)
{
    auto probe = pack::IncompressibleProbe::create(131072);
    ASSERT_TRUE(probe);
    EXPECT_TRUE(probe->looksIncompressible(noise(131072, 256)));
    EXPECT_GT(pack::sampledEntropy(noise(131072, 256)), 7.9);
}

TEST(Probe, textAndTables_areNot)
{
    auto probe = pack::IncompressibleProbe::create(131072);
    ASSERT_TRUE(probe);
    EXPECT_FALSE(probe->looksIncompressible(noise(131072, 200)));  // 7.64 bits a byte: only the entropy saves
    std::vector<std::byte> twice = noise(65536, 256);              // full entropy, but the second half repeats the first
    twice.insert(twice.end(), twice.begin(), twice.begin() + 65536);
    EXPECT_FALSE(probe->looksIncompressible(twice));
}

TEST(BlockEncoder, rawUnlessSaved_keepsBlocksThatHardlyShrink)
{
    pack::PackOptions options;
    options.backend = codec::findBackend("zstd");
    const std::vector<std::byte> block = noise(131072, 110);  // shrinks by some 15 %
    std::vector<std::byte> out(block.size());
    auto eager = pack::BlockEncoder::create(options);
    ASSERT_TRUE(eager);
    auto shrunk = (*eager)->encode(block, out, true);
    ASSERT_TRUE(shrunk);
    EXPECT_FALSE(shrunk->raw());
    options.rawUnlessSavedPercent = 30;
    auto lazy = pack::BlockEncoder::create(options);
    ASSERT_TRUE(lazy);
    auto kept = (*lazy)->encode(block, out, true);
    ASSERT_TRUE(kept);
    EXPECT_TRUE(kept->raw());
    EXPECT_EQ(kept->storedBytes(), block.size());
}

TEST(BlockEncoder, oneByte_isKeptRaw)
{
    pack::PackOptions options;
    options.backend = codec::findBackend("zstd");
    auto encoder = pack::BlockEncoder::create(options);
    ASSERT_TRUE(encoder);
    const std::vector<std::byte> one(1, std::byte{7});
    std::vector<std::byte> out(1);
    auto encoded = (*encoder)->encode(one, out, true);
    ASSERT_TRUE(encoded);
    EXPECT_TRUE(encoded->raw());
    EXPECT_EQ(encoded->storedBytes(), 1U);
    EXPECT_EQ(out[0], std::byte{7});
}

}  // namespace
}  // namespace sqd
