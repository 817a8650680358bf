// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/descriptor_budget.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

using sqd::source::DescriptorBudget;

TEST(DescriptorBudget, Permits_areCountedAndGivenBack)
{
    DescriptorBudget budget(2, 1);
    auto first = budget.tryKeep();
    {
        auto second = budget.tryKeep();
        EXPECT_TRUE(first && second);
        EXPECT_FALSE(budget.tryKeep());
        EXPECT_FALSE(budget.tryKeep());
        auto moved = std::move(second);
        EXPECT_TRUE(moved);
        EXPECT_FALSE(second);  // NOLINT(bugprone-use-after-move): that is the point
        EXPECT_FALSE(budget.tryKeep());
    }
    EXPECT_TRUE(budget.tryKeep());
    first = DescriptorBudget::Permit();
    auto again = budget.tryKeep();
    auto more = budget.tryKeep();
    EXPECT_TRUE(again && more);
}

TEST(DescriptorBudget, Turns_neverMoreThanAllowedAtOnce)
{
    DescriptorBudget budget(0, 2);
    std::atomic<int> inside{0};
    std::atomic<int> most{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i) {
                const DescriptorBudget::Turn turn(budget);
                const int now = inside.fetch_add(1) + 1;
                for (int seen = most.load(); seen < now && !most.compare_exchange_weak(seen, now);) {
                }
                std::this_thread::yield();
                inside.fetch_sub(1);
            }
        });
    }
    for (std::thread& t : threads)
        t.join();
    EXPECT_LE(most.load(), 2);
    EXPECT_GE(most.load(), 1);
}
