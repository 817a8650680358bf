// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit/codec/codec_samples.h"

#include "base/bytes.h"
#include "codec/registry.h"

#include <algorithm>

// What stands in each block, format section 3.2 and the end of section 15.
namespace sqd::codec::test {
namespace {

Bytes head(const Bytes& bytes, std::size_t count) { return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(count, bytes.size()))}; }

Bytes packText(const char* codec, std::size_t size, Role role = Role::Data, const Settings& settings = {})
{
    return pack(*findBackend(codec), settings, sample(Kind::Text, size), role);
}

TEST(StreamForm, gzip_isAZlibStream)
{
    for (const int level : {1, 4, 7, 9, 12}) {
        const Bytes packed = packText("gzip", 4096, Role::Data, atLevel(level));
        EXPECT_EQ(packed[0], std::byte{0x78}) << level;
        EXPECT_EQ((static_cast<unsigned>(packed[0]) * 256 + static_cast<unsigned>(packed[1])) % 31, 0U) << level;
    }
    EXPECT_EQ(head(packText("gzip", 4096, Role::Metadata, atLevel(9)), 2), bytesOf({0x78, 0xDA}));
    const Bytes small = packText("gzip", 4096, Role::Data, withOption("window-size", "12"));
    EXPECT_EQ(small[0], std::byte{0x48});
}

TEST(StreamForm, gzipWithStrategies_keepsTheShortest)
{
    std::size_t shortest = SIZE_MAX;
    for (const char* one : {"huffman_only", "run_length_encoded", "fixed"})
        shortest = std::min(shortest, packText("gzip", 8192, Role::Data, withOption("strategy", one)).size());
    const Bytes all = packText("gzip", 8192, Role::Data, withOption("strategy", "huffman_only,run_length_encoded,fixed"));
    EXPECT_EQ(all.size(), shortest);
}

TEST(StreamForm, lzma_hasDictionaryOfTheBlockAndTheLength)
{
    EXPECT_EQ(head(packText("lzma", 4096), 13), bytesOf({0x5D, 0, 0x10, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(head(packText("lzma", 5000), 13), bytesOf({0x5D, 0, 0x20, 0, 0, 0x88, 0x13, 0, 0, 0, 0, 0, 0}));
    const Bytes metadata = pack(*compressorOf(*findBackend("lzma"), {}, 131072, Role::Metadata), sample(Kind::Text, 4096));
    EXPECT_EQ(head(metadata, 13), bytesOf({0x5D, 0, 0x20, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0}));
}

TEST(StreamForm, xz_hasCrc32AndTheDictionaryThatLinuxAllows)
{
    const auto dictionaryCode = [](std::uint32_t blockSize, Role role, const Settings& settings) {
        const Bytes packed = pack(*compressorOf(*findBackend("xz"), settings, blockSize, role), sample(Kind::Text, 4096));
        EXPECT_EQ(head(packed, 8), bytesOf({0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 1}));
        EXPECT_EQ(packed[14], std::byte{0x21});
        EXPECT_EQ(packed[15], std::byte{1});
        return static_cast<int>(packed[16]);
    };
    EXPECT_EQ(dictionaryCode(4096, Role::Data, {}), 0);
    EXPECT_EQ(dictionaryCode(131072, Role::Data, {}), 10);
    EXPECT_EQ(dictionaryCode(1 << 20, Role::Data, {}), 16);
    EXPECT_EQ(dictionaryCode(131072, Role::Data, withOption("dict-size", "75%")), 9);
    EXPECT_EQ(dictionaryCode(131072, Role::Metadata, {}), 2);
    EXPECT_EQ(dictionaryCode(4096, Role::Metadata, {}), 2);
}

TEST(StreamForm, xzFilter_makesCodeSmallerAndLeavesMetadataAlone)
{
    const Backend& xz = *findBackend("xz");
    const Bytes code = sample(Kind::Binary, 65536);
    const Bytes plain = pack(xz, {}, code);
    const Bytes filtered = pack(xz, withOption("bcj", "x86"), code);
    EXPECT_LT(filtered.size(), plain.size());
    EXPECT_EQ(filtered[14], std::byte{0x04});  // the filter's number in the block header
    const Bytes text = sample(Kind::Text, 65536);
    EXPECT_LE(pack(xz, withOption("bcj", "x86,arm"), text).size(), pack(xz, {}, text).size());
    const Bytes metadata = sample(Kind::Binary, 8192);
    EXPECT_EQ(pack(xz, withOption("bcj", "x86"), metadata, Role::Metadata), pack(xz, {}, metadata, Role::Metadata));
}

TEST(StreamForm, lzo_endsWithItsEndCode)
{
    for (const char* algorithm : {"lzo1x_1", "lzo1x_1_11", "lzo1x_1_12", "lzo1x_1_15", "lzo1x_999"}) {
        const Bytes packed = packText("lzo", 4096, Role::Data, withOption("algorithm", algorithm));
        EXPECT_EQ(Bytes(packed.end() - 3, packed.end()), bytesOf({0x11, 0, 0})) << algorithm;
    }
}

TEST(StreamForm, lz4_highLevelsAreSmaller)
{
    const std::size_t fast = packText("lz4", 65536).size();
    const std::size_t two = packText("lz4", 65536, Role::Data, atLevel(2)).size();
    const std::size_t twelve = packText("lz4", 65536, Role::Data, atLevel(12)).size();
    EXPECT_LT(two, fast);
    EXPECT_LT(twelve, two);
    EXPECT_EQ(packText("lz4", 65536, Role::Data, withOption("hc", "")).size(), twelve);
    EXPECT_GT(packText("lz4", 65536, Role::Data, withOption("acceleration", "50")).size(), fast);
}

TEST(StreamForm, zstd_isOneSegmentWithItsSizeAndNoChecksum)
{
    EXPECT_EQ(head(packText("zstd", 4096), 7), bytesOf({0x28, 0xB5, 0x2F, 0xFD, 0x60, 0x00, 0x0F}));  // 4096 - 256
    EXPECT_EQ(head(packText("zstd", 200, Role::Metadata), 6), bytesOf({0x28, 0xB5, 0x2F, 0xFD, 0x20, 200}));
    for (const int level : {-5, 1, 3, 15, 22}) {
        const Bytes packed = packText("zstd", 131072, Role::Data, atLevel(level));
        EXPECT_EQ(head(packed, 9), bytesOf({0x28, 0xB5, 0x2F, 0xFD, 0xA0, 0, 0, 2, 0})) << level;
    }
}

TEST(StreamForm, zstdOfOneMebibyte_hasAWindowInsideTheBlock)
{
    for (const int level : {-1, 1, 2, 5}) {
        const Bytes packed = packText("zstd", 1 << 20, Role::Data, atLevel(level));
        const auto descriptor = static_cast<unsigned>(packed[4]);
        EXPECT_EQ(descriptor & 0x07U, 0U);  // neither checksum nor dictionary
        if ((descriptor & 0x20U) == 0) {
            EXPECT_LE(10 + (static_cast<unsigned>(packed[5]) >> 3), 20U) << level;
        }
    }
}

}  // namespace
}  // namespace sqd::codec::test
