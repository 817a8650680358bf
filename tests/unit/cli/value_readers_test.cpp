// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/value_readers.h"

#include <gtest/gtest.h>

namespace sqd::cli {
namespace {

TEST(ReadNumber, wholeDecimalText_isRead)
{
    EXPECT_EQ(readNumber("0"), 0);
    EXPECT_EQ(readNumber("-131072"), -131072);
    EXPECT_EQ(readNumber("010"), 10);  // never octal
}

TEST(ReadNumber, anythingElse_isRefused)
{
    for (const char* text : {"", " 1", "1 ", "+1", "0x10", "1e3", "1.5", "9223372036854775808", "one"})
        EXPECT_FALSE(readNumber(text)) << text;
}

TEST(ReadUint32, outOfRange_isRefused)
{
    EXPECT_EQ(readUint32("4294967295"), 4294967295U);
    EXPECT_FALSE(readUint32("4294967296"));
    EXPECT_FALSE(readUint32("-1"));
}

TEST(ReadTime, secondsAndDates_areRead)
{
    EXPECT_EQ(readTime("0"), 0U);
    EXPECT_EQ(readTime("@1700000000"), 1700000000U);
    EXPECT_EQ(readTime("1970-01-02"), 86400U);
    EXPECT_EQ(readTime("2024-02-29T12:30"), 1709209800U);
    EXPECT_EQ(readTime("2024-02-29 12:30:05Z"), 1709209805U);
    EXPECT_EQ(readTime("2106-02-07T06:28:15"), 4294967295U);
}

TEST(ReadTime, impossibleDates_areRefused)
{
    for (const char* text : {"", "now", "2023-02-29", "2024-13-01", "2024-00-01", "2024-01-32", "1969-12-31", "2106-02-07T06:28:16", "2024-01-01T24:00",
             "2024-01-01T12:60", "2024-01-01T", "2024-01-01T12", "2024-1-1", "2024-01-01x", "-5", "@", "@-1"})
        EXPECT_FALSE(readTime(text)) << text;
}

TEST(ReadIdMap, pairs_areAdded)
{
    std::map<std::uint32_t, std::uint32_t> map;
    EXPECT_TRUE(readIdMap("1000:0", map));
    EXPECT_TRUE(readIdMap("1:2,3:4294967295", map));
    EXPECT_EQ(map, (std::map<std::uint32_t, std::uint32_t>{{1, 2}, {3, 4294967295U}, {1000, 0}}));
}

TEST(ReadIdMap, anythingElse_isRefused)
{
    std::map<std::uint32_t, std::uint32_t> map;
    for (const char* text : {"", "1", "1:", ":1", "1:2,", "1:2:3", "a:b", "1:4294967296", "-1:0"})
        EXPECT_FALSE(readIdMap(text, map)) << text;
}

TEST(ReadBlockSize, powersOfTwoInRange_only)
{
    EXPECT_EQ(readBlockSize("4K"), 4096U);
    EXPECT_EQ(readBlockSize("1M"), 1048576U);
    EXPECT_EQ(readBlockSize("131072"), 131072U);
    for (const char* text : {"2K", "2M", "5000", "0", "", "x", "-4K"})
        EXPECT_FALSE(readBlockSize(text)) << text;
}

}  // namespace
}  // namespace sqd::cli
