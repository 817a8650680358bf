// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

using namespace sqd;

TEST(Bytes, LittleEndian_whateverTheMachine)
{
    std::array<std::byte, 10> b{};
    store16(b, 1, 0x1234);
    EXPECT_EQ(b[1], std::byte{0x34});
    EXPECT_EQ(b[2], std::byte{0x12});
    EXPECT_EQ(load16(b, 1), 0x1234);
    store32(b, 3, 0xFEDCBA98U);
    EXPECT_EQ(b[3], std::byte{0x98});
    EXPECT_EQ(b[6], std::byte{0xFE});
    EXPECT_EQ(load32(b, 3), 0xFEDCBA98U);
    store64(b, 2, 0xFFEEDDCCBBAA9988ULL);
    EXPECT_EQ(b[2], std::byte{0x88});
    EXPECT_EQ(b[9], std::byte{0xFF});
    EXPECT_EQ(load64(b, 2), 0xFFEEDDCCBBAA9988ULL);
    EXPECT_EQ(b[1], std::byte{0x34});  // the neighbour stays
}

TEST(Bytes, SignedValues_keepTheirBits)
{
    std::array<std::byte, 2> b{};
    storeLe<std::int16_t>(b, 0, -2);
    EXPECT_EQ(b[0], std::byte{0xFE});
    EXPECT_EQ(loadLe<std::int16_t>(b, 0), -2);
}

TEST(AllZero, OneBitAnywhere_isSeen)
{
    EXPECT_TRUE(allZero({}));
    for (const std::size_t size : {1U, 2U, 7U, 64U, 4097U}) {
        std::vector<std::byte> b(size, std::byte{0});
        EXPECT_TRUE(allZero(b)) << size;
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
            b[at] = std::byte{0x80};
            EXPECT_FALSE(allZero(b)) << size << " at " << at;
            b[at] = std::byte{0};
        }
    }
    const std::vector<std::byte> ones(100, std::byte{1});  // all the same, but not zero
    EXPECT_FALSE(allZero(ones));
}
