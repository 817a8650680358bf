// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit/codec/codec_samples.h"

#include "codec/registry.h"

// The options block of the image, format section 3.1.
namespace sqd::codec::test {
namespace {

Bytes record(const char* codec, const Settings& settings, std::uint32_t blockSize = 131072)
{
    return findBackend(codec)->optionsRecord(settings, blockSize);
}

TEST(OptionsRecord, defaultsOfReaders_areLeftOut)
{
    EXPECT_EQ(record("gzip", atLevel(9)), Bytes{});
    EXPECT_EQ(record("lzma", {}), Bytes{});
    EXPECT_EQ(record("lzma", atLevel(9)), Bytes{});
    EXPECT_EQ(record("lzo", {}), Bytes{});
    EXPECT_EQ(record("xz", {}), Bytes{});
    EXPECT_EQ(record("xz", {}, 4096), Bytes{});
    EXPECT_EQ(record("xz", atLevel(9)), Bytes{});
    EXPECT_EQ(record("zstd", {}), Bytes{});
    EXPECT_EQ(record("zstd", atLevel(15)), Bytes{});
    EXPECT_EQ(record("none", {}), Bytes{});
}

TEST(OptionsRecord, gzip_holdsLevelWindowAndStrategies)
{
    EXPECT_EQ(record("gzip", {}), bytesOf({6, 0, 0, 0, 15, 0, 0, 0}));
    EXPECT_EQ(record("gzip", atLevel(1)), bytesOf({1, 0, 0, 0, 15, 0, 0, 0}));
    EXPECT_EQ(record("gzip", withOption("compression-level", "2")), bytesOf({2, 0, 0, 0, 15, 0, 0, 0}));
    Settings settings = withOption("window-size", "8");
    settings.level = 9;
    settings.options["strategy"] = "run_length_encoded,filtered";
    EXPECT_EQ(record("gzip", settings), bytesOf({9, 0, 0, 0, 8, 0, 10, 0}));
    EXPECT_EQ(record("gzip", withOption("strategy", "default,huffman_only,fixed")), bytesOf({6, 0, 0, 0, 15, 0, 21, 0}));
}

TEST(OptionsRecord, levelsThatOlderReadersRefuse_areNotStored)
{
    for (const int level : {10, 11, 12})
        EXPECT_EQ(record("gzip", atLevel(level)), Bytes{}) << level;  // stands for 9, the level of an absent record
    EXPECT_EQ(record("zstd", atLevel(-5)), bytesOf({1, 0, 0, 0}));
    EXPECT_EQ(record("zstd", atLevel(-131072)), bytesOf({1, 0, 0, 0}));
}

TEST(OptionsRecord, zstd_holdsTheLevel)
{
    EXPECT_EQ(record("zstd", atLevel(22)), bytesOf({22, 0, 0, 0}));
    EXPECT_EQ(record("zstd", atLevel(1)), bytesOf({1, 0, 0, 0}));
    EXPECT_EQ(record("zstd", atLevel(0)), bytesOf({3, 0, 0, 0}));  // 0 is zstd's own default
}

TEST(OptionsRecord, lzo_holdsAlgorithmAndLevel)
{
    EXPECT_EQ(record("lzo", atLevel(9)), bytesOf({4, 0, 0, 0, 9, 0, 0, 0}));
    EXPECT_EQ(record("lzo", withOption("algorithm", "lzo1x_1")), bytesOf({0, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(record("lzo", withOption("algorithm", "lzo1x_1_15")), bytesOf({3, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(OptionsRecord, xz_holdsDictionaryAndFilters)
{
    EXPECT_EQ(record("xz", withOption("dict-size", "50%")), bytesOf({0, 0, 1, 0, 0, 0, 0, 0}));
    EXPECT_EQ(record("xz", withOption("dict-size", "75%")), bytesOf({0, 0x80, 1, 0, 0, 0, 0, 0}));
    EXPECT_EQ(record("xz", withOption("dict-size", "74%")), bytesOf({0, 0, 1, 0, 0, 0, 0, 0}));  // down to 2^n or 3*2^n
    EXPECT_EQ(record("xz", withOption("dict-size", "1%")), bytesOf({0, 0x20, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(record("xz", withOption("dict-size", "128K")), Bytes{});
    EXPECT_EQ(record("xz", withOption("bcj", "arm,x86")), bytesOf({0, 0, 2, 0, 9, 0, 0, 0}));
    EXPECT_EQ(record("xz", withOption("bcj", "powerpc,ia64,armthumb,sparc")), bytesOf({0, 0, 2, 0, 54, 0, 0, 0}));
    // Linux takes the stored size for metadata too, whose dictionary is 8 KiB.
    EXPECT_EQ(record("xz", withOption("bcj", "x86"), 4096), bytesOf({0, 0x20, 0, 0, 1, 0, 0, 0}));
}

TEST(OptionsRecord, lz4_isAlwaysThere)
{
    EXPECT_EQ(record("lz4", {}), bytesOf({1, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(record("lz4", withOption("acceleration", "9")), bytesOf({1, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(record("lz4", withOption("hc", "1")), bytesOf({1, 0, 0, 0, 1, 0, 0, 0}));
    EXPECT_EQ(record("lz4", atLevel(2)), bytesOf({1, 0, 0, 0, 1, 0, 0, 0}));
}

}  // namespace
}  // namespace sqd::codec::test
