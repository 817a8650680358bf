// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit/codec/codec_samples.h"

#include "base/bytes.h"
#include "codec/registry.h"

#include <gmock/gmock.h>

// Streams that are broken, cut, padded, or ask for more memory than a block can need.
namespace sqd::codec::test {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kHello = "hello hello hello squashfs";

// The error line, empty when it unpacked.
std::string refusal(const char* codec, const Bytes& stream, std::size_t room = 4096, std::uint32_t blockSize = 4096)
{
    Bytes out(room);
    const auto produced = decompressorOf(*findBackend(codec), blockSize)->decompress(stream, out);
    if (produced)
        return {};
    EXPECT_EQ(produced.error().code, Errc::Corrupt);
    return produced.error().line();
}

void expectHello(const char* codec, const Bytes& stream)
{
    Bytes out(kHello.size());
    const auto produced = decompressorOf(*findBackend(codec), 4096)->decompress(stream, out);
    ASSERT_TRUE(produced.has_value()) << codec << produced.error().line();
    EXPECT_EQ(*produced, kHello.size());
    EXPECT_EQ(out, bytesOf(kHello)) << codec;
}

Bytes joined(Bytes first, const Bytes& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

class Hostile : public ::testing::TestWithParam<const Backend*> {};

TEST_P(Hostile, cutAnywhere_neverPassesForWhole)
{
    const Backend& backend = *GetParam();
    const Bytes in = sample(Kind::Text, 2000);
    const Bytes packed = pack(backend, {}, in);
    const auto decompressor = decompressorOf(backend);
    // lz4 has no end mark and lzma may go without; a cut in lzma's last bytes loses the mark only.
    const bool marked = backend.name != "lz4" && backend.name != "lzma";
    for (std::size_t size = 0; size < packed.size(); ++size) {
        Bytes out(in.size());
        const auto produced = decompressor->decompress(std::span(packed).first(size), out);
        if (!produced) {
            ASSERT_EQ(produced.error().code, Errc::Corrupt);
            continue;
        }
        ASSERT_FALSE(marked) << size;
        if (backend.name == "lzma" && packed.size() - size < 16) {
            ASSERT_EQ(out, in);
        } else {
            ASSERT_LT(*produced, in.size()) << size;
        }
    }
}

TEST_P(Hostile, bytesAfterTheStream_areCorrupt)
{
    const Backend& backend = *GetParam();
    const Bytes packed = pack(backend, {}, sample(Kind::Text, 2000));
    for (const Bytes& more : {bytesOf({0}), bytesOf({0xFF}), bytesOf({0, 0, 0, 0, 0, 0, 0, 0}), packed}) {
        Bytes out(4096);
        const auto produced = decompressorOf(backend)->decompress(joined(packed, more), out);
        ASSERT_FALSE(produced.has_value()) << backend.name << " + " << more.size();
        EXPECT_EQ(produced.error().code, Errc::Corrupt);
    }
}

TEST_P(Hostile, noise_isCorruptOrSmall)
{
    const Backend& backend = *GetParam();
    const auto decompressor = decompressorOf(backend);
    std::size_t refused = 0;
    for (unsigned seed = 1; seed <= 300; ++seed) {
        Bytes out(512);
        const auto produced = decompressor->decompress(sample(Kind::Random, seed, seed), out);
        refused += produced ? 0 : 1;
        if (produced) {
            EXPECT_GE(*produced, 1U);
            EXPECT_LE(*produced, out.size());
        }
    }
    EXPECT_GT(refused, 250U);
}

INSTANTIATE_TEST_SUITE_P(Codec, Hostile, ::testing::ValuesIn(packingBackends()), backendName);

TEST(KnownStream, ofOtherWriters_isRead)
{
    expectHello("gzip", bytesOf({0x78, 0xda, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x22, 0x8b, 0x0b, 0x4b,
                                 0x13, 0x8b, 0x33, 0xd2, 0x8a, 0x01, 0x85, 0x48, 0x0a, 0x0b}));
    Bytes lzo = bytesOf({static_cast<int>(17 + kHello.size())});  // 17 + n = n literals
    lzo = joined(joined(lzo, bytesOf(kHello)), bytesOf({0x11, 0, 0}));
    expectHello("lzo", lzo);
    expectHello("lz4", joined(bytesOf({0xF0, static_cast<int>(kHello.size() - 15)}), bytesOf(kHello)));
}

// The streams below differ from what the backend writes, and from each other in one property each.
const Bytes kLzmaPayload = bytesOf({0x00, 0x34, 0x19, 0x49, 0xee, 0x8d, 0xe9, 0x50, 0x96, 0x03, 0xaa,
                                    0x83, 0xb3, 0xf8, 0xee, 0x15, 0xd0, 0x2a, 0x0a, 0xbf, 0x00});

Bytes lzmaStream(std::uint32_t dictionary, std::uint64_t size)
{
    Bytes header = bytesOf({0x5D, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    store32(header, 1, dictionary);
    store64(header, 5, size);
    return joined(header, kLzmaPayload);
}

TEST(LzmaStream, withoutEndMark_isReadByItsLength)
{
    expectHello("lzma", lzmaStream(4096, kHello.size()));
    expectHello("lzma", lzmaStream(1 << 20, kHello.size()));
}

TEST(LzmaStream, longerThanItsLength_isCut)
{
    Bytes out(kHello.size());
    const auto produced = decompressorOf(*findBackend("lzma"))->decompress(lzmaStream(4096, 5), out);
    ASSERT_TRUE(produced.has_value()) << produced.error().line();
    EXPECT_EQ(*produced, 5U);
}

TEST(LzmaStream, lengthThatCannotBe_isCorrupt)
{
    EXPECT_THAT(refusal("lzma", lzmaStream(4096, 0)), HasSubstr("unpacks to 0 bytes"));
    EXPECT_THAT(refusal("lzma", lzmaStream(4096, kHello.size() + 1)), HasSubstr("26 bytes of 27"));
    EXPECT_THAT(refusal("lzma", lzmaStream(4096, 5000)), HasSubstr("5000"));
    EXPECT_NE(refusal("lzma", lzmaStream(4096, ~std::uint64_t{0})), "");
    EXPECT_NE(refusal("lzma", lzmaStream(4096, std::uint64_t{1} << 63)), "");
}

TEST(LzmaStream, dictionaryLargerThanAnyBlock_isRefusedBeforeItIsMade)
{
    EXPECT_THAT(refusal("lzma", lzmaStream((1 << 20) + 1, kHello.size())), HasSubstr("dictionary"));
    EXPECT_THAT(refusal("lzma", lzmaStream(0xFFFFFFFF, kHello.size())), HasSubstr("4294967295"));
}

// As the xz program writes it: dictionary of 8 MiB, code 0x16.
const Bytes kXzEightMebibytes = bytesOf(
    {0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x01, 0x69, 0x22, 0xde, 0x36, 0x02, 0x00, 0x21, 0x01, 0x16, 0x00, 0x00, 0x00, 0x74, 0x2f,
     0xe5, 0xa3, 0xe0, 0x00, 0x19, 0x00, 0x14, 0x5d, 0x00, 0x34, 0x19, 0x49, 0xee, 0x8d, 0xe9, 0x50, 0x96, 0x03, 0xaa, 0x83, 0xb3, 0xf8,
     0xee, 0x15, 0xd0, 0x2a, 0x0a, 0xbf, 0x00, 0x00, 0x38, 0x0b, 0x84, 0x67, 0x00, 0x01, 0x2c, 0x1a, 0xff, 0x27, 0xd5, 0xe4, 0x90, 0x42,
     0x99, 0x0d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x59, 0x5a});

std::uint32_t crc32Of(std::span<const std::byte> bytes)
{
    std::uint32_t crc = ~std::uint32_t{0};
    for (const std::byte byte : bytes) {
        crc ^= static_cast<std::uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

Bytes xzWithDictionaryCode(int code)
{
    Bytes stream = kXzEightMebibytes;
    stream[16] = static_cast<std::byte>(code);
    store32(stream, 20, crc32Of(std::span(stream).subspan(12, 8)));
    return stream;
}

TEST(XzStream, dictionaryUpToOneMebibyte_isRead)
{
    expectHello("xz", xzWithDictionaryCode(0));
    expectHello("xz", xzWithDictionaryCode(16));
}

TEST(XzStream, dictionaryLargerThanAnyBlock_isRefusedBeforeItIsMade)
{
    for (const int code : {17, 0x16, 39, 40})
        EXPECT_THAT(refusal("xz", xzWithDictionaryCode(code)), HasSubstr("dictionary")) << code;
    EXPECT_NE(refusal("xz", xzWithDictionaryCode(41)), "");
}

TEST(XzStream, wrongChecksum_isCorrupt)
{
    Bytes stream = xzWithDictionaryCode(0);
    stream[52] ^= std::byte{1};  // first byte of the CRC32 behind the block
    EXPECT_THAT(refusal("xz", stream), HasSubstr("broken"));
}

// One frame of one raw block, its window 2^log bytes.
Bytes zstdFrame(unsigned log)
{
    const auto size = static_cast<int>(kHello.size());
    const Bytes header = bytesOf({0x28, 0xB5, 0x2F, 0xFD, 0x00, static_cast<int>((log - 10) << 3), (size << 3) | 1, 0, 0});
    return joined(header, bytesOf(kHello));
}

TEST(ZstdStream, windowOfTheBlock_isReadAndALargerOneRefused)
{
    expectHello("zstd", zstdFrame(10));
    expectHello("zstd", zstdFrame(13));  // 8192: metadata of an image with blocks of 4096
    EXPECT_THAT(refusal("zstd", zstdFrame(14)), HasSubstr("16384"));
    EXPECT_EQ(refusal("zstd", zstdFrame(17), 4096, 131072), "");
    EXPECT_THAT(refusal("zstd", zstdFrame(18), 4096, 131072), HasSubstr("window"));
    EXPECT_THAT(refusal("zstd", zstdFrame(41)), HasSubstr("window"));
}

TEST(ZstdStream, skippableFrameInFront_isCorrupt)
{
    EXPECT_NE(refusal("zstd", joined(bytesOf({0x50, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 9}), zstdFrame(10))), "");
}

TEST(ZstdStream, sizeFieldThatLies_isCorrupt)
{
    Bytes packed = pack(*findBackend("zstd"), {}, sample(Kind::Text, 4096));
    store16(packed, 5, 0xFFFF);  // says 65791 bytes
    EXPECT_NE(refusal("zstd", packed, 4096, 131072), "");
    EXPECT_NE(refusal("zstd", packed, 131072, 131072), "");
}

TEST(GzipStream, otherDeflateForms_areCorrupt)
{
    const Bytes zlib = pack(*findBackend("gzip"), {}, sample(Kind::Text, 2000));
    const Bytes raw(zlib.begin() + 2, zlib.end() - 4);
    EXPECT_NE(refusal("gzip", raw), "");
    EXPECT_NE(refusal("gzip", joined(bytesOf({0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3}), raw)), "");
    Bytes wrongSum = zlib;
    wrongSum.back() ^= std::byte{1};
    EXPECT_THAT(refusal("gzip", wrongSum), HasSubstr("checksum"));
}

TEST(EmptyStream, whereTheCodecHasOne_isCorrupt)
{
    EXPECT_THAT(refusal("gzip", bytesOf({0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01})), HasSubstr("nothing"));
    EXPECT_THAT(refusal("lz4", bytesOf({0})), HasSubstr("nothing"));
    EXPECT_THAT(refusal("lzo", bytesOf({0x11, 0, 0})), HasSubstr("nothing"));
    EXPECT_THAT(refusal("zstd", bytesOf({0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x00, 0x01, 0x00, 0x00})), HasSubstr("nothing"));
}

}  // namespace
}  // namespace sqd::codec::test
