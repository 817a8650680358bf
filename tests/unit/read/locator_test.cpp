// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "base/bytes.h"
#include "read/foreign_format.h"
#include "read/image_locator.h"

namespace sqd::read {

namespace {

std::vector<std::byte> goodImage()
{
    test::ImageBuilder b;
    b.root().add("f", b.file("hello\n"));
    return b.build();
}

Error openError(std::vector<std::byte> bytes, const OpenOptions& options = {})
{
    auto image = openBytes(std::move(bytes), options);
    if (!image)
        return image.error();
    ADD_FAILURE() << "opened";
    return internalError("opened");
}

std::vector<std::byte> withMagic(const char* magic)
{
    auto bytes = goodImage();
    std::memcpy(bytes.data(), magic, 4);
    return bytes;
}

std::vector<std::byte> behind(std::vector<std::byte> head, const std::vector<std::byte>& image)
{
    head.insert(head.end(), image.begin(), image.end());
    return head;
}

}  // namespace

TEST(Locator, imageAtStart_isFoundAtZero)
{
    EXPECT_EQ(openOrFail(goodImage())->offset(), 0U);
}

TEST(Locator, imageBehindJunk_isFoundByScanAtOddOffset)
{
    std::vector<std::byte> junk(1000 + (1U << 20), std::byte{0x55});
    std::memcpy(junk.data() + 100, "hsqs", 4);  // a magic that nothing plausible follows
    const auto image = openOrFail(behind(junk, goodImage()));
    ASSERT_NE(image, nullptr);
    EXPECT_EQ(image->offset(), junk.size());
    EXPECT_EQ(walk(*image).count("/f"), 1U);
}

TEST(Locator, magicAcrossAScanBorder_isFound)
{
    const std::vector<std::byte> junk((1U << 20) - 2, std::byte{0x55});
    const auto image = openOrFail(behind(junk, goodImage()));
    ASSERT_NE(image, nullptr);
    EXPECT_EQ(image->offset(), junk.size());
}

TEST(Locator, elfProgram_imageIsBehindItsSections)
{
    std::vector<std::byte> elf(5000, std::byte{0});
    std::memcpy(elf.data(), "\x7F" "ELF\x02\x01", 6);
    store64(elf, 0x28, 4000);
    store16(elf, 0x3A, 64);
    store16(elf, 0x3C, 10);
    elf.resize(4640);
    const auto image = openOrFail(behind(elf, goodImage()));
    ASSERT_NE(image, nullptr);
    EXPECT_EQ(image->offset(), 4640U);
}

TEST(Locator, elfHeaderWithHugeOffsets_isNoImage)
{
    std::vector<std::byte> elf(5000, std::byte{0xFF});
    std::memcpy(elf.data(), "\x7F" "ELF\x02\x01", 6);
    EXPECT_EQ(openError(elf).code, Errc::InputUnreadable);
}

TEST(Locator, givenOffset_isTakenAndNotSearched)
{
    const auto bytes = behind(std::vector<std::byte>(1000), goodImage());
    OpenOptions options;
    options.offset = 1000;
    EXPECT_TRUE(openBytes(bytes, options));
    options.offset = 999;
    EXPECT_NE(openError(bytes, options).what.find("at byte 999"), std::string::npos);
    options.offset = 1U << 30;
    EXPECT_NE(openError(bytes, options).what.find("behind the end"), std::string::npos);
}

TEST(Locator, streamedImage_isReadFromItsEnd)
{
    auto bytes = goodImage();
    const std::vector<std::byte> superblock(bytes.begin(), bytes.begin() + 96);
    std::fill(bytes.begin(), bytes.begin() + 96, std::byte{0});
    std::memcpy(bytes.data(), "HSQS", 4);
    EXPECT_NE(openError(bytes).what.find("streamed"), std::string::npos);
    bytes.insert(bytes.end(), superblock.begin(), superblock.end());
    const auto image = openOrFail(bytes);
    ASSERT_NE(image, nullptr);
    EXPECT_TRUE(image->streamed());
    EXPECT_EQ(walk(*image).count("/f"), 1U);
}

TEST(Locator, emptyFile_saysSo)
{
    const Error error = openError({});
    EXPECT_EQ(error.code, Errc::InputUnreadable);
    EXPECT_EQ(error.what, "the file is empty");
}

TEST(Locator, shorterThanASuperblock_saysBothSizes)
{
    auto bytes = goodImage();
    bytes.resize(95);
    EXPECT_NE(openError(bytes).what.find("too short for SquashFS: 95 bytes"), std::string::npos);
}

TEST(Locator, cutImage_saysBothSizes)
{
    test::ImageBuilder b;
    b.root().add("f", b.file("hello\n"));
    auto bytes = b.build();
    const std::uint64_t used = b.superblock().bytesUsed;
    bytes.resize(static_cast<std::size_t>(used) - 1);
    EXPECT_EQ(openError(bytes).what, "the image is cut: it should have " + std::to_string(used) + " bytes, the file has " + std::to_string(used - 1));
}

TEST(Locator, vendorMarks_areNamed)
{
    for (const char* magic : {"shsq", "qshs", "sqlz", "hsqt", "tqsh", "hsqS"}) {
        const Error error = openError(withMagic(magic));
        EXPECT_EQ(error.code, Errc::Unsupported);
        EXPECT_NE(error.what.find("unknown mark '" + std::string(magic) + "'"), std::string::npos) << error.what;
    }
}

TEST(Locator, bigEndian_isNamedWithItsVersion)
{
    auto bytes = withMagic("sqsh");
    bytes[28] = std::byte{0};
    bytes[29] = std::byte{3};
    bytes[30] = std::byte{0};
    bytes[31] = std::byte{1};
    const Error error = openError(bytes);
    EXPECT_EQ(error.code, Errc::Unsupported);
    EXPECT_NE(error.what.find("big-endian SquashFS 3.1"), std::string::npos) << error.what;
}

TEST(Locator, otherVersions_areNamed)
{
    for (const auto& [major, minor] : {std::pair{3, 1}, std::pair{1, 0}, std::pair{4, 1}, std::pair{5, 0}}) {
        auto bytes = goodImage();
        store16(bytes, 28, static_cast<std::uint16_t>(major));
        store16(bytes, 30, static_cast<std::uint16_t>(minor));
        const Error error = openError(bytes);
        EXPECT_EQ(error.code, Errc::Unsupported);
        EXPECT_EQ(error.what, "SquashFS " + std::to_string(major) + "." + std::to_string(minor) + ", only 4.0 is supported");
    }
}

TEST(Locator, unknownCodec_isNamedByNumber)
{
    for (const std::uint16_t codec : {std::uint16_t{0}, std::uint16_t{7}, std::uint16_t{65535}}) {
        auto bytes = goodImage();
        store16(bytes, 20, codec);
        EXPECT_EQ(openError(bytes).what, "unknown codec number " + std::to_string(codec));
    }
}

TEST(Locator, foreignFormats_areNamed)
{
    std::vector<std::byte> bytes(70 * 1024);
    std::memcpy(bytes.data(), "\x1F\x8B\x08", 3);
    EXPECT_EQ(openError(bytes).what, "not a SquashFS image: it is gzip data");
    std::fill(bytes.begin(), bytes.end(), std::byte{0});
    std::memcpy(bytes.data() + 0x438, "\x53\xEF", 2);
    EXPECT_EQ(openError(bytes).what, "not a SquashFS image: it is an ext2/3/4 file system");
    std::memcpy(bytes.data() + 0x8001, "CD001", 5);
    EXPECT_EQ(openError(bytes).what, "not a SquashFS image: it is an ISO 9660 image");
}

TEST(Locator, text_isShownByItsFirstBytes)
{
    EXPECT_EQ(openError(test::toBytes("not an image at all\n")).what, "not a SquashFS image: it begins with 6e 6f 74 20");
    EXPECT_EQ(openError(test::toBytes("ABCDEFG")).what, "not a SquashFS image: it begins with 'ABCD'");
}

}  // namespace sqd::read
