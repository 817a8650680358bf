// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "io/atomic_output.h"

#include "support/tree_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <dirent.h>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using sqd::Errc;
using sqd::io::AtomicOutput;
using namespace sqd::test;

static std::span<const std::byte> bytes(const std::string& text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

static std::string contents(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The names in a folder, sorted, joined by blanks.
static std::string listing(const std::string& path)
{
    std::vector<std::string> names;
    DIR* folder = ::opendir(path.c_str());
    while (const dirent* e = ::readdir(folder))
        if (std::string(e->d_name) != "." && std::string(e->d_name) != "..")
            names.emplace_back(e->d_name);
    ::closedir(folder);
    std::ranges::sort(names);
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : " ") + name;
    return text;
}

static mode_t modeOf(const std::string& path)
{
    struct stat st {};
    return ::stat(path.c_str(), &st) == 0 ? st.st_mode & 07777 : 0;
}

TEST(AtomicOutput, Commit_givesTheNameAndOnlyThat)
{
    const TemporaryFolder dir;
    auto out = AtomicOutput::create(dir / "image", false);
    ASSERT_TRUE(out.has_value()) << out.error().line();
    ASSERT_TRUE((*out)->write(3, bytes("def")).has_value());
    ASSERT_TRUE((*out)->write(0, bytes("abc")).has_value());
    ASSERT_TRUE((*out)->resize(8).has_value());
    EXPECT_EQ(::access((dir / "image").c_str(), F_OK), -1);  // not before it is complete
    std::array<std::byte, 6> back{};
    ASSERT_TRUE((*out)->readBack().readExact(0, back).has_value());
    EXPECT_EQ(static_cast<char>(back[5]), 'f');
    EXPECT_EQ((*out)->name(), dir / "image");
    struct stat st {};
    ASSERT_TRUE((*out)->commit().has_value());
    ASSERT_EQ(::stat((dir / "image").c_str(), &st), 0);
    EXPECT_EQ((*out)->identity(), (std::pair<std::uint64_t, std::uint64_t>(st.st_dev, st.st_ino)));
    out->reset();
    EXPECT_EQ(listing(dir.path()), "image");
    EXPECT_EQ(contents(dir / "image"), std::string("abcdef\0\0", 8));
}

TEST(AtomicOutput, NoCommit_leavesNothing)
{
    const TemporaryFolder dir;
    {
        auto out = AtomicOutput::create(dir / "image", false);
        ASSERT_TRUE(out.has_value());
        ASSERT_TRUE((*out)->write(0, bytes("half")).has_value());
        EXPECT_NE(listing(dir.path()), "");
    }
    EXPECT_EQ(listing(dir.path()), "");
}

TEST(AtomicOutput, ExistingTarget_isRefusedOrReplacedAtTheEnd)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("image", "old")}), "");
    const auto refused = AtomicOutput::create(dir / "image", false);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, Errc::TargetExists);
    EXPECT_NE(refused.error().hint.find("--force"), std::string::npos);
    {
        auto abandoned = AtomicOutput::create(dir / "image", true);
        ASSERT_TRUE(abandoned.has_value());
        ASSERT_TRUE((*abandoned)->write(0, bytes("new")).has_value());
    }
    EXPECT_EQ(contents(dir / "image"), "old");
    auto out = AtomicOutput::create(dir / "image", true);
    ASSERT_TRUE((*out)->write(0, bytes("new")).has_value());
    EXPECT_EQ(contents(dir / "image"), "old");
    ASSERT_TRUE((*out)->commit().has_value());
    EXPECT_EQ(contents(dir / "image"), "new");
    EXPECT_EQ(listing(dir.path()), "image");
}

TEST(AtomicOutput, Replace_keepsTheModeWhateverTheUmask)
{
    const TemporaryFolder dir;
    const mode_t before = ::umask(027);
    for (const mode_t mode : {0666, 0600, 0444}) {
        ASSERT_EQ(buildTree(dir.path(), {file("image", "old").withMode(mode)}), "");
        auto out = AtomicOutput::create(dir / "image", true);
        ASSERT_TRUE(out.has_value());
        ASSERT_TRUE((*out)->commit().has_value());
        EXPECT_EQ(modeOf(dir / "image"), mode);
        removeTree(dir / "image");
    }
    auto fresh = AtomicOutput::create(dir / "fresh", false);
    ASSERT_TRUE((*fresh)->commit().has_value());
    EXPECT_EQ(modeOf(dir / "fresh"), 0640U);
    ::umask(before);
}

