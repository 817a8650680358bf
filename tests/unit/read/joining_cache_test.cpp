// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/joining_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace sqd::read {

namespace {

struct Value {
    int number = 0;
    [[nodiscard]] std::uint64_t sizeBytes() const { return 10; }
};
using Cache = JoiningCache<int, Value, std::hash<int>>;

Result<std::shared_ptr<const Value>> make(int number) { return std::shared_ptr<const Value>(std::make_shared<Value>(Value{number})); }

}  // namespace

TEST(JoiningCache, secondGet_isAHit)
{
    Cache cache(100, 1);
    int loads = 0;
    const auto load = [&] { ++loads; return make(7); };
    EXPECT_EQ((*cache.get(1, load))->number, 7);
    EXPECT_EQ((*cache.get(1, load))->number, 7);
    EXPECT_EQ(loads, 1);
    EXPECT_EQ(cache.counters().hits, 1U);
    EXPECT_EQ(cache.counters().misses, 1U);
}

TEST(JoiningCache, overBudget_dropsTheLeastRecentlyUsed)
{
    Cache cache(30, 1);
    for (int i = 0; i < 3; ++i)
        (void)cache.get(i, [&] { return make(i); });
    (void)cache.get(0, [&] { return make(0); });  // 1 is now the oldest
    (void)cache.get(3, [&] { return make(3); });
    int loads = 0;
    (void)cache.get(0, [&] { ++loads; return make(0); });
    EXPECT_EQ(loads, 0);
    (void)cache.get(1, [&] { ++loads; return make(1); });
    EXPECT_EQ(loads, 1);
    EXPECT_LE(cache.counters().bytes, 30U);
}

TEST(JoiningCache, valueLargerThanBudget_isServedAndTheOnlyOneKept)
{
    Cache cache(5, 1);
    EXPECT_TRUE(cache.get(1, [&] { return make(1); }));
    EXPECT_TRUE(cache.get(2, [&] { return make(2); }));
    EXPECT_EQ(cache.counters().bytes, 10U);
}

TEST(JoiningCache, failedLoad_isNotKept)
{
    Cache cache(100, 1);
    EXPECT_FALSE(cache.get(1, [&]() -> Result<std::shared_ptr<const Value>> { return corruptError("x", "y"); }));
    EXPECT_TRUE(cache.get(1, [&] { return make(1); }));
}

TEST(JoiningCache, twinRequests_loadOnceAndShareTheResult)
{
    Cache cache(100, 1);
    std::promise<void> begun, release;
    std::atomic<int> loads{0};
    const auto slow = [&] {
        ++loads;
        begun.set_value();
        release.get_future().wait();
        return make(5);
    };
    std::vector<std::jthread> threads;
    std::atomic<int> right{0};
    threads.emplace_back([&] { right += (*cache.get(1, slow))->number == 5 ? 1 : 0; });
    begun.get_future().wait();
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&] { right += (*cache.get(1, [&] { ++loads; return make(6); }))->number == 5 ? 1 : 0; });
    while (cache.counters().joined < 3)
        std::this_thread::yield();
    release.set_value();
    threads.clear();
    EXPECT_EQ(loads, 1);
    EXPECT_EQ(right, 4);
}

}  // namespace sqd::read
