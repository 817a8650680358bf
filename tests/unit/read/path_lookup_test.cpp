// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "read/path_lookup.h"

namespace sqd::read {

namespace {

class PathLookup : public ::testing::Test {
protected:
    PathLookup()
    {
        auto& d = m_builder.directory();
        auto& e = m_builder.directory();
        e.add("f", m_builder.file("f"));
        d.add("abs", m_builder.symlink("/d/e/f"));
        d.add("e", e);
        d.add("folder", m_builder.symlink("./e/../e/"));
        d.add("out", m_builder.symlink("../../../../d/e/f"));
        auto& root = m_builder.root();
        root.add("d", d);
        root.add("dead", m_builder.symlink("nowhere"));
        root.add("loop", m_builder.symlink("loop"));
        root.add("p", m_builder.symlink("q"));
        root.add("q", m_builder.symlink("p"));
        m_image = openOrFail(m_builder.build());
    }

    std::string find(const std::string& path, bool follow = true)
    {
        const auto found = lookupPath(*m_image, path, follow);
        return found ? found->path : "error: " + found.error().what;
    }

    test::ImageBuilder m_builder;
    std::shared_ptr<const Image> m_image;
};

constexpr const char* kMissing = "error: no such file or directory in the image";

}  // namespace

TEST_F(PathLookup, plainPaths_areFoundWithOrWithoutSlash)
{
    EXPECT_EQ(find("/"), "/");
    EXPECT_EQ(find(""), "/");
    EXPECT_EQ(find("/d/e/f"), "/d/e/f");
    EXPECT_EQ(find("d//e/./f"), "/d/e/f");
    EXPECT_EQ(find("/d/e/"), "/d/e");
    EXPECT_EQ(find("/d/e/../../d"), "/d");
    EXPECT_EQ(find("../../d"), "/d");
}

TEST_F(PathLookup, missing_isInputUnreadable)
{
    for (const char* path : {"/x", "/d/x", "/d/e/f0", "/d/e/e", "/c", "/zz"})
        EXPECT_EQ(find(path), kMissing) << path;
    EXPECT_EQ(lookupPath(*m_image, "/x").error().code, Errc::InputUnreadable);
    EXPECT_EQ(find("/dead"), kMissing);
}

TEST_F(PathLookup, fileUsedAsFolder_isMissing)
{
    EXPECT_NE(find("/d/e/f/g").find("/d/e/f is not a directory"), std::string::npos);
    EXPECT_NE(find("/d/e/f/..").find("/d/e/f is not a directory"), std::string::npos);
}

TEST_F(PathLookup, links_areFollowedInsideTheImageOnly)
{
    EXPECT_EQ(find("/d/abs"), "/d/e/f");
    EXPECT_EQ(find("/d/out"), "/d/e/f");
    EXPECT_EQ(find("/d/folder/f"), "/d/e/f");
    EXPECT_EQ(find("/d/folder"), "/d/e");
}

TEST_F(PathLookup, lastLink_isKeptWhenNotFollowed)
{
    EXPECT_EQ(find("/d/abs", false), "/d/abs");
    EXPECT_EQ(find("/loop", false), "/loop");
    EXPECT_EQ(find("/d/folder/f", false), "/d/e/f");
}

TEST_F(PathLookup, linkLoops_endWithAnError)
{
    EXPECT_EQ(find("/loop"), "error: more than 40 symbolic links on the way");
    EXPECT_EQ(find("/p"), "error: more than 40 symbolic links on the way");
    EXPECT_EQ(find("/loop/x"), "error: more than 40 symbolic links on the way");
}

TEST(PathLookupDamage, brokenListing_isCorruptForMissingNamesOnly)
{
    test::ImageBuilder b;
    b.root().add("a", b.file("a"));
    b.root().add("b", b.file("b"));
    b.root().editHeader = [](format::DirectoryHeader& h) { h.count = 3; };
    const auto image = openOrFail(b.build());
    EXPECT_TRUE(lookupPath(*image, "/a"));
    const auto missing = lookupPath(*image, "/c");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, Errc::Corrupt);
}

}  // namespace sqd::read
