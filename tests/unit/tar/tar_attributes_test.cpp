// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar_builder.h"
#include "tar_fixture.h"

#include <gmock/gmock.h>

namespace sqd::tar::test {

using format::InodeType;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_literals;

TEST(TarAttributes, times_areClampedAndNonsenseFallsBackToTheHeader)
{
    TarBuilder tar;
    tar.add({.name = "minus", .mtime = std::string(12, '\xff')}, "1");
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
             {"neg", "-2146608000.5"}, {"frac", "1600000000.999"}, {"big", "99999999999999"}, {"text", "soon"}, {"empty", ""}})
        tar.pax({{"mtime", value}}).add({.name = name, .mtime = "00000000012"}, "x");
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error);
    EXPECT_EQ(out.entries.at("minus").mtime, 0U);
    EXPECT_EQ(out.entries.at("neg").mtime, 0U);
    EXPECT_EQ(out.entries.at("frac").mtime, 1600000000U);
    EXPECT_EQ(out.entries.at("big").mtime, 0xFFFFFFFFU);
    EXPECT_EQ(out.entries.at("text").mtime, 10U);
    EXPECT_EQ(out.entries.at("empty").mtime, 10U);
    EXPECT_THAT(out.warned("text"), HasSubstr("mtime"));
    EXPECT_FALSE(out.skippedAny());
}

TEST(TarAttributes, globalRecords_countForAllThatFollowUntilAnEntrySaysOtherwise)
{
    TarBuilder tar;
    tar.file("a", "").pax({{"uid", "77"}, {"mtime", "13"}}, 'g').file("b", "").pax({{"uid", "88"}}).file("c", "").file("d", "");
    const Outcome out = readArchive(tar.finished());
    EXPECT_THAT(out.paths(), ElementsAre("a", "b", "c", "d"));
    EXPECT_EQ(out.entries.at("a").uid, 0U);
    EXPECT_EQ(out.entries.at("b").uid, 77U);
    EXPECT_EQ(out.entries.at("c").uid, 88U);
    EXPECT_EQ(out.entries.at("d").uid, 77U);
    EXPECT_EQ(out.entries.at("d").mtime, 13U);
}

TEST(TarAttributes, ownersBeyondThirtyTwoBits_areBadEntriesThatTellTheValue)
{
    TarBuilder tar;
    tar.pax({{"uid", "4294967295"}}).file("most", "");
    EXPECT_EQ(readArchive(tar.finished()).entries.at("most").uid, 0xFFFFFFFFU);
    tar.pax({{"uid", "4294967296"}}).file("big", "").add({.name = "neg", .uid = std::string(7, '\xff') + '\xfe'}, "");
    const Outcome out = readArchive(tar.finished());
    ASSERT_TRUE(out.error);
    ASSERT_EQ(out.error->also.size(), 1U);
    EXPECT_THAT(out.error->also.front(), HasSubstr("'big'"));
    EXPECT_THAT(out.error->also.front(), HasSubstr("4294967296"));
    EXPECT_THAT(out.error->line(), HasSubstr("-2"));
}

TEST(TarAttributes, useNames_takesKnownNamesOnly)
{
    TarBuilder tar;
    tar.add({.name = "known", .uid = "0000144", .gid = "0000144", .userName = "root", .groupName = "root"}, "");
    tar.add({.name = "unknown", .uid = "0000144", .userName = "no-such-user-here"}, "");
    EXPECT_EQ(readArchive(tar.finished()).entries.at("known").uid, 100U);
    TarOptions options;
    options.useNames = true;
    const Outcome out = readArchive(tar.finished(), options);
    EXPECT_EQ(out.entries.at("known").uid, 0U);
    EXPECT_EQ(out.entries.at("known").gid, 0U);
    EXPECT_EQ(out.entries.at("unknown").uid, 100U);
    EXPECT_THAT(out.warned("unknown"), HasSubstr("no-such-user-here"));
}

TEST(TarAttributes, xattrs_areKeptFilteredOrNamed)
{
    TarBuilder tar;
    tar.pax({{"SCHILY.xattr.user.b", "\0x"s}, {"SCHILY.xattr.user.a", ""}, {"SCHILY.xattr.system.nfs4_acl", "n"}, {"SCHILY.acl.access", "user::rwx"}}).file("f", "");
    Outcome out = readArchive(tar.finished());
    EXPECT_EQ(out.entries.at("f").xattrs, (source::Xattrs{{"user.a", ""}, {"user.b", "\0x"s}}));
    EXPECT_THAT(out.warned("f"), HasSubstr("system.nfs4_acl"));
    EXPECT_THAT(out.warned("f"), HasSubstr("access control list"));
    EXPECT_FALSE(out.skippedAny());
    source::DirectoryOptions common;
    common.xattrsExclude = {"^user\\.b$"};
    EXPECT_EQ(readArchive(tar.finished(), {}, common).entries.at("f").xattrs, (source::Xattrs{{"user.a", ""}}));
    common.xattrs = false;
    out = readArchive(tar.finished(), {}, common);
    EXPECT_TRUE(out.entries.at("f").xattrs.empty());
    EXPECT_TRUE(out.warnings.empty());
}

