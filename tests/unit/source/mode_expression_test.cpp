// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/mode_expression.h"

#include <gtest/gtest.h>

using sqd::source::ModeExpression;

static std::uint16_t apply(std::string_view text, std::uint16_t mode, bool folder = false)
{
    const auto expression = ModeExpression::compile(text);
    EXPECT_TRUE(expression.has_value()) << text;
    return expression ? expression->apply(mode, folder) : 0xFFFF;
}

TEST(ModeExpression, Octal_replacesAllBits)
{
    EXPECT_EQ(apply("0644", 07777), 0644);
    EXPECT_EQ(apply("755", 0), 0755);
    EXPECT_EQ(apply("0", 07777), 0);
    EXPECT_EQ(apply("7777", 0), 07777);
    EXPECT_EQ(apply("00000644", 0), 0644);
}

TEST(ModeExpression, Symbolic_asChmod)
{
    EXPECT_EQ(apply("u+x", 0644), 0744);
    EXPECT_EQ(apply("go-w", 0666), 0644);
    EXPECT_EQ(apply("u+x,go-w,a=r", 0666), 0444);
    EXPECT_EQ(apply("+x", 0644), 0755);
    EXPECT_EQ(apply("=", 0777), 0);
    EXPECT_EQ(apply("g=u", 0640), 0660);
    EXPECT_EQ(apply("o=g-w", 0664), 0664);
    EXPECT_EQ(apply("u=rw,g=r,o=", 07777), 0640);
    EXPECT_EQ(apply("ug+s", 0755), 06755);
    EXPECT_EQ(apply("o+s", 0755), 0755);
    EXPECT_EQ(apply("+t", 0755), 01755);
    EXPECT_EQ(apply("u+t", 0755), 0755);
    EXPECT_EQ(apply("a-st", 07755), 0755);
    EXPECT_EQ(apply("u+r-w+x", 0200), 0500);
}

TEST(ModeExpression, LargeX_onlyWhereItMakesSense)
{
    EXPECT_EQ(apply("a=rX", 0644), 0444);
    EXPECT_EQ(apply("a=rX", 0744), 0555);
    EXPECT_EQ(apply("a=rX", 0600, true), 0555);
    EXPECT_EQ(apply("go+X", 0700), 0711);
}

TEST(ModeExpression, Nonsense_isRefused)
{
    for (const char* bad : {"", "8", "0o7", "10000", "999999999999", "u", "u+q", "x+u", "u+x,", ",u+x", "u+ux", "u x", "-", "rwxr-xr-x"}) {
        const auto expression = ModeExpression::compile(bad);
        if (std::string_view(bad) == "-")  // takes nothing away from anybody: valid for chmod(1), too
            EXPECT_TRUE(expression.has_value());
        else if (!expression)
            EXPECT_FALSE(expression.error().where.empty()) << "an empty mode has a name in the message, too";
        else
            ADD_FAILURE() << bad;
    }
}
