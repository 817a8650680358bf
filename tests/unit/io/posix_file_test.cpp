// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "io/posix_file.h"

#include "support/tree_builder.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

using namespace sqd::io;
using namespace sqd::test;

static bool isOpen(int fd)
{
    return ::fcntl(fd, F_GETFD) >= 0;
}

TEST(UniqueFd, Ownership_movesAndCloses)
{
    const int raw = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    {
        UniqueFd a(raw);
        UniqueFd b(std::move(a));
        EXPECT_FALSE(static_cast<bool>(a));  // NOLINT(bugprone-use-after-move): that is the point
        EXPECT_EQ(b.get(), raw);
        b = std::move(b);
        EXPECT_TRUE(isOpen(raw));
        UniqueFd c(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        const int other = c.get();
        c = std::move(b);
        EXPECT_FALSE(isOpen(other));
        EXPECT_TRUE(isOpen(raw));
    }
    EXPECT_FALSE(isOpen(raw));
    UniqueFd released(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const int kept = released.release();
    EXPECT_FALSE(static_cast<bool>(released));
    EXPECT_TRUE(isOpen(kept));
    ::close(kept);
}

TEST(PosixFile, Read_anywhere)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {file("f", "0123456789")}), "");
    const auto opened = PosixFile::open(dir / "f");
    ASSERT_TRUE(opened.has_value());
    const PosixFile& f = **opened;
    std::array<std::byte, 4> out{};
    EXPECT_EQ(f.sizeBytes(), 10U);
    EXPECT_EQ(*f.read(3, out), 4U);
    EXPECT_EQ(static_cast<char>(out[0]), '3');
    EXPECT_EQ(*f.read(8, out), 2U);
    EXPECT_EQ(*f.read(10, out), 0U);
    const auto past = f.readExact(8, out);
    ASSERT_FALSE(past.has_value());
    EXPECT_EQ(past.error().code, sqd::Errc::Corrupt);
    EXPECT_EQ(f.name(), dir / "f");
}

TEST(PosixFile, WhatIsNoImage_isRefusedWithoutHanging)
{
    const TemporaryFolder dir;
    ASSERT_EQ(buildTree(dir.path(), {fifo("p"), folder("d"), unixSocket("s")}), "");
    for (const std::string& path : {dir / "p", dir / "d", dir / "s", dir / "none", std::string("/dev/null"), std::string()}) {
        const auto opened = PosixFile::open(path);
        ASSERT_FALSE(opened.has_value()) << path;
        EXPECT_EQ(opened.error().code, sqd::Errc::InputUnreadable);
        EXPECT_EQ(opened.error().where, path);
    }
    EXPECT_EQ(PosixFile::open(dir / "none").error().osErrno, ENOENT);
}

TEST(PwriteFully, FullDevice_failsWithItsReason)
{
    const UniqueFd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
    const std::array<std::byte, 3> data{};
    ASSERT_TRUE(static_cast<bool>(full));
    EXPECT_FALSE(pwriteFully(full.get(), 0, data));
    EXPECT_EQ(errno, ENOSPC);
    EXPECT_TRUE(pwriteFully(full.get(), 0, {}));
}

TEST(PreadFully, BadDescriptor_isMinusOne)
{
    std::array<std::byte, 3> data{};
    EXPECT_EQ(preadFully(-1, 0, data), -1);
    EXPECT_EQ(errno, EBADF);
}
