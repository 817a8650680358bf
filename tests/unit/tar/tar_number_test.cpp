// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_number.h"

#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace sqd::tar::test {

using State = Number::State;
using namespace std::string_literals;

static void expectNumber(const Number& number, State state, std::int64_t value)
{
    EXPECT_EQ(number.state, state);
    EXPECT_EQ(number.value, value);
}

TEST(TarNumber, parseField_octalBetweenBlanks_isRead)
{
    expectNumber(parseField("0000644\0"s), State::Good, 0644);
    expectNumber(parseField("   644 \0"s), State::Good, 0644);
    expectNumber(parseField("00000000017"), State::Good, 15);
}

TEST(TarNumber, parseField_nothingInIt_isEmpty)
{
    expectNumber(parseField(std::string(12, '\0')), State::Empty, 0);
    expectNumber(parseField("        "), State::Empty, 0);
}

TEST(TarNumber, parseField_otherText_isInvalid)
{
    expectNumber(parseField("12a45"), State::Invalid, 0);
    expectNumber(parseField("0000888"), State::Invalid, 0);
    expectNumber(parseField("-"), State::Invalid, 0);
}

TEST(TarNumber, parseField_base256_isReadWithItsSign)
{
    expectNumber(parseField("\x80\0\0\0\0\0\0\0\1\0\0\0"s), State::Good, 1 << 24);
    expectNumber(parseField("\xff\xff\xff\xff\xff\xff\xff\xfe"s), State::Good, -2);
    expectNumber(parseField("\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff"s), State::Good, std::numeric_limits<std::int64_t>::max());
}

TEST(TarNumber, parseField_base256BeyondSixtyFourBits_overflowsToTheNearest)
{
    expectNumber(parseField("\x80\0\0\1\0\0\0\0\0\0\0\0"s), State::Overflow, std::numeric_limits<std::int64_t>::max());
    expectNumber(parseField("\xf0\0\0\0\0\0\0\0\0\0\0\0"s), State::Overflow, std::numeric_limits<std::int64_t>::min());
}

TEST(TarNumber, parseDecimal_fraction_isCutDownwards)
{
    expectNumber(parseDecimal("1600000000.999", true), State::Good, 1600000000);
    expectNumber(parseDecimal("-0.5", true), State::Good, -1);
    expectNumber(parseDecimal("-2.0", true), State::Good, -2);
    expectNumber(parseDecimal("1." + std::string(300, '1'), true), State::Good, 1);
    expectNumber(parseDecimal("1.5"), State::Invalid, 0);
}

TEST(TarNumber, parseDecimal_nonsense_isInvalid)
{
    for (const char* text : {"soon", "1e9", "+1", " 1", "1 ", "-", ".5", "0x1"})
        expectNumber(parseDecimal(text, true), State::Invalid, 0);
    expectNumber(parseDecimal(""), State::Empty, 0);
    expectNumber(parseDecimal(std::string(40, '9')), State::Overflow, std::numeric_limits<std::int64_t>::max());
}

}  // namespace sqd::tar::test
