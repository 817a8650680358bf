// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/cpu_count.h"

#include <gtest/gtest.h>

#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sqd::concurrency;

// Runs `check` in a child process, so that limits end with it.
template<typename Check>
static bool inChild(Check check)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(check() ? 0 : 1);
    int status = 1;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(CpuCount, Affinity_limitsIt)
{
    cpu_set_t all;
    CPU_ZERO(&all);
    ASSERT_EQ(::sched_getaffinity(0, sizeof all, &all), 0);
    EXPECT_GE(usableProcessors(), 1);
    EXPECT_LE(usableProcessors(), CPU_COUNT(&all));
    EXPECT_TRUE(inChild([&all] {
        cpu_set_t one;
        CPU_ZERO(&one);
        for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
            if (CPU_ISSET(cpu, &all)) {
                CPU_SET(cpu, &one);
                break;
            }
        }
        return ::sched_setaffinity(0, sizeof one, &one) == 0 && usableProcessors() == 1;
    }));
}

TEST(UsableMemory, AddressSpaceLimit_limitsIt)
{
    EXPECT_GT(usableMemory(), 16U << 20);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers need their address space";
#endif
    EXPECT_TRUE(inChild([] {
        const std::uint64_t bound = 2'000'000'000;
        const rlimit limit{bound, bound};
        return ::setrlimit(RLIMIT_AS, &limit) == 0 && usableMemory() <= bound && usableMemory() > 0;
    }));
}
