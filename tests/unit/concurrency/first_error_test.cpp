// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/first_error.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using sqd::concurrency::FirstError;

TEST(FirstError, First_wins)
{
    FirstError error;
    EXPECT_FALSE(error.isSet());
    EXPECT_FALSE(error.get().has_value());
    EXPECT_TRUE(error.set(sqd::internalError("one")));
    EXPECT_FALSE(error.set(sqd::internalError("two")));
    ASSERT_TRUE(error.isSet());
    EXPECT_EQ(error.get()->what, "one");
}

TEST(FirstError, ManyThreads_oneWinsAndItsTextIsThere)
{
    for (int round = 0; round < 50; ++round) {
        FirstError error;
        std::atomic<int> winners{0};
        std::atomic<bool> textMissing{false};
        std::vector<std::thread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&, i] {
                winners += error.set(sqd::internalError("failure " + std::to_string(i))) ? 1 : 0;
                if (error.isSet() && error.get()->what.empty())
                    textMissing = true;
            });
        }
        for (std::thread& t : threads)
            t.join();
        EXPECT_EQ(winners.load(), 1);
        EXPECT_FALSE(textMissing.load());
    }
}
