// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/compressor_options.h"

#include "unit/format/hex.h"

#include <gtest/gtest.h>

using namespace sqd::format;
using test::hex;

static std::string textOf(const CompressorOptions& o, std::string_view name)
{
    for (const CompressorOption& v : o.values) {
        if (v.name == name)
            return v.text;
    }
    return "missing";
}

TEST(CompressorOptions, Decode_gzip_namesLevelWindowStrategies)
{
    const auto o = decodeCompressorOptions(CodecId::Gzip, hex("06 00 00 00 0c 00 03 00"));
    EXPECT_TRUE(o.valid()) << o.problem;
    EXPECT_EQ(o.value("level", 0), 6);
    EXPECT_EQ(o.value("window", 0), 12);
    EXPECT_EQ(textOf(o, "strategies"), "default,filtered");
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Gzip, hex("0a 00 00 00 0f 00 00 00")).valid());
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Gzip, hex("09 00 00 00 10 00 00 00")).valid());
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Gzip, hex("09 00 00 00 0f 00 20 00")).valid());
}

TEST(CompressorOptions, Decode_xz_checksDictionaryAsLinuxDoes)
{
    const auto o = decodeCompressorOptions(CodecId::Xz, hex("00 80 01 00 09 00 00 00"));
    EXPECT_TRUE(o.valid()) << o.problem;
    EXPECT_EQ(o.value("dictionary", 0), 98304);
    EXPECT_EQ(textOf(o, "filters"), "x86,arm");
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Xz, hex("00 50 00 00 00 00 00 00")).valid());  // 5·2^12
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Xz, hex("00 08 00 00 00 00 00 00")).valid());  // 2048
    EXPECT_TRUE(isXzDictionarySize(3U << 20));
    EXPECT_TRUE(isXzDictionarySize(1U << 20));
    EXPECT_FALSE(isXzDictionarySize(0));
}

TEST(CompressorOptions, Decode_lz4_bothSizes)
{
    EXPECT_TRUE(decodeCompressorOptions(CodecId::Lz4, hex("01 00 00 00 01 00 00 00")).valid());
    const auto longer = decodeCompressorOptions(CodecId::Lz4, hex("01 00 00 00 02 00 00 00 05 00 00 00"));
    EXPECT_TRUE(longer.valid()) << longer.problem;
    EXPECT_EQ(longer.value("acceleration", 0), 5);
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Lz4, hex("01 00 00 00 02 00 00 00")).valid());
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Lz4, hex("02 00 00 00 00 00 00 00")).valid());
}

TEST(CompressorOptions, Decode_lzoAndZstd_checkRanges)
{
    const auto lzo = decodeCompressorOptions(CodecId::Lzo, hex("04 00 00 00 07 00 00 00"));
    EXPECT_TRUE(lzo.valid());
    EXPECT_EQ(textOf(lzo, "algorithm"), "lzo1x_999");
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Lzo, hex("00 00 00 00 07 00 00 00")).valid());
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Lzo, hex("05 00 00 00 00 00 00 00")).valid());
    EXPECT_EQ(decodeCompressorOptions(CodecId::Zstd, hex("13 00 00 00")).value("level", 0), 19);
    const auto negative = decodeCompressorOptions(CodecId::Zstd, hex("fb ff ff ff"));
    EXPECT_TRUE(negative.valid());
    EXPECT_EQ(textOf(negative, "level"), "-5");
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Zstd, hex("17 00 00 00")).valid());
    EXPECT_FALSE(decodeCompressorOptions(CodecId::Zstd, hex("00 00 00 00")).valid());
}

TEST(CompressorOptions, Decode_everyOtherSize_isInvalidAndReadsNothing)
{
    for (const auto codec : {CodecId::Gzip, CodecId::Lzma, CodecId::Lzo, CodecId::Xz, CodecId::Lz4, CodecId::Zstd}) {
        for (std::size_t size = 0; size <= 40; ++size) {
            const bool legal = codec != CodecId::Lzma && (codec == CodecId::Zstd ? size == 4 : size == 8 || (codec == CodecId::Lz4 && size == 12));
            const std::vector<std::byte> bytes(size);
            const auto o = decodeCompressorOptions(codec, bytes);
            EXPECT_EQ(o.values.empty(), !legal) << static_cast<int>(codec) << ' ' << size;
            if (!legal) {
                EXPECT_FALSE(o.valid());
            }
        }
    }
    EXPECT_FALSE(decodeCompressorOptions(static_cast<CodecId>(9), hex("00 00 00 00 00 00 00 00")).valid());
}

TEST(CompressorOptions, Default_isWhatAnAbsentBlockMeans)
{
    EXPECT_EQ(defaultCompressorOptions(CodecId::Gzip, 131072).value("level", 0), 9);
    EXPECT_EQ(defaultCompressorOptions(CodecId::Zstd, 131072).value("level", 0), 15);
    EXPECT_EQ(defaultCompressorOptions(CodecId::Xz, 65536).value("dictionary", 0), 65536);
    EXPECT_EQ(defaultCompressorOptions(CodecId::Lzo, 65536).value("level", 0), 8);
    EXPECT_TRUE(defaultCompressorOptions(CodecId::Lzma, 65536).valid());
    EXPECT_FALSE(defaultCompressorOptions(CodecId::Lz4, 65536).valid());
}