TEST(AtomicOutput, EntryThatAppearsMeanwhile_isKept)
{
    const TemporaryFolder dir;
    for (const Item& rival : {file("image", "theirs"), symbolicLink("image", "nowhere"), folder("image")}) {
        {
            auto out = AtomicOutput::create(dir / "image", false);
            ASSERT_TRUE(out.has_value());
            ASSERT_EQ(buildTree(dir.path(), {rival}), "");
            const auto result = (*out)->commit();
            ASSERT_FALSE(result.has_value());
            EXPECT_EQ(result.error().code, Errc::TargetExists);
        }
        EXPECT_EQ(listing(dir.path()), "image");
        if (rival.kind == Item::Kind::File) {
            EXPECT_EQ(contents(dir / "image"), "theirs");
        }
        removeTree(dir / "image");
    }
}

TEST(AtomicOutput, LinkToAFile_staysALink)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("real/image", "old"), symbolicLink("link", "real/image"), symbolicLink("dangling", "none")}), "");
    auto out = AtomicOutput::create(dir / "link", true);
    ASSERT_TRUE(out.has_value());
    ASSERT_TRUE((*out)->write(0, bytes("new")).has_value());
    ASSERT_TRUE((*out)->commit().has_value());
    out->reset();
    struct stat st {};
    ASSERT_EQ(::lstat((dir / "link").c_str(), &st), 0);
    EXPECT_TRUE(S_ISLNK(st.st_mode));
    EXPECT_EQ(contents(dir / "real/image"), "new");
    EXPECT_EQ(listing(dir / "real"), "image");
    const auto refused = AtomicOutput::create(dir / "dangling", false);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, Errc::TargetExists);
}

TEST(AtomicOutput, WhatIsNoRegularFile_isRefused)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {folder("d"), fifo("p")}), "");
    for (const std::string& path : {dir / "d", dir / "p", std::string("/dev/null"), std::string("/dev/full"), dir / "none/image", dir / "d/", dir / ".", std::string()}) {
        const auto out = AtomicOutput::create(path, true);
        ASSERT_FALSE(out.has_value()) << path;
        EXPECT_EQ(out.error().code, Errc::OutputUnwritable) << path;
    }
    EXPECT_EQ(AtomicOutput::create("/dev/full", true).error().osErrno, ENOSPC);
    EXPECT_EQ(AtomicOutput::create(dir / "none/image", true).error().osErrno, ENOENT);
    EXPECT_EQ(listing(dir.path()), "d p");
}

TEST(AtomicOutput, LongestName_fits)
{
    const TemporaryFolder dir;
    const std::string name(255, 'n');
    auto out = AtomicOutput::create(dir / name, false);
    ASSERT_TRUE(out.has_value()) << out.error().line();
    ASSERT_TRUE((*out)->commit().has_value());
    EXPECT_EQ(listing(dir.path()), name);
}

TEST(AtomicOutput, TwoAtOnce_doNotMeet)
{
    const TemporaryFolder dir;
    auto a = AtomicOutput::create(dir / "a", false);
    auto b = AtomicOutput::create(dir / "b", false);
    ASSERT_TRUE(a.has_value() && b.has_value());
    ASSERT_TRUE((*a)->write(0, bytes("A")).has_value());
    ASSERT_TRUE((*b)->write(0, bytes("B")).has_value());
    ASSERT_TRUE((*b)->commit().has_value());
    ASSERT_TRUE((*a)->commit().has_value());
    EXPECT_EQ(contents(dir / "a"), "A");
    EXPECT_EQ(contents(dir / "b"), "B");
}

// A disk that is full, played by a limit on the size of files.
TEST(AtomicOutput, NoRoom_saysSoAndLeavesNothing)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("image", "old")}), "");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit tight{8192, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    auto out = AtomicOutput::create(dir / "image", true);
    const bool created = out.has_value();
    const std::string data(20000, 'x');
    const auto fits = created ? (*out)->write(0, bytes(data.substr(0, 8192))) : sqd::Result<void>();
    const auto partly = created ? (*out)->write(4096, bytes(data)) : sqd::Result<void>();
    const auto resized = created ? (*out)->resize(1 << 20) : sqd::Result<void>();
    out = sqd::internalError("done");
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    (void)std::signal(SIGXFSZ, handler);
    ASSERT_TRUE(created);
    EXPECT_TRUE(fits.has_value());
    ASSERT_FALSE(partly.has_value());
    EXPECT_EQ(partly.error().code, Errc::OutputUnwritable);
    EXPECT_EQ(partly.error().osErrno, EFBIG);
    EXPECT_FALSE(resized.has_value());
    EXPECT_EQ(contents(dir / "image"), "old");
    EXPECT_EQ(listing(dir.path()), "image");
}

TEST(AtomicOutput, FolderWithoutWriteAccess_isNamed)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {folder("closed").withMode(0755)}), "");
    if (::geteuid() != 0)
        GTEST_SKIP() << "needs root to become another user";
    const int result = runAs(65534, 65534, [&dir] {
        const auto out = AtomicOutput::create(dir / "closed/image", false);
        return !out.has_value() && out.error().osErrno == EACCES && out.error().where == dir / "closed/image" ? 0 : 1;
    });
    EXPECT_EQ(result, 0);
}
