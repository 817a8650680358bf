// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/fd_buffer.h"

#include <cerrno>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <ostream>
#include <unistd.h>

namespace sqd::cli {
namespace {

TEST(FdBuffer_write, fullDevice_streamGoesBadWithTheReason)
{
    const int fd = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    ASSERT_GE(fd, 0);
    FdBuffer buffer(fd, 16);
    std::ostream out(&buffer);
    out << "short";
    EXPECT_TRUE(out.good());
    out.flush();
    EXPECT_FALSE(out.good());
    EXPECT_EQ(buffer.failure(), ENOSPC);
    ::close(fd);
}

TEST(FdBuffer_write, anyCapacity_keepsTheOrder)
{
    for (const std::size_t capacity : {std::size_t{0}, std::size_t{1}, std::size_t{4}, std::size_t{4096}}) {
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        {
            FdBuffer buffer(ends[1], capacity);
            std::ostream out(&buffer);
            out << 'a' << "bcdefgh" << 'i' << "jk" << std::flush << "l";
        }
        ::close(ends[1]);
        char text[32] = {};
        EXPECT_EQ(::read(ends[0], text, sizeof text), 12);
        EXPECT_STREQ(text, "abcdefghijkl") << capacity;
        ::close(ends[0]);
    }
}

}  // namespace
}  // namespace sqd::cli
