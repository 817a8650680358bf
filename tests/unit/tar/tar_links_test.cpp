// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar_builder.h"
#include "tar_fixture.h"

#include <gmock/gmock.h>

namespace sqd::tar::test {

using format::InodeType;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(TarLinks, anyOrder_sharesOneInode)
{
    TarBuilder tar;
    tar.link("fwd", "mid").link("mid", "./later").file("c", "chain").link("c2", "/c").symlink("s", "c").link("s2", "s").file("later", "later");
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error);
    const Listed& later = out.entries.at("later");
    EXPECT_TRUE(later.otherNames);
    EXPECT_EQ(out.entries.at("fwd").inode, later.inode);
    EXPECT_EQ(out.entries.at("mid").inode, later.inode);
    EXPECT_EQ(out.entries.at("fwd").data, "later");
    EXPECT_EQ(out.entries.at("c2").inode, out.entries.at("c").inode);
    EXPECT_EQ(out.entries.at("s2").type, InodeType::Symlink);
    EXPECT_EQ(out.entries.at("s2").inode, out.entries.at("s").inode);
    EXPECT_TRUE(out.warnings.empty());
}

TEST(TarLinks, targetReplacedLater_keepsTheOldContents)
{
    TarBuilder tar;
    tar.file("b", "old").link("l", "b").file("b", "new");
    const Outcome out = readArchive(tar.finished());
    EXPECT_EQ(out.entries.at("l").data, "old");
    EXPECT_EQ(out.entries.at("b").data, "new");
    EXPECT_FALSE(out.entries.at("l").otherNames);
}

TEST(TarLinks, throughASymbolicLink_findsTheFile)
{
    TarBuilder tar;
    tar.folder("d").file("d/f", "f").symlink("dl", "d").link("th", "dl/f");
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error);
    EXPECT_EQ(out.entries.at("th").inode, out.entries.at("d/f").inode);
}

TEST(TarLinks, toNothingToItselfInALoopToAFolder_areBadEntries)
{
    const auto build = [](const std::vector<std::pair<std::string, std::string>>& links) {
        TarBuilder tar;
        tar.file("ok", "ok").folder("dir");
        for (const auto& [name, target] : links)
            tar.link(name, target);
        return tar.file("end", "end").finished();
    };
    using Links = std::vector<std::pair<std::string, std::string>>;
    for (const Links& links : {Links{{"gone", "not/here"}}, Links{{"self", "self"}}, Links{{"x", "y"}, {"y", "x"}}, Links{{"tod", "dir"}}}) {
        const Outcome failed = readArchive(build(links));
        ASSERT_TRUE(failed.error) << links.front().first;
        std::string all = failed.error->line();
        for (const std::string& line : failed.error->also)
            all += line;
        TarOptions options;
        options.skipBadEntries = true;
        const Outcome skipped = readArchive(build(links), options);
        ASSERT_FALSE(skipped.error);
        EXPECT_THAT(skipped.paths(), ElementsAre("dir", "end", "ok"));
        EXPECT_EQ(skipped.entries.at("end").data, "end");
        for (const auto& [name, target] : links) {
            EXPECT_THAT(all, HasSubstr("'" + name + "'"));
            EXPECT_THAT(all, HasSubstr("'" + target + "'"));
            EXPECT_THAT(skipped.warned(name), HasSubstr("'" + target + "'"));
        }
    }
}

TEST(TarLinks, toWhatWasLeftOut_areLeftOutAsWell)
{
    TarBuilder tar;
    tar.file("../up", "u").link("hl", "../up").add({.name = "vendor", .flag = 'Z'}, "z").link("vl", "vendor").file("ok", "ok");
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error);
    EXPECT_THAT(out.paths(), ElementsAre("ok"));
    EXPECT_THAT(out.warned("hl"), HasSubstr("'../up'"));
    EXPECT_THAT(out.warned("vl"), HasSubstr("'vendor'"));
    EXPECT_THAT(out.warned("vendor"), HasSubstr("type flag Z,"));
}

TEST(TarLinks, sizeInALinkHeader_countsOnlyWhereDataFollows)
{
    TarBuilder tar;
    tar.file("orig", "original");
    tar.add({.name = "old", .flag = '1', .link = "orig", .size = "00000000010"});        // no data: the next header follows
    tar.pax({{"size", "8"}}).add({.name = "pax", .flag = '1', .link = "orig", .size = "00000000010"}, "original");
    tar.file("end", "end");
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error);
    EXPECT_TRUE(out.entries.at("orig").otherNames);
    EXPECT_EQ(out.entries.at("end").data, "end");
}

TEST(TarLinks, targetsOfHundredBytes_haveNoEndMarkInTheField)
{
    const std::string name = "d/" + std::string(98, 'x');
    TarBuilder tar;
    tar.file(name, "100").link("h", name).symlink("s", name);
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error);
    EXPECT_EQ(out.entries.at("s").target, name);
    EXPECT_EQ(out.entries.at("h").data, "100");
}

}  // namespace sqd::tar::test
