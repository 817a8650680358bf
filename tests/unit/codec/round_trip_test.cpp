// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit/codec/codec_samples.h"

#include "codec/registry.h"

namespace sqd::codec::test {
namespace {

// Packs and unpacks; true when it was packed at all.
bool goesThereAndBack(const Backend& backend, const Settings& settings, const Bytes& in, Role role = Role::Data)
{
    const Bytes packed = pack(backend, settings, in, role);
    if (packed.empty())
        return false;
    const auto decompressor = decompressorOf(backend, blockSizeFor(in.size()));
    Bytes out(in.size());
    const auto produced = decompressor->decompress(packed, out);
    EXPECT_TRUE(produced.has_value()) << (produced ? "" : produced.error().line());
    EXPECT_EQ(produced ? *produced : 0, in.size());
    EXPECT_EQ(out, in);
    return true;
}

class EveryLevel : public ::testing::TestWithParam<LevelCase> {};

TEST_P(EveryLevel, smallBlocks_comeBack)
{
    const auto [backend, level] = GetParam();
    for (const Kind kind : kKinds)
        for (const std::size_t size : {1U, 2U, 100U, 4096U, 8192U}) {
            SCOPED_TRACE(kindName(kind) + " " + std::to_string(size));
            const bool packed = goesThereAndBack(*backend, atLevel(level), sample(kind, size));
            const bool hopeless = backend->name == "none" || kind == Kind::Random || size < 100;
            const bool easy = size >= 4096 && level >= -7;  // far below, zstd finds next to nothing
            if (hopeless) {
                EXPECT_FALSE(packed);
            } else if (easy) {
                EXPECT_TRUE(packed);
            }
        }
}

TEST_P(EveryLevel, metadataBlock_comesBack)
{
    const auto [backend, level] = GetParam();
    if (backend->name == "none" || level < 1)
        return;
    EXPECT_TRUE(goesThereAndBack(*backend, atLevel(level), sample(Kind::Binary, 8192), Role::Metadata));
}

INSTANTIATE_TEST_SUITE_P(Codec, EveryLevel, ::testing::ValuesIn(levelCases()), levelCaseName);

class EveryBackend : public ::testing::TestWithParam<const Backend*> {};

TEST_P(EveryBackend, largeBlocksAtLowestDefaultAndHighest_comeBack)
{
    const Backend& backend = *GetParam();
    for (const int level : {std::max(backend.minLevel, -1), backend.defaultLevel, backend.maxLevel})
        for (const Kind kind : kKinds) {
            SCOPED_TRACE(kindName(kind) + " level " + std::to_string(level));
            EXPECT_EQ(goesThereAndBack(backend, atLevel(level), sample(kind, 131072)), kind != Kind::Random);
        }
}

TEST_P(EveryBackend, blocksOfOneMebibyte_comeBack)
{
    const Backend& backend = *GetParam();
    const int level = std::min(backend.defaultLevel, 1);
    for (const Kind kind : kKinds) {
        SCOPED_TRACE(kindName(kind));
        EXPECT_EQ(goesThereAndBack(backend, atLevel(level), sample(kind, 1 << 20)), kind != Kind::Random);
    }
}

TEST_P(EveryBackend, largerBuffer_tellsHowMuchCame)
{
    const Backend& backend = *GetParam();
    const Bytes in = sample(Kind::Text, 5000);
    const Bytes packed = pack(backend, {}, in);
    Bytes out(8192);
    const auto produced = decompressorOf(backend)->decompress(packed, out);
    ASSERT_TRUE(produced.has_value()) << produced.error().line();
    EXPECT_EQ(*produced, in.size());
    out.resize(*produced);
    EXPECT_EQ(out, in);
}

INSTANTIATE_TEST_SUITE_P(Codec, EveryBackend, ::testing::ValuesIn(packingBackends()), backendName);

TEST(RoundTrip, everyOptionThatChangesTheStream_comesBack)
{
    struct Case {
        const char* codec;
        const char* name;
        const char* value;
    };
    const Bytes in = sample(Kind::Binary, 32768);
    for (const Case& c : {Case{"gzip", "window-size", "8"}, {"gzip", "window-size", "14"},
                          {"gzip", "strategy", "default,filtered,huffman_only,run_length_encoded,fixed"},
                          {"lzma", "extreme", "1"}, {"lzo", "algorithm", "lzo1x_1"}, {"lzo", "algorithm", "lzo1x_1_11"},
                          {"lzo", "algorithm", "lzo1x_1_12"}, {"lzo", "algorithm", "lzo1x_1_15"}, {"lzo", "algorithm", "1x_999"},
                          {"xz", "bcj", "x86,powerpc,ia64,arm,armthumb,sparc"}, {"xz", "bcj", "arm64"}, {"xz", "dict-size", "75%"},
                          {"xz", "dict-size", "8K"}, {"xz", "extreme", ""}, {"xz", "lc", "0"}, {"xz", "lp", "1"}, {"xz", "pb", "4"},
                          {"lz4", "hc", "1"}, {"lz4", "acceleration", "17"}}) {
        SCOPED_TRACE(std::string(c.codec) + " " + c.name + "=" + c.value);
        EXPECT_TRUE(goesThereAndBack(*findBackend(c.codec), withOption(c.name, c.value), in));
    }
}

TEST(RoundTrip, noneBackend_readsStreamsOfGzip)
{
    const Bytes in = sample(Kind::Text, 4096);
    const Bytes packed = pack(*findBackend("gzip"), {}, in);
    Bytes out(4096);
    const auto produced = decompressorOf(*findBackend("none"))->decompress(packed, out);
    ASSERT_TRUE(produced.has_value());
    EXPECT_EQ(out, in);
}

}  // namespace
}  // namespace sqd::codec::test
