// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/error.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <set>
#include <string>

using namespace sqd;

TEST(Error, Line_hasWhereWhatWhyAndHint)
{
    Error e = inputError("in/secret", "cannot be read", EACCES);
    EXPECT_EQ(e.line(), "in/secret: cannot be read (Permission denied)");
    e.hint = "try as root";
    EXPECT_EQ(e.line(), "in/secret: cannot be read (Permission denied); try as root");
    EXPECT_EQ(inputError("", "what", 0).line(), "what");
    EXPECT_EQ(corruptError("i", "is short", 96).line(), "i: is short at byte 96");
    EXPECT_EQ(corruptError("i", "is short").line(), "i: is short");
}

TEST(Error, Line_isOnePrintableLine)
{
    const std::string line = inputError("line1\nFATAL ERROR: fake\x1b[31m\xff", "x", 0).line();
    EXPECT_EQ(line, "line1\\x0aFATAL ERROR: fake\\x1b[31m\\xff: x");
}

TEST(Error, Kinds_haveTheirCodes)
{
    EXPECT_EQ(inputError("", "", 0).code, Errc::InputUnreadable);
    EXPECT_EQ(outputError("", "", ENOSPC).code, Errc::OutputUnwritable);
    EXPECT_EQ(outputError("", "", ENOSPC).osErrno, ENOSPC);
    EXPECT_EQ(corruptError("", "").code, Errc::Corrupt);
    EXPECT_EQ(cancelledError().code, Errc::Cancelled);
    EXPECT_EQ(internalError("x").code, Errc::Internal);
}

TEST(Error, Names_areAllDifferent)
{
    std::set<std::string> names;
    for (int i = 0; i <= static_cast<int>(Errc::Internal); ++i)
        names.insert(errcName(static_cast<Errc>(i)));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(Errc::Internal) + 1);
}
