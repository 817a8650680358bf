// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tree_builder.h"
#include "unit/source/scan.h"

#include <gtest/gtest.h>

#include <set>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

using namespace sqd::test;
using sqd::format::InodeType;
using sqd::source::DirectoryOptions;
using sqd::source::Entry;
using test::from;
using test::Scan;

TEST(DirectorySource, EveryKindOfEntry_isFound)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("f", "hello"), folder("d"), file("d/in", "x"), symbolicLink("l", "d/in"), fifo("p"), unixSocket("s"), file("empty")}), "");
    Scan scan(from(dir.path()));
    ASSERT_TRUE(scan.ok()) << scan.error().line();
    EXPECT_EQ(scan.paths(), "/d /d/in /empty /f /l /p /s");
    EXPECT_EQ(scan.at("/f")->type, InodeType::File);
    EXPECT_EQ(scan.at("/f")->size, 5U);
    EXPECT_EQ(scan.at("/d")->type, InodeType::Directory);
    EXPECT_EQ(scan.at("/d")->size, 0U);
    EXPECT_EQ(scan.at("/l")->type, InodeType::Symlink);
    EXPECT_EQ(scan.at("/l")->targetView(), "d/in");
    EXPECT_EQ(scan.at("/p")->type, InodeType::Fifo);
    EXPECT_EQ(scan.at("/s")->type, InodeType::Socket);
    EXPECT_EQ(scan.warnings(), "");
    EXPECT_TRUE(scan.source().scanResult().has_value());
    EXPECT_EQ(*test::contents(scan.source(), *scan.at("/f")), "hello");
}

TEST(DirectorySource, Devices_keepTheirNumbers)
{
    if (::geteuid() != 0)
        GTEST_SKIP() << "devices need root";
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {charDevice("nvme", 259, 1048575), blockDevice("sda", 8, 0), charDevice("top", 4095, 1048575), charDevice("white", 0, 0)}), "");
    Scan scan(from(dir.path()));
    ASSERT_TRUE(scan.ok()) << scan.error().line();
    EXPECT_EQ(scan.at("/nvme")->type, InodeType::CharDevice);
    EXPECT_EQ(scan.at("/nvme")->device, 0xFFF00000U | 259U << 8 | 0xFFU);
    EXPECT_EQ(scan.at("/sda")->type, InodeType::BlockDevice);
    EXPECT_EQ(scan.at("/sda")->device, 0x800U);
    EXPECT_EQ(scan.at("/top")->device, 0xFFFFFFFFU);
    EXPECT_EQ(scan.at("/white")->device, 0U);
}

TEST(DirectorySource, OddNames_areBytesInByteOrder)
{
    const TemporaryFolder dir;
    const std::vector<std::string> names = {"new\nline", "tab\t", "back\\slash", "\"", "-rf", " lead", "trail ", "*", "?", "[x]", "\x1b[31m", "\x7f", "\xff\xfe",
                                            "\xc3\xa9", "e\xcc\x81", "...", "..x", ".hidden", "\x01", "a", "A", "aa", "a-b", "a.b", std::string(255, 'n')};
    std::vector<Item> items;
    for (const std::string& name : names)
        items.push_back(file(name, name));
    ASSERT_EQ(buildTree(dir.path(), items), "");
    Scan scan(from(dir.path()), 3);
    ASSERT_TRUE(scan.ok()) << scan.error().line();
    const sqd::source::Folder& root = *scan.tree().root.folder;
    ASSERT_EQ(root.count, names.size());
    std::set<std::string> sorted(names.begin(), names.end());  // std::string compares as unsigned bytes
    std::uint32_t i = 0;
    for (const std::string& name : sorted) {
        EXPECT_EQ(root.entries[i].nameView(), name);
        EXPECT_EQ(*test::contents(scan.source(), root.entries[i]), name);
        EXPECT_EQ(scan.source().sourcePath(root.entries[i]), dir.path() + "/" + name);
        ++i;
    }
}

