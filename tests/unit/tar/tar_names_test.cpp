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

TEST(TarNames, dotSlashEntries_describeTheRootAndLoseTheirDots)
{
    TarBuilder tar;
    tar.add({.name = "./", .flag = '5', .mode = "0000750", .uid = "0000013", .mtime = "0000000011"}).file("./a", "a").file("d//./b", "b");
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error);
    EXPECT_THAT(out.paths(), ElementsAre("a", "d", "d/b"));
    const Listed& root = out.entries.at("");
    EXPECT_EQ(root.mode, 0750);
    EXPECT_EQ(root.uid, 11U);
    EXPECT_EQ(root.mtime, 9U);
    EXPECT_TRUE(out.warnings.empty());
}

TEST(TarNames, impliedFolders_getTheDefaultsUntilAnEntryDescribesThem)
{
    TarOptions options;
    options.folderMode = 0711;
    options.folderUid = 5;
    options.folderTime = 1234;
    TarBuilder tar;
    tar.file("p/q/f", "x").add({.name = "p", .flag = '5', .mode = "0000700"});
    const Outcome out = readArchive(tar.finished(), options);
    EXPECT_EQ(out.entries.at("p").mode, 0700);
    EXPECT_EQ(out.entries.at("p").uid, 0U);
    EXPECT_EQ(out.entries.at("p/q").mode, 0711);
    EXPECT_EQ(out.entries.at("p/q").uid, 5U);
    EXPECT_EQ(out.entries.at("p/q").mtime, 1234U);
    EXPECT_EQ(out.entries.at("").mode, 0711);
    EXPECT_TRUE(out.warnings.empty());
}

TEST(TarNames, leadingSlashes_areTakenOffWithOneNote)
{
    TarBuilder tar;
    tar.file("/etc/abs", "1").file("//two", "2");
    const Outcome out = readArchive(tar.finished());
    EXPECT_THAT(out.paths(), ElementsAre("etc", "etc/abs", "two"));
    ASSERT_EQ(out.warnings.size(), 1U);
    EXPECT_FALSE(out.skippedAny());
}

TEST(TarNames, namesThatClimb_areLeftOutByNameWithTheirData)
{
    TarBuilder tar;
    tar.file("../up", std::string(700, 'u')).file("a/../../b", "x").file("..", "y").file("..ok", "kept").file("last", "end");
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error);
    EXPECT_THAT(out.paths(), ElementsAre("..ok", "last"));
    EXPECT_EQ(out.entries.at("last").data, "end");
    for (const char* name : {"../up", "a/../../b", ".."})
        EXPECT_THAT(out.warned(name), HasSubstr("left out")) << name;
    EXPECT_TRUE(out.skippedAny());
}

TEST(TarNames, longNames_comeFromPrefixGnuRecordAndPax)
{
    const std::string longName = "g/" + std::string(150, 'x');
    TarBuilder tar;
    tar.add({.name = "tail", .prefix = std::string(100, 'p') + "/q"}, "1");
    tar.add({.name = "././@LongLink", .flag = 'L', .magic = "ustar  "}, longName + '\0').file("cut", "2");
    tar.pax({{"path", "pax\xff/name"}}).file("other", "3");
    tar.add({.name = "f", .magic = "ustar  ", .prefix = "no prefix in GNU headers"}, "4");
    const Outcome out = readArchive(tar.finished());
    EXPECT_EQ(out.entries.at(std::string(100, 'p') + "/q/tail").data, "1");
    EXPECT_EQ(out.entries.at(longName).data, "2");
    EXPECT_EQ(out.entries.at("pax\xff/name").data, "3");
    EXPECT_EQ(out.entries.at("f").data, "4");
}

TEST(TarNames, duplicates_lastWinsWithOneWarning)
{
    TarBuilder tar;
    tar.folder("d").file("d/a", "old").file("d/a", "newer").add({.name = "d/", .flag = '5', .mode = "0000700"});
    tar.file("f", "file").folder("f").file("f/in", "in").folder("e").file("e", "now a file");
    tar.symlink("l", "d").folder("l").file("l/x", "x");
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error);
    EXPECT_EQ(out.entries.at("d").mode, 0700);
    EXPECT_EQ(out.entries.at("d/a").data, "newer");
    EXPECT_EQ(out.entries.at("f/in").data, "in");
    EXPECT_EQ(out.entries.at("e").data, "now a file");
    EXPECT_EQ(out.entries.at("l").type, InodeType::Directory);
    EXPECT_EQ(out.entries.at("l/x").data, "x");
    EXPECT_FALSE(out.entries.contains("d/x"));
    EXPECT_EQ(out.warnings.size(), 1U);
    EXPECT_FALSE(out.skippedAny());
}

TEST(TarNames, duplicatesThatAreToBeNamed_tellBothNumbers)
{
    TarOptions options;
    options.nameReplaced = true;
    TarBuilder tar;
    tar.file("a", "1").file("b", "2").file("a", "3");
    const Outcome out = readArchive(tar.finished(), options);
    EXPECT_THAT(out.warned("a"), HasSubstr("entry 1 is replaced by entry 3"));
    EXPECT_TRUE(out.skippedAny());
}

TEST(TarNames, fileInPlaceOfAFullFolder_isRefused)
{
    TarBuilder tar;
    tar.file("d/in", "x").file("d", "file");
    const Outcome out = readArchive(tar.finished());
    ASSERT_TRUE(out.error);
    EXPECT_THAT(out.error->line(), HasSubstr("'d' (entry 2)"));
}

TEST(TarNames, entryBelowALink_followsItInsideTheArchive)
{
    TarBuilder tar;
    tar.folder("usr/lib").symlink("lib", "/usr/lib").file("lib/x", "x").symlink("loop", "loop").file("end", "e");
    const Outcome out = readArchive(tar.finished());
    EXPECT_EQ(out.entries.at("usr/lib/x").data, "x");
    EXPECT_EQ(out.entries.at("lib").type, InodeType::Symlink);
    tar.file("loop/y", "y");
    ASSERT_TRUE(readArchive(tar.finished()).error);
}

TEST(TarNames, emptyNameAndFileNamedLikeAFolder_areBadEntries)
{
    TarBuilder tar;
    tar.file("first", "1").file("", "no name").file("./", "data").file("last", "2");
    Outcome out = readArchive(tar.finished());
    ASSERT_TRUE(out.error);
    EXPECT_EQ(out.error->code, Errc::InputUnreadable);
    EXPECT_EQ(out.error->also.size(), 1U);
    EXPECT_THAT(out.error->also.front(), HasSubstr("entry 2"));
    TarOptions options;
    options.skipBadEntries = true;
    out = readArchive(tar.finished(), options);
    ASSERT_FALSE(out.error);
    EXPECT_THAT(out.paths(), ElementsAre("first", "last"));
    EXPECT_EQ(out.entries.at("last").data, "2");
    EXPECT_EQ(out.warnings.size(), 2U);
}

TEST(TarNames, excludes_leaveOutByPatternAndCount)
{
    source::DirectoryOptions common;
    common.excludeGlobs = {"*.o", "/tmp"};
    TarBuilder tar;
    tar.file("a.o", "1").file("d/b.o", "2").file("d/c", "3").file("tmp/x", "4");
    const Outcome out = readArchive(tar.finished(), {}, common);
    EXPECT_THAT(out.paths(), ElementsAre("d", "d/c"));
}

}  // namespace sqd::tar::test
