// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tree_builder.h"
#include "unit/source/scan.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

using namespace sqd::test;
using sqd::format::InodeType;
using test::from;
using test::Scan;

static constexpr uid_t kNobody = 65534;

// In the child process: prints what differs and counts it.
static int differs(const std::string& got, const std::string& want)
{
    if (got == want)
        return 0;
    (void)std::fprintf(stderr, "got:\n%s\nwanted:\n%s\n", got.c_str(), want.c_str());
    return 1;
}

class Unreadable : public testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_EQ(buildTree(m_dir.path(), {file("in/a_ok", "a\n"), file("in/secret", "s").withMode(0600), folder("in/locked").withMode(0700), file("in/locked/f", "x"),
                                           file("in/open/z_ok", "z\n"), file("in/nosearch/g", "g"), symbolicLink("in/link", "secret"), fifo("in/pipe"), file("in/grouped", "g").withMode(0640)}),
                  "");
        ASSERT_EQ(::chmod((m_dir / "in/nosearch").c_str(), 0744), 0);
        ASSERT_EQ(::chmod((m_dir / "in/pipe").c_str(), 0600), 0);
    }
    // Runs `body` as a user who owns nothing here.
    void asNobody(const std::function<int()>& body, gid_t group = kNobody)
    {
        if (::geteuid() != 0)
            GTEST_SKIP() << "needs root to become another user";
        const int result = runAs(kNobody, group, body);
        if (result < 0)
            GTEST_SKIP() << "cannot become the user nobody here";
        EXPECT_EQ(result, 0);
    }
    TemporaryFolder m_dir;
};

TEST_F(Unreadable, Default_allAreNamedOnceAndTheScanFails)
{
    asNobody([this] {
        Scan scan(from(m_dir / "in"));
        if (!scan.ok())
            return 100;
        const auto result = scan.source().scanResult();
        if (result || result.error().code != sqd::Errc::InputUnreadable)
            return 101;
        std::string lines = result.error().line() + "\n";
        for (const std::string& line : result.error().also)
            lines += line + "\n";
        const std::string in = m_dir / "in/";
        return differs(lines, in + "grouped: cannot be read (Permission denied); --skip-unreadable leaves such entries out\n" + in +
                                  "locked: cannot be read (Permission denied)\n" + in + "nosearch: cannot be searched (Permission denied)\n" + in +
                                  "secret: cannot be read (Permission denied)\n");
    });
}

TEST_F(Unreadable, Skipped_foldersStayEmptyFilesGo)
{
    asNobody([this] {
        auto options = from(m_dir / "in");
        options.skipUnreadable = true;
        Scan scan(options);
        if (!scan.ok() || !scan.source().scanResult())
            return 100;
        const std::string in = m_dir / "in/";
        return differs(scan.paths(), "/a_ok /link /locked /nosearch /open /open/z_ok /pipe") +
               differs(scan.warnings(), in + "grouped: cannot be read (Permission denied) [skipped]\n" + in + "locked: cannot be read (Permission denied) [skipped] [folder]\n" +
                                            in + "nosearch: cannot be searched (Permission denied) [skipped] [folder]\n" + in +
                                            "secret: cannot be read (Permission denied) [skipped]\n") +
               (scan.at("/locked")->type == InodeType::Directory && scan.at("/locked")->folder->count == 0 ? 0 : 1);
    });
}

TEST_F(Unreadable, GroupMembers_readByTheGroupBits)
{
    ASSERT_EQ(::chown((m_dir / "in/grouped").c_str(), static_cast<uid_t>(-1), ::geteuid() == 0 ? 12345 : static_cast<gid_t>(-1)), 0);
    asNobody(
        [this] {
            auto options = from(m_dir / "in");
            options.skipUnreadable = true;
            Scan scan(options);
            return scan.ok() && scan.at("/grouped") != nullptr && scan.at("/secret") == nullptr ? 0 : 1;
        },
        12345);
}

TEST_F(Unreadable, SourceItself_isAnErrorInAnyCase)
{
    asNobody([this] {
        for (const char* name : {"in/locked", "in/nosearch"}) {
            auto options = from(m_dir / name);
            options.skipUnreadable = true;
            const Scan scan(options);
            if (scan.ok() || scan.error().osErrno != EACCES || scan.error().where != m_dir / name)
                return 1;
        }
        return 0;
    });
}

TEST_F(Unreadable, Root_readsAllTheSame)
{
    if (::geteuid() != 0)
        GTEST_SKIP() << "needs root";
    Scan scan(from(m_dir / "in"));
    ASSERT_TRUE(scan.ok());
    EXPECT_TRUE(scan.source().scanResult().has_value());
    EXPECT_EQ(scan.entries().size(), 12U);
    EXPECT_EQ(*test::contents(scan.source(), *scan.at("/locked/f")), "x");
}

TEST_F(Unreadable, VanishedAndReplacedEntries_areNamed)
{
    auto source = *sqd::source::makeDirectorySource(from(m_dir / "in"));
    sqd::source::Tree tree;
    ASSERT_TRUE(source->open(tree).has_value());
    sqd::source::Folder& root = *tree.root.folder;
    const std::uint32_t count = *source->beginListing(root);
    ASSERT_EQ(::unlink((m_dir / "in/a_ok").c_str()), 0);
    ASSERT_TRUE(source->fillEntries(root, 0, count).has_value());
    ASSERT_TRUE(source->endListing(root).has_value());
    ASSERT_EQ(root.count, count - 1);
    ASSERT_EQ(::rename((m_dir / "in/open").c_str(), (m_dir / "in/elsewhere").c_str()), 0);
    ASSERT_EQ(::symlink("elsewhere", (m_dir / "in/open").c_str()), 0);  // must not be followed
    removeTree(m_dir / "in/nosearch");
    for (std::uint32_t i = 0; i < root.count; ++i) {
        sqd::source::Folder* folder = root.entries[i].folder.get();
        if (folder == nullptr || root.entries[i].nameView() == "locked")
            continue;
        EXPECT_EQ(*source->beginListing(*folder), 0U) << root.entries[i].nameView();
        EXPECT_TRUE(source->endListing(*folder).has_value());
    }
    std::string text;
    for (const auto& w : source->warnings())
        text += w.path.substr(m_dir.path().size() + 4) + ": " + w.what + (w.skipped ? " [skipped]\n" : "\n");
    EXPECT_EQ(text, "a_ok: disappeared while it was scanned [skipped]\n"
                    "nosearch: disappeared while it was scanned [skipped]\n"
                    "open: cannot be read (Not a directory) [skipped]\n");
    EXPECT_FALSE(source->scanResult().has_value());
}
