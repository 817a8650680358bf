// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/entry_reader.h"
#include "support/tree_builder.h"
#include "unit/source/scan.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

using namespace sqd::test;
using sqd::source::DirectoryOptions;
using test::from;
using test::Scan;

TEST(EncodeDevice, Borders_fitOrNot)
{
    using sqd::source::encodeDevice;
    EXPECT_EQ(encodeDevice(0, 0), 0U);
    EXPECT_EQ(encodeDevice(1, 3), 0x103U);
    EXPECT_EQ(encodeDevice(0, 0x100), 0x100000U);
    EXPECT_EQ(encodeDevice(4095, 1048575), 0xFFFFFFFFU);
    EXPECT_EQ(encodeDevice(4096, 0), std::nullopt);
    EXPECT_EQ(encodeDevice(0, 1048576), std::nullopt);
}

TEST(DirectoryAttributes, ModeOwnerTime_asTheSourceSays)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("f", "x").withTime(1234567890, 5), folder("d").withMode(01777)}), "");
    ASSERT_EQ(::chmod((dir / "f").c_str(), 04751), 0);
    ASSERT_EQ(::chmod(dir.path().c_str(), 0711), 0);
    Scan scan(from(dir.path()));
    ASSERT_TRUE(scan.ok());
    EXPECT_EQ(scan.at("/f")->mode, 04751);
    EXPECT_EQ(scan.at("/d")->mode, 01777);
    EXPECT_EQ(scan.at("/")->mode, 0711);
    EXPECT_EQ(scan.at("/f")->mtime, 1234567890U);
    EXPECT_EQ(scan.at("/f")->sourceMtime, 1234567890);
    EXPECT_EQ(scan.at("/f")->sourceNanoseconds, 5U);
    EXPECT_EQ(scan.at("/f")->uid, ::geteuid());
    EXPECT_EQ(scan.warnings(), "");
}

TEST(DirectoryAttributes, TimesOutsideOf32Bits_areClampedWithOneNote)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("b-old").withTime(-5), file("c-older").withTime(-86400), file("max").withTime(4294967295), file("min").withTime(0)}), "");
    Scan scan(from(dir.path()));
    ASSERT_TRUE(scan.ok());
    struct stat st {};
    ASSERT_EQ(::stat((dir / "b-old").c_str(), &st), 0);
    if (st.st_mtim.tv_sec != -5)
        GTEST_SKIP() << "this file system has no times before 1970";
    EXPECT_EQ(scan.at("/b-old")->mtime, 0U);
    EXPECT_EQ(scan.at("/b-old")->sourceMtime, -5);
    EXPECT_EQ(scan.at("/max")->mtime, 4294967295U);
    EXPECT_EQ(scan.at("/min")->mtime, 0U);
    const auto warnings = scan.source().warnings();
    ASSERT_EQ(warnings.size(), 1U) << scan.warnings();
    EXPECT_EQ(warnings[0].path, dir / "b-old");
    EXPECT_FALSE(warnings[0].skipped);
    EXPECT_NE(warnings[0].what.find("1 other entry"), std::string::npos) << warnings[0].what;
}

TEST(DirectoryAttributes, MtimeAndLimit_replaceWithoutNotes)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("new").withTime(2000000000), file("old").withTime(1000000000), file("far").withTime(5000000000)}), "");
    DirectoryOptions options = from(dir.path());
    options.mtimeLimit = 1500000000;
    {
        Scan scan(options);
        EXPECT_EQ(scan.at("/new")->mtime, 1500000000U);
        EXPECT_EQ(scan.at("/old")->mtime, 1000000000U);
        EXPECT_EQ(scan.at("/far")->mtime, 1500000000U);
        EXPECT_EQ(scan.warnings(), "");
    }
    options.mtime = 7;
    Scan scan(options);
    EXPECT_EQ(scan.at("/new")->mtime, 7U);
    EXPECT_EQ(scan.at("/")->mtime, 7U);
    EXPECT_EQ(scan.warnings(), "");
}

TEST(DirectoryAttributes, Chmod_appliesToAllButLinks)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("f").withMode(0640), file("x").withMode(0750), folder("d").withMode(0700), symbolicLink("l", "f")}), "");
    DirectoryOptions options = from(dir.path());
    options.chmod = "a=rX";
    Scan scan(options);
    EXPECT_EQ(scan.at("/f")->mode, 0444);
    EXPECT_EQ(scan.at("/x")->mode, 0555);
    EXPECT_EQ(scan.at("/d")->mode, 0555);
    EXPECT_EQ(scan.at("/")->mode, 0555);
    EXPECT_EQ(scan.at("/l")->mode, 0777);
}

TEST(DirectoryAttributes, Owners_overrideWinsOverMap)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("f")}), "");
    DirectoryOptions options = from(dir.path());
    options.uidMap = {{::geteuid(), 4242}};
    options.gidMap = {{::getegid() + 1, 1}};
    {
        Scan scan(options);
        EXPECT_EQ(scan.at("/f")->uid, 4242U);
        EXPECT_EQ(scan.at("/")->uid, 4242U);
        EXPECT_EQ(scan.at("/f")->gid, ::getegid());
    }
    options.uid = 4294967294U;
    options.gid = 0;
    Scan scan(options);
    EXPECT_EQ(scan.at("/f")->uid, 4294967294U);
    EXPECT_EQ(scan.at("/f")->gid, 0U);
}
