// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/checked.h"

#include <gtest/gtest.h>

using namespace sqd;

static constexpr std::uint64_t kMax = ~std::uint64_t{0};

TEST(Checked, Add_failsInsteadOfWrapping)
{
    EXPECT_EQ(checkedAdd(1, 2), 3U);
    EXPECT_EQ(checkedAdd(kMax, 0), kMax);
    EXPECT_EQ(checkedAdd(kMax, 1), std::nullopt);
    EXPECT_EQ(checkedAdd(kMax / 2 + 1, kMax / 2 + 1), std::nullopt);
}

TEST(Checked, Mul_failsInsteadOfWrapping)
{
    EXPECT_EQ(checkedMul(3, 4), 12U);
    EXPECT_EQ(checkedMul(kMax, 0), 0U);
    EXPECT_EQ(checkedMul(kMax, 1), kMax);
    EXPECT_EQ(checkedMul(std::uint64_t{1} << 32, std::uint64_t{1} << 32), std::nullopt);
}

TEST(Checked, InsideRange_neverWraps)
{
    EXPECT_TRUE(insideRange(0, 0, 0));
    EXPECT_TRUE(insideRange(10, 0, 10));
    EXPECT_TRUE(insideRange(0, 10, 10));
    EXPECT_FALSE(insideRange(1, 10, 10));
    EXPECT_FALSE(insideRange(11, 0, 10));
    EXPECT_FALSE(insideRange(5, kMax, 10));
    EXPECT_FALSE(insideRange(kMax, 1, 10));
    EXPECT_TRUE(insideRange(kMax - 1, 1, kMax));
}

TEST(Checked, CeilDiv_roundsUp)
{
    EXPECT_EQ(ceilDiv(0, 4096), 0U);
    EXPECT_EQ(ceilDiv(1, 4096), 1U);
    EXPECT_EQ(ceilDiv(4096, 4096), 1U);
    EXPECT_EQ(ceilDiv(4097, 4096), 2U);
    EXPECT_EQ(ceilDiv(kMax, 2), kMax / 2 + 1);
}
