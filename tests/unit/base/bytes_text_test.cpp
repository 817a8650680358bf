// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/bytes_text.h"

#include <gtest/gtest.h>

#include <string>

using namespace sqd;
using namespace std::string_literals;

TEST(IsUtf8, BordersOfEachLength)
{
    for (const auto& good : {""s, "a"s, "\x7f"s, "\0"s, "\xc2\x80"s, "\xdf\xbf"s, "\xe0\xa0\x80"s, "\xed\x9f\xbf"s, "\xee\x80\x80"s, "\xef\xbf\xbf"s, "\xf0\x90\x80\x80"s,
                             "\xf4\x8f\xbf\xbf"s, "mixed \xe2\x82\xac and \xf0\x9f\x98\x80"s})
        EXPECT_TRUE(isUtf8(good)) << printable(good);
}

TEST(IsUtf8, OverlongSurrogateTruncatedAndHigh_areRefused)
{
    for (const auto& bad : {"\x80"s, "\xbf"s, "\xc0\x80"s, "\xc1\xbf"s, "\xe0\x9f\xbf"s, "\xed\xa0\x80"s, "\xed\xbf\xbf"s, "\xf0\x8f\xbf\xbf"s, "\xf4\x90\x80\x80"s, "\xf5\x80\x80\x80"s,
                            "\xff"s, "\xfe"s, "\xc2"s, "\xe2\x82"s, "\xf0\x9f\x98"s, "a\xc2"s, "\xc2" "a"s, "\xe2\x28\xa1"s, "\xf0\x28\x8c\xbc"s})
        EXPECT_FALSE(isUtf8(bad)) << printable(bad);
}

TEST(Printable, Controls_areEscaped)
{
    EXPECT_EQ(printable("a\nb\tc\r"), "a\\x0ab\\x09c\\x0d");
    EXPECT_EQ(printable("\x1b[31m\x7f"), "\\x1b[31m\\x7f");
    EXPECT_EQ(printable("\0x"s), "\\x00x");
    EXPECT_EQ(printable("\xc2\x9b" "31m"), "\\xc2\\x9b31m");  // the C1 form of ESC [
    EXPECT_EQ(printable("\xc2\xa0"), "\xc2\xa0");
}

TEST(Printable, DirectionAndLineSeparators_areEscaped)
{
    for (const auto& c : {"\xe2\x80\xa8"s, "\xe2\x80\xa9"s, "\xe2\x80\xaa"s, "\xe2\x80\xae"s, "\xe2\x81\xa6"s, "\xe2\x81\xa9"s})
        EXPECT_EQ(printable(c).substr(0, 4), "\\xe2");
    EXPECT_EQ(printable("\xe2\x80\xa7"), "\xe2\x80\xa7");
    EXPECT_EQ(printable("\xe2\x80\xaf"), "\xe2\x80\xaf");
    EXPECT_EQ(printable("\xe2\x81\xaa"), "\xe2\x81\xaa");
}

TEST(Printable, TextStays)
{
    EXPECT_EQ(printable("back\\slash \xc3\xa9 \xe2\x82\xac"), "back\\slash \xc3\xa9 \xe2\x82\xac");
    EXPECT_EQ(printable("caf\xe9"), "caf\\xe9");
    EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");
    EXPECT_TRUE(isUtf8(printable("\xff\xc0\xed\xa0\x80")));
}

TEST(ToUtf8Lossy, EachBadByte_becomesOneMark)
{
    EXPECT_EQ(toUtf8Lossy("a\xff" "b"), "a\xef\xbf\xbd" "b");
    EXPECT_EQ(toUtf8Lossy("\xe2\x82"), "\xef\xbf\xbd\xef\xbf\xbd");
    EXPECT_EQ(toUtf8Lossy("ok \xc3\xa9\n"), "ok \xc3\xa9\n");
}

TEST(Base64, VectorsOfRfc4648)
{
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foob"), "Zm9vYg==");
    EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
    EXPECT_EQ(base64("\0\0"s), "AAA=");
}

TEST(ParseSize, Units_arePowersOf1024)
{
    EXPECT_EQ(parseSize("0"), 0U);
    EXPECT_EQ(parseSize("123"), 123U);
    EXPECT_EQ(parseSize("4K"), 4096U);
    EXPECT_EQ(parseSize("64k"), 65536U);
    EXPECT_EQ(parseSize("1M"), 1048576U);
    EXPECT_EQ(parseSize("300 MiB"), 300U * 1048576);
    EXPECT_EQ(parseSize("2GB"), std::uint64_t{2} << 30);
    EXPECT_EQ(parseSize("1T"), std::uint64_t{1} << 40);
    EXPECT_EQ(parseSize("7B"), 7U);
    EXPECT_EQ(parseSize("18446744073709551615"), ~std::uint64_t{0});
    EXPECT_EQ(parseSize("16777215T"), std::uint64_t{16777215} << 40);
}

TEST(ParseSize, Nonsense_isRefused)
{
    for (const char* bad : {"", "K", "-1", "+1", " 1", "1.5M", "1X", "1KK", "1Kx", "0x10", "1 2", "18446744073709551616", "16777216T", "99999999999999999999", "1e3", "\xd9\xa3"})
        EXPECT_EQ(parseSize(bad), std::nullopt) << bad;
}

TEST(FormatSize, Rounding_neverShows1024)
{
    EXPECT_EQ(formatSize(0), "0 bytes");
    EXPECT_EQ(formatSize(1), "1 byte");
    EXPECT_EQ(formatSize(1023), "1023 bytes");
    EXPECT_EQ(formatSize(1024), "1.0 KiB");
    EXPECT_EQ(formatSize(1536), "1.5 KiB");
    EXPECT_EQ(formatSize(102399), "100 KiB");
    EXPECT_EQ(formatSize(1048575), "1.0 MiB");
    EXPECT_EQ(formatSize(1023 * 1024), "1023 KiB");
    EXPECT_EQ(formatSize((std::uint64_t{1} << 30) - 1), "1.0 GiB");
    EXPECT_EQ(formatSize(~std::uint64_t{0}), "16.0 EiB");
}
