// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

using sqd::Errc;
using sqd::Error;
using sqd::Result;

static Result<int> half(int n)
{
    if (n % 2 != 0)
        return sqd::internalError("odd");
    return n / 2;
}

static Result<std::string> quarterText(int n)
{
    SQD_TRY(const int once, half(n));
    SQD_TRY(const int twice, half(once));
    return std::to_string(twice);
}

static Result<void> checkBoth(int a, int b, int& reached)
{
    SQD_CHECK(half(a));
    reached = 1;
    SQD_CHECK(half(b));
    reached = 2;
    return {};
}

TEST(Result, Value_isThere)
{
    const Result<int> r = 7;
    EXPECT_TRUE(r.has_value());
    EXPECT_TRUE(static_cast<bool>(r));
    EXPECT_EQ(*r, 7);
}

TEST(Result, Try_returnsTheFirstError)
{
    EXPECT_EQ(*quarterText(12), "3");
    ASSERT_FALSE(quarterText(6).has_value());
    EXPECT_EQ(quarterText(6).error().what, "odd");
    EXPECT_EQ(quarterText(6).error().code, Errc::Internal);
}

TEST(Result, Check_stopsAtTheFirstError)
{
    int reached = 0;
    EXPECT_TRUE(checkBoth(2, 4, reached).has_value());
    EXPECT_EQ(reached, 2);
    reached = 0;
    EXPECT_FALSE(checkBoth(2, 3, reached).has_value());
    EXPECT_EQ(reached, 1);
    reached = 0;
    EXPECT_FALSE(checkBoth(1, 2, reached).has_value());
    EXPECT_EQ(reached, 0);
}

TEST(Result, MoveOnlyValue_isMovedOut)
{
    Result<std::unique_ptr<int>> r = std::make_unique<int>(5);
    EXPECT_EQ(**r, 5);
    const std::unique_ptr<int> taken = *std::move(r);
    EXPECT_EQ(*taken, 5);
}

TEST(Result, Arrow_reachesTheValue)
{
    Result<std::string> r = std::string("text");
    r->append("s");
    EXPECT_EQ(*r, "texts");
    const Result<std::string> fixed = std::string("abc");
    EXPECT_EQ(fixed->size(), 3U);
}

TEST(Result, VoidError_keepsAllFields)
{
    Error e = sqd::corruptError("image", "broken", 96);
    e.also = {"first", "second"};
    const Result<void> r = e;
    ASSERT_FALSE(r.has_value());
    EXPECT_EQ(r.error().imageOffset, 96U);
    EXPECT_EQ(r.error().also.size(), 2U);
}
