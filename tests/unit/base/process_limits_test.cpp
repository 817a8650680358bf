// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/process_limits.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

TEST(ProcessLimits, DescriptorsLeft_areThoseThatCanBeOpened)
{
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit few{64, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    const int left = sqd::descriptorsLeft();
    std::vector<int> open;
    for (int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC); fd >= 0; fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC))
        open.push_back(fd);
    const int none = sqd::descriptorsLeft();
    for (const int fd : open)
        ::close(fd);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_EQ(left, static_cast<int>(open.size()));
    EXPECT_LT(left, 64);
    EXPECT_EQ(none, 0);
    EXPECT_GT(sqd::descriptorsLeft(), left - 1);
}
