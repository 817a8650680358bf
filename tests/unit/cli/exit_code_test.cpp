// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/exit_code.h"

#include <gtest/gtest.h>

namespace sqd::cli {
namespace {

TEST(ExitCode_mapping, everyError_hasTheCodeOfTheContract)
{
    EXPECT_EQ(exitCode(Errc::InvalidArgument), 2);
    EXPECT_EQ(exitCode(Errc::InputUnreadable), 3);
    EXPECT_EQ(exitCode(Errc::OutputUnwritable), 4);
    EXPECT_EQ(exitCode(Errc::TargetExists), 4);
    EXPECT_EQ(exitCode(Errc::NotExpressible), 4);
    EXPECT_EQ(exitCode(Errc::Corrupt), 5);
    EXPECT_EQ(exitCode(Errc::Unsupported), 5);
    EXPECT_EQ(exitCode(Errc::LimitExceeded), 5);
    EXPECT_EQ(exitCode(Errc::Cancelled), 130);
    EXPECT_EQ(exitCode(Errc::Internal), 70);
}

TEST(ExitCode_mapping, noError_looksLikeSuccessOrAnAnswer)
{
    for (const Errc code : {Errc::InputUnreadable, Errc::OutputUnwritable, Errc::TargetExists, Errc::NotExpressible, Errc::Corrupt, Errc::Unsupported,
             Errc::LimitExceeded, Errc::InvalidArgument, Errc::Cancelled, Errc::Internal})
        EXPECT_GT(exitCode(code), kExitNo) << errcName(code);
}

}  // namespace
}  // namespace sqd::cli