TEST(TarAttributes, overrides_countAsForFolders)
{
    source::DirectoryOptions common;
    common.uidMap = {{1, 1000}};
    common.gid = 7;
    common.chmod = "go-rwx";
    common.mtime = 99;
    TarBuilder tar;
    tar.add({.name = "f", .uid = "0000001", .gid = "0000001"}, "x").symlink("s", "f");
    const Outcome out = readArchive(tar.finished(), {}, common);
    const Listed& f = out.entries.at("f");
    EXPECT_EQ(f.uid, 1000U);
    EXPECT_EQ(f.gid, 7U);
    EXPECT_EQ(f.mode, 0600);
    EXPECT_EQ(f.mtime, 99U);
    EXPECT_EQ(out.entries.at("s").mode, 0777);
}

TEST(TarAttributes, devices_keepTheirNumbersOrAreRefused)
{
    TarBuilder tar;
    tar.add({.name = "c", .flag = '3', .major = "0000001", .minor = "0000403"}).add({.name = "p", .flag = '6'});
    const Outcome out = readArchive(tar.finished());
    EXPECT_EQ(out.entries.at("c").type, InodeType::CharDevice);
    EXPECT_EQ(out.entries.at("c").device, 0x100103U);  // minor 0x103, major 1
    EXPECT_EQ(out.entries.at("p").type, InodeType::Fifo);
    tar.add({.name = "wide", .flag = '4', .major = "0010000", .minor = "0000000"});
    EXPECT_TRUE(readArchive(tar.finished()).error);
}

TEST(TarAttributes, oddTypeFlags_areFilesFoldersOrLeftOutByName)
{
    TarBuilder tar;
    tar.add({.name = "label", .flag = 'V'}).add({.name = "v7", .flag = '\0', .magic = ""}, "v7").add({.name = "v7dir/", .flag = '\0', .magic = ""});
    tar.add({.name = "contig", .flag = '7'}, "c").add({.name = "dump", .flag = 'D'}, "Ya\0\0"s).add({.name = "acl", .flag = 'A'}, "acl");
    tar.add({.name = "future", .flag = 'q'}, "data").file("last", "last");
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error);
    EXPECT_THAT(out.paths(), ElementsAre("contig", "dump", "future", "last", "v7", "v7dir"));
    EXPECT_EQ(out.entries.at("dump").type, InodeType::Directory);
    EXPECT_EQ(out.entries.at("v7dir").type, InodeType::Directory);
    EXPECT_EQ(out.entries.at("last").data, "last");
    EXPECT_THAT(out.warned("acl"), HasSubstr("type flag A,"));
    EXPECT_THAT(out.warned("future"), HasSubstr("type flag q "));
    tar.add({.name = "part", .flag = 'M'}, "tail");
    const Outcome continued = readArchive(tar.finished());
    ASSERT_TRUE(continued.error);
    EXPECT_THAT(continued.error->line(), HasSubstr("continued"));
}

TEST(TarAttributes, whiteouts_areKeptOrApplied)
{
    TarBuilder tar;
    tar.folder("d").file("d/.wh..wh..opq", "").file("d/new", "n").file("gone/x", "x").file(".wh.gone", "").file(".wh.", "").file(".wh..wh.plnk", "");
    const Outcome kept = readArchive(tar.finished());
    EXPECT_EQ(kept.paths().size(), 8U);
    EXPECT_TRUE(kept.warnings.empty());
    TarOptions options;
    options.whiteouts = Whiteouts::Apply;
    const Outcome applied = readArchive(tar.finished(), options);
    ASSERT_FALSE(applied.error);
    EXPECT_THAT(applied.paths(), ElementsAre(".wh.", "d", "d/new", "gone"));
    EXPECT_EQ(applied.entries.at("gone").type, InodeType::CharDevice);
    EXPECT_EQ(applied.entries.at("gone").device, 0U);
    EXPECT_EQ(applied.entries.at("d").xattrs, (source::Xattrs{{"trusted.overlay.opaque", "y"}}));
    EXPECT_THAT(applied.warned(".wh."), HasSubstr("whiteout of nothing"));
}

}  // namespace sqd::tar::test