TEST(DirectorySource, NamesThatShareEightBytes_areStillSorted)
{
    const TemporaryFolder dir;
    std::vector<Item> items;
    for (const char* name : {"prefix00b", "prefix00", "prefix00a", "prefix00\xff", "prefix0", "prefix00aa", "prefix00\x01"})
        items.push_back(file(name));
    ASSERT_EQ(buildTree(dir.path(), items), "");
    Scan scan(from(dir.path()));
    ASSERT_TRUE(scan.ok());
    std::string order;
    for (std::uint32_t i = 0; i < scan.tree().root.folder->count; ++i)
        order += std::string(scan.tree().root.folder->entries[i].nameView()) + "|";
    EXPECT_EQ(order, "prefix0|prefix00|prefix00\x01|prefix00a|prefix00aa|prefix00b|prefix00\xff|");
}

TEST(DirectorySource, HardLinks_keepIdentityAndCount)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("in/h1", "x"), hardLink("in/sub/h2", "in/h1"), file("outside", "y"), hardLink("in/half", "outside"), fifo("in/p1"), hardLink("in/p2", "in/p1")}), "");
    Scan scan(from(dir / "in"));
    ASSERT_TRUE(scan.ok());
    const Entry& one = *scan.at("/h1");
    const Entry& two = *scan.at("/sub/h2");
    EXPECT_EQ(one.sourceInode, two.sourceInode);
    EXPECT_EQ(one.sourceDevice, two.sourceDevice);
    EXPECT_TRUE(one.hasOtherNames);
    EXPECT_TRUE(scan.at("/half")->hasOtherNames);
    EXPECT_NE(scan.at("/half")->sourceInode, one.sourceInode);
    EXPECT_EQ(scan.at("/p1")->sourceInode, scan.at("/p2")->sourceInode);
}

TEST(DirectorySource, LongestLinkTarget_isWhole)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {symbolicLink("long", std::string(4095, 'x')), symbolicLink("newline", "tar\nget")}), "");
    Scan scan(from(dir.path()));
    ASSERT_TRUE(scan.ok());
    EXPECT_EQ(scan.at("/long")->targetView(), std::string(4095, 'x'));
    EXPECT_EQ(scan.at("/newline")->targetView(), "tar\nget");
}

TEST(DirectorySource, Excludes_byGlobAndRegexWithAllBelow)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("a.o"), file("a.c"), file("sub/b.o"), file("sub/top"), file("top"), file("cache/x"), file("sub/cache"), file("re/gex/deep"), file("keep/gex")}), "");
    DirectoryOptions options = from(dir.path());
    options.excludeGlobs = {"*.o", "/top", "cache/"};
    options.excludeRegexes = {"^re/"};
    Scan scan(options);
    ASSERT_TRUE(scan.ok());
    EXPECT_EQ(scan.paths(), "/a.c /keep /keep/gex /re /sub /sub/cache /sub/top");
    EXPECT_EQ(scan.source().excludedCount(), 5U);  // two objects, top, the folder cache, re/gex
    EXPECT_EQ(scan.warnings(), "");
}

TEST(DirectorySource, BadPatternsAndModes_areRefusedAtOnce)
{
    const TemporaryFolder dir;
    for (int i = 0; i < 5; ++i) {
        DirectoryOptions options = from(dir.path());
        if (i == 0)
            options.excludeGlobs = {"[x"};
        else if (i == 1)
            options.excludeRegexes = {"("};
        else if (i == 2)
            options.chmod = "u+q";
        else if (i == 3)
            options.xattrsInclude = {"("};
        else
            options.xattrsExclude = {"("};
        Scan scan(options);
        ASSERT_FALSE(scan.ok()) << i;
        EXPECT_EQ(scan.error().code, sqd::Errc::InvalidArgument);
    }
}

