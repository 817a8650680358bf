// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/worker_group.h"

#include "support/tree_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <set>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

using sqd::concurrency::WorkerGroup;

class WorkerGroupTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Workers, WorkerGroupTest, testing::Values(0, 1, 2, 8));

TEST_P(WorkerGroupTest, Start_runsEachIndexOnce)
{
    WorkerGroup group(GetParam());
    std::vector<int> runs(static_cast<std::size_t>(std::max(1, GetParam())), 0);  // plain ints: the gate publishes them
    for (int round = 1; round <= 20; ++round) {
        group.start([&runs](int index) { ++runs[static_cast<std::size_t>(index)]; });
        group.join();
        for (const int n : runs)
            ASSERT_EQ(n, round);
    }
    EXPECT_EQ(group.workers(), GetParam());
}

TEST_P(WorkerGroupTest, ParallelFor_coversEachIndexOnce)
{
    WorkerGroup group(GetParam());
    for (const std::size_t count : {0U, 1U, 2U, 7U, 64U, 1001U}) {
        for (const std::size_t grain : {0U, 1U, 3U, 1000U}) {
            std::vector<std::atomic<int>> hits(count);
            group.parallelFor(count, grain, [&](int worker, std::size_t index) {
                EXPECT_GE(worker, 0);
                EXPECT_LT(worker, std::max(1, GetParam()));
                hits[index].fetch_add(1, std::memory_order_relaxed);
            });
            for (std::size_t i = 0; i < count; ++i)
                ASSERT_EQ(hits[i].load(), 1) << count << "/" << grain << "/" << i;
        }
    }
}

TEST_P(WorkerGroupTest, ParallelFor_throwingBody_throwsInTheCaller)
{
    WorkerGroup group(GetParam());
    EXPECT_THROW(group.parallelFor(1000, 1, [](int, std::size_t index) {
        if (index >= 100)
            throw std::bad_alloc();
    }), std::bad_alloc);
    std::atomic<int> hits{0};
    group.parallelFor(10, 1, [&](int, std::size_t) { ++hits; });
    EXPECT_EQ(hits.load(), 10) << "the group works on";
}

TEST_P(WorkerGroupTest, JoinWithoutStart_returns)
{
    WorkerGroup group(GetParam());
    group.join();
    group.join();
}

TEST(WorkerGroup, NoWorkers_runInTheCaller)
{
    WorkerGroup group(0);
    std::thread::id where;
    group.start([&](int) { where = std::this_thread::get_id(); });
    EXPECT_EQ(where, std::this_thread::get_id());
}

TEST(WorkerGroup, Loops_runAtTheSameTime)
{
    WorkerGroup group(4);
    std::mutex mutex;
    std::condition_variable changed;
    int here = 0;
    group.start([&](int) {  // ends only when all four have come
        std::unique_lock lock(mutex);
        ++here;
        changed.notify_all();
        changed.wait(lock, [&] { return here == 4; });
    });
    group.join();
    EXPECT_EQ(here, 4);
}

TEST(WorkerGroup, Destructor_waits)
{
    std::atomic<int> done{0};
    {
        WorkerGroup group(3);
        group.start([&](int) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            ++done;
        });
    }
    EXPECT_EQ(done.load(), 3);
}

// The thread sanitizer follows no threads that begin in a forked process.
#if defined(__SANITIZE_THREAD__)
static constexpr bool kThreadsAfterFork = false;
#else
static constexpr bool kThreadsAfterFork = true;
#endif

// A user's limit on threads (ulimit -u): what gets no thread is done by the caller, and nothing waits for ever.
TEST(WorkerGroup, FewThreadsAllowed_everyIndexStillRuns)
{
    if (::geteuid() != 0 || !kThreadsAfterFork)
        GTEST_SKIP() << "needs root to become a user without other processes, and threads after fork";
    for (const rlim_t limit : {rlim_t{1}, rlim_t{3}}) {
        const int result = sqd::test::runAs(54321, 54321, [limit] {
            const rlimit few{limit, limit};
            if (::setrlimit(RLIMIT_NPROC, &few) != 0)
                return 2;
            ::alarm(20);
            WorkerGroup group(8);
            for (int round = 0; round < 3; ++round) {
                std::vector<int> runs(8, 0);
                group.start([&](int index) { ++runs[static_cast<std::size_t>(index)]; });
                group.join();
                if (runs != std::vector<int>(8, 1))
                    return 3;
            }
            return 0;
        });
        EXPECT_EQ(result, 0) << "limit " << limit;  // -1: it hung
    }
}

// Under `ulimit -n` a thread costs a descriptor; the files that workers open must still find some.
TEST(WorkerGroup, FewDescriptorsAllowed_workersLeaveSomeForFiles)
{
    if (!kThreadsAfterFork)
        GTEST_SKIP() << "needs threads after fork";
    const int result = sqd::test::runAs(::geteuid(), ::getegid(), [] {
        const rlimit few{24, 24};
        if (::setrlimit(RLIMIT_NOFILE, &few) != 0)
            return 2;
        ::alarm(20);
        WorkerGroup group(64);
        std::atomic<int> runs{0};
        std::atomic<int> opened{0};
        group.start([&](int) {
            ++runs;
            const int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
            opened += fd >= 0 ? 1 : 0;
            ::close(fd);
        });
        group.join();
        return runs == 64 && opened == 64 ? 0 : 3;
    });
    EXPECT_EQ(result, 0);
}
