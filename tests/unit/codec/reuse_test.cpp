// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit/codec/codec_samples.h"

#include "codec/registry.h"

// The bytes of a block depend on nothing but its contents and the settings.
namespace sqd::codec::test {
namespace {

class Reuse : public ::testing::TestWithParam<LevelCase> {};

TEST_P(Reuse, otherBlocksBetween_changeNothing)
{
    const auto [backend, level] = GetParam();
    const auto used = compressorOf(*backend, atLevel(level), 16384);
    // Sizes on both sides of what each block leaves behind; the noise ends unfinished, for lack of room.
    for (unsigned seed = 1; seed <= 3; ++seed)
        for (const std::size_t size : {12000U, 700U, 5000U}) {
            const Bytes in = sample(seed == 2 ? Kind::Binary : Kind::Text, size, seed);
            const auto fresh = compressorOf(*backend, atLevel(level), 16384);
            const Bytes expected = pack(*fresh, in);
            EXPECT_EQ(pack(*used, in), expected) << size;
            (void)pack(*used, sample(Kind::Random, size / 2 + 100, seed));
            (void)pack(*used, sample(Kind::Text, 12000 - size / 2, seed + 10));
            EXPECT_EQ(pack(*used, in), expected) << size;
        }
}

INSTANTIATE_TEST_SUITE_P(Codec, Reuse, ::testing::ValuesIn(levelCases()), levelCaseName);

TEST(ReuseWithOptions, triesOfOneBlock_doNotDisturbTheNext)
{
    for (const auto& [codec, name, value] : {std::array{"xz", "bcj", "x86,arm,sparc"}, std::array{"gzip", "strategy", "default,filtered,fixed"}}) {
        SCOPED_TRACE(codec);
        const Backend& backend = *findBackend(codec);
        const Settings settings = withOption(name, value);
        const auto used = compressorOf(backend, settings, 32768);
        const Bytes first = sample(Kind::Binary, 32768);
        const Bytes second = sample(Kind::Text, 20000);
        const Bytes firstPacked = pack(*used, first);
        EXPECT_FALSE(firstPacked.empty());
        EXPECT_EQ(pack(*used, second), pack(*compressorOf(backend, settings, 32768), second));
        EXPECT_EQ(pack(*used, first), firstPacked);
    }
}

class ReusedDecompressor : public ::testing::TestWithParam<const Backend*> {};

TEST_P(ReusedDecompressor, afterBrokenStream_readsTheNext)
{
    const Backend& backend = *GetParam();
    const auto decompressor = decompressorOf(backend);
    for (unsigned seed = 1; seed <= 4; ++seed) {
        const Bytes in = sample(Kind::Text, 3000 * seed, seed);
        const Bytes packed = pack(backend, {}, in);
        Bytes broken = packed;
        broken.resize(packed.size() / seed);
        broken.back() ^= std::byte{0x55};
        Bytes out(in.size());
        (void)decompressor->decompress(broken, out);
        const auto produced = decompressor->decompress(packed, out);
        ASSERT_TRUE(produced.has_value()) << produced.error().line();
        EXPECT_EQ(out, in);
    }
}

INSTANTIATE_TEST_SUITE_P(Codec, ReusedDecompressor, ::testing::ValuesIn(packingBackends()), backendName);

}  // namespace
}  // namespace sqd::codec::test
