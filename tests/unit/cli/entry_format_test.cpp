// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/entry_format.h"

#include <cstdlib>
#include <ctime>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sqd::cli {
namespace {

using format::InodeType;

read::Inode file()
{
    read::Inode inode;
    inode.mode = 0644;
    inode.uid = 1000;
    inode.gid = 100;
    inode.mtime = 1700000000;
    inode.number = 5;
    inode.sizeBytes = 123;
    return inode;
}

class LongLine : public testing::Test {
protected:
    void SetUp() override
    {
        ::setenv("TZ", "UTC", 1);
        ::tzset();
    }
};

TEST_F(LongLine, file_looksLikeLs)
{
    const std::string path = "/a";
    const read::Inode inode = file();
    EXPECT_EQ(longLine({path, &inode, {}, {}, {}}), "-rw-r--r--   1  1000   100         123 2023-11-14 22:13 /a");
}

TEST_F(LongLine, specialBitsDevicesAndLinks_areShown)
{
    const std::string path = "/x";
    read::Inode inode = file();
    inode.mode = 07755;
    EXPECT_THAT(longLine({path, &inode, {}, {}, {}}), testing::StartsWith("-rwsr-sr-t"));
    inode.mode = 07000;
    EXPECT_THAT(longLine({path, &inode, {}, {}, {}}), testing::StartsWith("---S--S--T"));
    inode.type = InodeType::CharDevice;
    inode.major = 259;
    inode.minor = 1048575;
    EXPECT_THAT(longLine({path, &inode, {}, {}, {}}), testing::HasSubstr("259, 1048575"));
    inode.type = InodeType::Symlink;
    inode.target = "a\nb\\";
    EXPECT_THAT(longLine({path, &inode, {}, {}, {}}), testing::EndsWith("/x -> a\\x0ab\\\\"));
}

TEST(ShownPath, differentNames_neverLookTheSame)
{
    EXPECT_EQ(shownPath("/a\nb"), "/a\\x0ab");
    EXPECT_EQ(shownPath("/a\\x0ab"), "/a\\\\x0ab");
    EXPECT_NE(shownPath("/\xff"), shownPath("/\\xff"));
}

TEST(EntryJson, damagedRecord_saysSoAndKeepsTheFields)
{
    const std::string path = "/bad";
    const Json json = entryJson({path, nullptr, {}, {}, "record out of place"});
    EXPECT_EQ(json["damaged"], "record out of place");
    for (const char* field : {"type", "mode", "uid", "gid", "mtime"})
        EXPECT_TRUE(json.contains(field)) << field;
}

TEST(EntryJson, attributes_haveExactTwinsWhereNeeded)
{
    const std::string path = "/a";
    const read::Inode inode = file();
    ListedEntry entry{path, &inode, 7, {}, {}};
    entry.xattrs.values = {{"user.text", "yes"}, {"user.raw", std::string("\x01\xff", 2)}};
    const Json json = entryJson(entry);
    EXPECT_EQ(json["stored"], 7);
    EXPECT_EQ(json["xattrs"]["user.text"], "yes");
    EXPECT_EQ(json["xattrs_base64"]["user.raw"], "Af8=");
    EXPECT_FALSE(json["xattrs_base64"].contains("user.text"));
}

TEST(EntryJson, device_isMajorColonMinor)
{
    const std::string path = "/dev/sda";
    read::Inode inode = file();
    inode.type = InodeType::BlockDevice;
    inode.major = 8;
    const Json json = entryJson({path, &inode, {}, {}, {}});
    EXPECT_EQ(json["device"], "8:0");
    EXPECT_EQ(json["type"], "block");
    EXPECT_EQ(json["mode"], "0644");
}

}  // namespace
}  // namespace sqd::cli
