// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tree_builder.h"
#include "unit/source/scan.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sqd::test;
using sqd::format::InodeType;
using sqd::source::DirectoryOptions;
using test::from;
using test::Scan;

// Makes `path` the working folder until the end of the scope.
class WorkingFolder {
public:
    explicit WorkingFolder(const std::string& path) : m_before(::open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) { EXPECT_EQ(::chdir(path.c_str()), 0); }
    ~WorkingFolder()
    {
        EXPECT_EQ(::fchdir(m_before), 0);
        ::close(m_before);
    }
    WorkingFolder(const WorkingFolder&) = delete;
    WorkingFolder& operator=(const WorkingFolder&) = delete;

private:
    int m_before;
};

static DirectoryOptions several(std::vector<std::string> sources)
{
    DirectoryOptions options;
    options.sources = std::move(sources);
    return options;
}

TEST(SourceRoots, OneFolder_itsContentsAreTheRoot)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("in/sub/f", "x")}), "");
    const WorkingFolder here(dir.path());
    for (const std::string name : {"in", "in/", "in//", "./in"}) {
        Scan scan(from(name));
        ASSERT_TRUE(scan.ok()) << name;
        EXPECT_EQ(scan.paths(), "/sub /sub/f");
        EXPECT_EQ(scan.source().sourcePath(*scan.at("/sub/f")), name.substr(0, name.find_last_not_of('/') + 1) + "/sub/f");
        EXPECT_EQ(scan.source().sourcePath(scan.tree().root), name.substr(0, name.find_last_not_of('/') + 1));
    }
}

TEST(SourceRoots, DotAndDotDot_work)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("in/f", "x"), folder("in/sub")}), "");
    const WorkingFolder here(dir / "in/sub");
    {
        Scan scan(from(".."));
        EXPECT_EQ(scan.paths(), "/f /sub");
        EXPECT_EQ(scan.source().sourcePath(*scan.at("/f")), "../f");
    }
    DirectoryOptions kept = from(".");
    kept.keepAsDirectory = true;
    EXPECT_EQ(Scan(kept).paths(), "/sub");
    kept = from("../");
    kept.keepAsDirectory = true;
    Scan scan(kept);
    EXPECT_EQ(scan.paths(), "/in /in/f /in/sub");
    EXPECT_EQ(scan.source().sourcePath(*scan.at("/in/f")), "../f");
    kept = from("/");
    kept.keepAsDirectory = true;
    Scan nameless(kept);
    ASSERT_FALSE(nameless.ok());
    EXPECT_EQ(nameless.error().code, sqd::Errc::InvalidArgument);
}

TEST(SourceRoots, Several_eachUnderItsOwnNameSorted)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("z/in", "1").withTime(100), file("a", "22"), unixSocket("sock"), symbolicLink("l", "z")}), "");
    Scan scan(several({dir / "z/", dir / "a", dir / "sock", dir / "l"}));
    ASSERT_TRUE(scan.ok()) << scan.error().line();
    EXPECT_EQ(scan.paths(), "/a /l /sock /z /z/in");
    EXPECT_EQ(scan.at("/sock")->type, InodeType::Socket);
    EXPECT_EQ(scan.at("/l")->type, InodeType::Symlink);
    EXPECT_EQ(scan.source().sourcePath(*scan.at("/z/in")), dir / "z/in");
    EXPECT_EQ(scan.source().sourcePath(*scan.at("/a")), dir / "a");
    EXPECT_EQ(*test::contents(scan.source(), *scan.at("/a")), "22");
    EXPECT_EQ(*test::contents(scan.source(), *scan.at("/z/in")), "1");
    EXPECT_EQ(scan.tree().root.mode, 0755);
    EXPECT_EQ(scan.tree().root.uid, 0U);
    struct stat st {};
    ASSERT_EQ(::stat((dir / "a").c_str(), &st), 0);
    EXPECT_GE(scan.tree().root.mtime, static_cast<std::uint32_t>(st.st_mtim.tv_sec));
}

TEST(SourceRoots, LinkToAFolder_aloneStandsForIt)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("real/f", "x"), symbolicLink("link", "real"), symbolicLink("tofile", "real/f"), symbolicLink("dangling", "none")}), "");
    EXPECT_EQ(Scan(from(dir / "link")).paths(), "/f");
    DirectoryOptions kept = from(dir / "link");
    kept.keepAsDirectory = true;
    Scan keptScan(kept);
    EXPECT_EQ(keptScan.paths(), "/link /link/f");
    EXPECT_EQ(*test::contents(keptScan.source(), *keptScan.at("/link/f")), "x");
    Scan slash(several({dir / "link/", dir / "real"}));
    EXPECT_EQ(slash.paths(), "/link /link/f /real /real/f");
    Scan file(from(dir / "tofile"));
    EXPECT_EQ(file.at("/tofile")->type, InodeType::Symlink);
    Scan dangling(from(dir / "dangling"));
    EXPECT_EQ(dangling.at("/dangling")->type, InodeType::Symlink);
    DirectoryOptions follow = from(dir / "tofile");
    follow.followLinks = true;
    Scan followed(follow);
    EXPECT_EQ(*test::contents(followed.source(), *followed.at("/tofile")), "x");
}

TEST(SourceRoots, Missing_allAreNamed)
{
    const TemporaryFolder dir;
    Scan scan(several({dir / "nosuch", dir.path(), dir / "neither"}));
    ASSERT_FALSE(scan.ok());
    EXPECT_EQ(scan.error().code, sqd::Errc::InputUnreadable);
    EXPECT_EQ(scan.error().where, dir / "nosuch");
    ASSERT_EQ(scan.error().also.size(), 1U);
    EXPECT_NE(scan.error().also[0].find("neither"), std::string::npos);
    EXPECT_FALSE(Scan(several({})).ok());
    EXPECT_FALSE(Scan(from("")).ok());
}

TEST(SourceRoots, FileWithSlash_isNoFolder)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("f")}), "");
    Scan scan(from(dir / "f/"));
    ASSERT_FALSE(scan.ok());
    EXPECT_EQ(scan.error().osErrno, ENOTDIR);
}

TEST(SourceRoots, TwoOfOneName_areRefused)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("a/x"), file("b/x")}), "");
    Scan scan(several({dir / "a/x", dir / "b/x"}));
    ASSERT_FALSE(scan.ok());
    EXPECT_EQ(scan.error().code, sqd::Errc::InvalidArgument);
    EXPECT_NE(scan.error().line().find("same name"), std::string::npos);
}

TEST(SourceRoots, ExcludesOfSeveral_matchPathsInsideTheImage)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("a/x/f"), file("b/x/f")}), "");
    DirectoryOptions options = several({dir / "a", dir / "b"});
    options.excludeGlobs = {"/a/x"};
    EXPECT_EQ(Scan(options).paths(), "/a /b /b/x /b/x/f");
}
