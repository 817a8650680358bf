// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/progress.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <thread>

using namespace sqd::concurrency;
using std::chrono::milliseconds;

TEST(ProgressCounters, Sample_neverShowsMoreDoneThanThereIs)
{
    ProgressCounters counters(2);
    counters.bytesTotal = 100;
    counters.bytesIn = 130;
    counters.filesTotal = 1;
    counters.filesDone = 2;
    counters.verifyTotal = 5;
    counters.verifyDone = 9;
    const Snapshot s = counters.sample();
    EXPECT_EQ(s.bytesTotal, 130U);
    EXPECT_EQ(s.bytesIn, 130U);
    EXPECT_EQ(s.filesTotal, 2U);
    EXPECT_EQ(s.verifyTotal, 9U);
}

TEST(ProgressCounters, WhileTotalsGrow_everySampleIsSane)
{
    ProgressCounters counters(1);
    std::atomic<bool> stop{false};
    std::thread writer([&] {
        while (!stop.load()) {
            counters.bytesTotal.fetch_add(10, std::memory_order_relaxed);
            counters.bytesIn.fetch_add(10, std::memory_order_release);
        }
    });
    std::uint64_t before = 0;
    for (int i = 0; i < 2000; ++i) {
        const Snapshot s = counters.sample();
        ASSERT_LE(s.bytesIn, s.bytesTotal);
        ASSERT_GE(s.bytesIn, before);
        before = s.bytesIn;
    }
    stop = true;
    writer.join();
}

TEST(ProgressCounters, Clock_stopsWhilePaused)
{
    ProgressCounters counters(1);
    std::this_thread::sleep_for(milliseconds(20));
    counters.setPaused(true);
    EXPECT_TRUE(counters.sample().paused);
    const double held = counters.seconds();
    EXPECT_GE(held, 0.02);
    std::this_thread::sleep_for(milliseconds(50));
    EXPECT_EQ(counters.seconds(), held);
    counters.setPaused(true);  // once more changes nothing
    EXPECT_EQ(counters.seconds(), held);
    counters.setPaused(false);
    counters.setPaused(false);
    EXPECT_FALSE(counters.sample().paused);
    const auto before = std::chrono::steady_clock::now();
    const double resumed = counters.seconds();
    std::this_thread::sleep_for(milliseconds(20));
    const double later = counters.seconds();
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    EXPECT_GE(resumed, held);
    EXPECT_GE(later - resumed, 0.02);
    EXPECT_LE(later - resumed, passed);
}

TEST(ProgressCounters, NoWorkers_haveOneSetOfCounters)
{
    ProgressCounters counters(0);
    EXPECT_EQ(counters.workerCount(), 1);
    counters.worker(0).bytesIn = 7;
    ASSERT_EQ(counters.sample().workers.size(), 1U);
    EXPECT_EQ(counters.sample().workers[0].bytesIn, 7U);
}

TEST(WorkerCounters, Enter_chargesTheTimeToTheOldActivity)
{
    WorkerCounters counters;
    counters.enter(Activity::Compressing);
    std::this_thread::sleep_for(milliseconds(20));
    counters.enter(Activity::Writing);
    WorkerSnapshot s;
    counters.setItem("a/b\xff");
    counters.sample(s);
    EXPECT_GE(s.nanoseconds[static_cast<std::size_t>(Activity::Compressing)], 20'000'000U);
    EXPECT_EQ(s.nanoseconds[static_cast<std::size_t>(Activity::Writing)], 0U);  // not finished
    EXPECT_EQ(s.activity, Activity::Writing);
    EXPECT_EQ(s.item, "a/b\xff");
    Snapshot all;
    all.workers = {s, s};
    EXPECT_NEAR(all.secondsIn(Activity::Compressing), 2e-9 * static_cast<double>(s.nanoseconds[static_cast<std::size_t>(Activity::Compressing)]), 1e-12);
}

TEST(ProgressNames, Everyone_isDifferent)
{
    std::set<std::string> names;
    for (int i = 0; i < static_cast<int>(kActivityCount); ++i)
        names.insert(activityName(static_cast<Activity>(i)));
    EXPECT_EQ(names.size(), kActivityCount);
    std::set<std::string> phases;
    for (int i = 0; i <= static_cast<int>(Phase::Done); ++i)
        phases.insert(phaseName(static_cast<Phase>(i)));
    EXPECT_EQ(phases.size(), static_cast<std::size_t>(Phase::Done) + 1);
}
