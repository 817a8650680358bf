// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/pax_records.h"

#include <gtest/gtest.h>

namespace sqd::tar::test {

using namespace std::string_literals;

TEST(PaxRecords, add_severalRecords_keepsBytesAndTheLastOfAKey)
{
    PaxRecords records;
    ASSERT_TRUE(records.add("10 path=a\n12 path=b=c\n7 k=\n\n\n"s.substr(0, 22)));
    ASSERT_NE(records.find("path"), nullptr);
    EXPECT_EQ(*records.find("path"), "b=c");
    EXPECT_EQ(records.find("pat"), nullptr);
}

TEST(PaxRecords, add_valueWithLineFeedsAndNuls_takesTheLengthSeriously)
{
    PaxRecords records;
    ASSERT_TRUE(records.add("9 k=a\nb\0\n"s));
    EXPECT_EQ(*records.find("k"), "a\nb\0"s);
}

TEST(PaxRecords, add_malformed_saysSoAndKeepsWhatCameBefore)
{
    for (const std::string bad : {"99 a=b\n", "0 a=b\n", "x a=b\n", "8 a=bc\n", "6 abc\n", "5 =b\n", "-6 a=b\n", "6 a=b", "18446744073709551615 a=b\n"}) {
        PaxRecords records;
        EXPECT_FALSE(records.add("6 k=v\n" + bad)) << bad;
        ASSERT_NE(records.find("k"), nullptr) << bad;
        EXPECT_EQ(records.all().size(), 1U) << bad;
    }
}

TEST(PaxView, find_emptyOwnValue_takesTheGlobalOneAway)
{
    PaxRecords own, global;
    ASSERT_TRUE(global.add("9 uid=77\n"));
    EXPECT_EQ(*(PaxView{own, global}.find("uid")), "77");
    ASSERT_TRUE(own.add("7 uid=\n"));
    EXPECT_EQ((PaxView{own, global}.find("uid")), nullptr);
}

TEST(XattrOf, keysOfThreePrograms_areDecoded)
{
    bool bad = false;
    EXPECT_EQ(xattrOf("SCHILY.xattr.user.a%3Db%41", "\0x"s, bad), std::pair("user.a=b%41"s, "\0x"s));
    EXPECT_EQ(xattrOf("LIBARCHIVE.xattr.user.%61", "AGE/", bad), std::pair("user.a"s, "\0a\x3f"s));
    EXPECT_EQ(xattrOf("RHT.security.selinux", "u:r:t", bad), std::pair("security.selinux"s, "u:r:t\0"s));
    EXPECT_EQ(xattrOf("SCHILY.xattr.user.empty", "", bad), std::pair("user.empty"s, ""s));
    EXPECT_TRUE(xattrOf("mtime", "1", bad).first.empty());
    EXPECT_FALSE(bad);
    EXPECT_TRUE(xattrOf("SCHILY.xattr.", "v", bad).first.empty());
    EXPECT_TRUE(bad);
    bad = false;
    (void)xattrOf("LIBARCHIVE.xattr.user.x", "not*base64", bad);
    EXPECT_TRUE(bad);
}

}  // namespace sqd::tar::test
