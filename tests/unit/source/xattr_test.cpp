// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tree_builder.h"
#include "unit/source/scan.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace sqd::test;
using sqd::source::DirectoryOptions;
using sqd::source::Entry;
using sqd::source::Xattrs;
using test::from;
using test::Scan;

static std::string names(const Entry* entry)
{
    std::string text;
    if (entry != nullptr && entry->xattrs)
        for (const auto& [name, value] : *entry->xattrs)
            text += (text.empty() ? "" : " ") + name;
    return text;
}

class XattrTest : public testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_EQ(buildTree(m_dir.path(), {file("probe")}), "");
        if (::setxattr((m_dir / "probe").c_str(), "user.probe", "", 0, 0) != 0)
            GTEST_SKIP() << "no attributes on this file system";
        ASSERT_EQ(::removexattr((m_dir / "probe").c_str(), "user.probe"), 0);
    }
    TemporaryFolder m_dir;
};

TEST_F(XattrTest, Values_areBytesSortedByName)
{
    const std::string nul("\0a\0", 3);
    ASSERT_EQ(buildTree(m_dir.path(), {file("f").withXattr("user.z", "last").withXattr("user.nul", nul).withXattr("user.empty", ""), folder("d").withXattr("user.on", "folder"), file("plain")}), "");
    Scan scan(from(m_dir.path()));
    ASSERT_TRUE(scan.ok());
    const Xattrs want = {{"user.empty", ""}, {"user.nul", nul}, {"user.z", "last"}};
    ASSERT_NE(scan.at("/f")->xattrs, nullptr);
    EXPECT_EQ(*scan.at("/f")->xattrs, want);
    EXPECT_EQ(names(scan.at("/d")), "user.on");
    EXPECT_EQ(scan.at("/plain")->xattrs, nullptr);
    DirectoryOptions off = from(m_dir.path());
    off.xattrs = false;
    EXPECT_EQ(Scan(off).at("/f")->xattrs, nullptr);
    EXPECT_EQ(scan.warnings(), "");
}

TEST_F(XattrTest, RootFolder_keepsItsOwn)
{
    ASSERT_EQ(::setxattr(m_dir.path().c_str(), "user.root", "r", 1, 0), 0);
    Scan scan(from(m_dir.path()));
    EXPECT_EQ(names(scan.at("/")), "user.root");
}

TEST(Xattr, LargestValue_isWhole)
{
    const TemporaryFolder dir(TemporaryFolder::Where::Memory);  // disks hold less in one value
    std::string big(65536, 'x');
    big.back() = '\0';
    ASSERT_EQ(buildTree(dir.path(), {file("f")}), "");
    while (::setxattr((dir / "f").c_str(), "user.big", big.data(), big.size(), 0) != 0) {
        big.resize(big.size() / 2);
        if (big.size() < 500)
            GTEST_SKIP() << "no attributes on this file system";
    }
    Scan scan(from(dir.path()));
    ASSERT_EQ(names(scan.at("/f")), "user.big");
    EXPECT_EQ(scan.at("/f")->xattrs->front().second, big);
}

TEST_F(XattrTest, AllNamespaces_asRoot)
{
    if (::geteuid() != 0)
        GTEST_SKIP() << "needs root";
    const std::string capability("\x01\0\0\x02\0\x20\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
    ASSERT_EQ(buildTree(m_dir.path(), {file("f").withXattr("user.u", "1").withXattr("trusted.t", "2").withXattr("security.capability", capability), symbolicLink("l", "f").withXattr("trusted.onlink", "L")}), "");
    Scan scan(from(m_dir.path()));
    EXPECT_EQ(names(scan.at("/f")), "security.capability trusted.t user.u");
    EXPECT_EQ(scan.at("/f")->xattrs->front().second, capability);
    EXPECT_EQ(names(scan.at("/l")), "trusted.onlink");
    DirectoryOptions follow = from(m_dir.path());
    follow.followLinks = true;
    EXPECT_EQ(names(Scan(follow).at("/l")), "security.capability trusted.t user.u");
}

TEST_F(XattrTest, IncludeAndExclude_areRegexesOnFullNames)
{
    ASSERT_EQ(buildTree(m_dir.path(), {file("f").withXattr("user.one", "1").withXattr("user.two", "2").withXattr("user.other", "3")}), "");
    DirectoryOptions options = from(m_dir.path());
    options.xattrsInclude = {"^user\\.o", "two$"};
    EXPECT_EQ(names(Scan(options).at("/f")), "user.one user.other user.two");
    options.xattrsExclude = {"other"};
    EXPECT_EQ(names(Scan(options).at("/f")), "user.one user.two");
    options.xattrsInclude = {"^user\\.o"};
    EXPECT_EQ(names(Scan(options).at("/f")), "user.one");
}

TEST_F(XattrTest, Acls_areNotedOncePerKind)
{
    const std::string acl("\x02\0\0\0\x01\0\x06\0\xff\xff\xff\xff\x02\0\x06\0\x01\0\0\0\x04\0\x04\0\xff\xff\xff\xff\x10\0\x06\0\xff\xff\xff\xff\x20\0\x04\0\xff\xff\xff\xff", 44);
    ASSERT_EQ(buildTree(m_dir.path(), {file("z"), file("a"), folder("dir")}), "");
    if (::setxattr((m_dir / "z").c_str(), "system.posix_acl_access", acl.data(), acl.size(), 0) != 0)
        GTEST_SKIP() << "no ACLs on this file system";
    ASSERT_EQ(::setxattr((m_dir / "a").c_str(), "system.posix_acl_access", acl.data(), acl.size(), 0), 0);
    ASSERT_EQ(::setxattr((m_dir / "dir").c_str(), "system.posix_acl_default", acl.data(), acl.size(), 0), 0);
    Scan scan(from(m_dir.path()));
    EXPECT_EQ(scan.warnings(), m_dir / "a" + ": its attribute system.posix_acl_access is left out, SquashFS cannot hold it; the same for 1 other entry\n" +
                                   (m_dir / "dir") + ": its attribute system.posix_acl_default is left out, SquashFS cannot hold it [folder]\n");
    EXPECT_EQ(scan.at("/a")->xattrs, nullptr);
    EXPECT_TRUE(scan.source().scanResult().has_value());
    DirectoryOptions quiet = from(m_dir.path());
    quiet.xattrsExclude = {"^system\\."};
    EXPECT_EQ(Scan(quiet).warnings(), "");
}

TEST_F(XattrTest, BelowPathMax_areStillRead)
{
    int fd = ::open(m_dir.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::string name(255, 'd');
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(::mkdirat(fd, name.c_str(), 0755), 0);
        const int next = ::openat(fd, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        ::close(fd);
        fd = next;
    }
    const int file = ::openat(fd, "deep", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    ASSERT_EQ(::fsetxattr(file, "user.deep", "value", 5, 0), 0);
    ::close(file);
    ::close(fd);
    Scan scan(from(m_dir.path()));
    const Entry* deepest = nullptr;
    for (const auto& [path, entry] : scan.entries())
        if (entry->nameView() == "deep")
            deepest = entry;
    EXPECT_EQ(names(deepest), "user.deep");
}