TEST(DirectorySource, MaxDepth_keepsDeeperFoldersEmpty)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("a/b/c/d"), file("f")}), "");
    DirectoryOptions options = from(dir.path());
    options.maxDepth = 1;
    EXPECT_EQ(Scan(options).paths(), "/a /f");
    options.maxDepth = 2;
    EXPECT_EQ(Scan(options).paths(), "/a /a/b /f");
    options.maxDepth = 0;
    EXPECT_EQ(Scan(options).paths(), "");
}

TEST(DirectorySource, FollowLinks_takesTargetsAndKeepsLoopsAsLinks)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("in/d/f", "in d"), symbolicLink("in/a", "b"), symbolicLink("in/b", "a"), symbolicLink("in/dot", "."), symbolicLink("in/d/up", ".."), symbolicLink("in/again", "../in"),
                                     symbolicLink("in/dirlink", "d"), symbolicLink("in/through", "dirlink/f"), symbolicLink("in/nowhere", "nothing"), symbolicLink("in/notdir", "d/f/x")}), "");
    DirectoryOptions options = from(dir / "in");
    options.followLinks = true;
    Scan scan(options);
    ASSERT_TRUE(scan.ok());
    EXPECT_EQ(scan.paths(), "/a /again /b /d /d/f /d/up /dirlink /dirlink/f /dirlink/up /dot /notdir /nowhere /through");
    EXPECT_EQ(scan.at("/dirlink")->type, InodeType::Directory);
    EXPECT_EQ(scan.at("/through")->type, InodeType::File);
    EXPECT_EQ(*test::contents(scan.source(), *scan.at("/through")), "in d");
    EXPECT_EQ(*test::contents(scan.source(), *scan.at("/dirlink/f")), "in d");
    for (const char* link : {"/a", "/again", "/b", "/d/up", "/dirlink/up", "/dot", "/nowhere", "/notdir"})
        EXPECT_EQ(scan.at(link)->type, InodeType::Symlink) << link;
    EXPECT_EQ(scan.source().warnings().size(), 8U) << scan.warnings();
    EXPECT_NE(scan.warnings().find("/in/a: is a link that leads to itself, it is kept as a link\n"), std::string::npos) << scan.warnings();
    EXPECT_TRUE(scan.source().scanResult().has_value());
}

TEST(DirectorySource, IgnoredFile_isLeftOutWithoutAWord)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("data"), file("image.sqfs"), file("old.sqfs")}), "");
    struct stat image {};
    struct stat old {};
    ASSERT_EQ(::stat((dir / "image.sqfs").c_str(), &image), 0);
    ASSERT_EQ(::stat((dir / "old.sqfs").c_str(), &old), 0);
    DirectoryOptions options = from(dir.path());
    options.ignoredFiles = {{image.st_dev, image.st_ino}, {old.st_dev, old.st_ino}};
    Scan scan(options);
    EXPECT_EQ(scan.paths(), "/data");
    EXPECT_EQ(scan.warnings(), "");
    EXPECT_EQ(scan.source().excludedCount(), 0U);
}

TEST(DirectorySource, OneFileSystem_keepsMountPointsEmpty)
{
    struct stat root {};
    struct stat proc {};
    if (::stat("/", &root) != 0 || ::stat("/proc/self", &proc) != 0 || root.st_dev == proc.st_dev)
        GTEST_SKIP() << "no second file system to look at";
    DirectoryOptions options = from("/");
    options.oneFileSystem = true;
    options.maxDepth = 2;
    options.skipUnreadable = true;
    options.xattrs = false;
    Scan scan(options);
    ASSERT_TRUE(scan.ok());
    ASSERT_NE(scan.at("/proc"), nullptr);
    EXPECT_EQ(scan.at("/proc")->folder->count, 0U);
    EXPECT_EQ(scan.source().sourcePath(*scan.at("/proc")), "/proc");
}
