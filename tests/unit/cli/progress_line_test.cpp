// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/progress_line.h"

#include "cli/json_output.h"

#include <atomic>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace sqd::cli {
namespace {

using concurrency::Phase;
using concurrency::Snapshot;

Snapshot done()
{
    Snapshot s;
    s.phase = Phase::Done;
    s.totalKnown = true;
    s.bytesIn = s.bytesTotal = 7;
    s.seconds = 0.01;
    return s;
}

struct Fixture {
    std::ostringstream out, err;
    Streams streams{out, err, {}, false, {}, {}, {}};
};

TEST(ProgressLine_json, shortRun_endsWithTheLastSample)
{
    Fixture f;
    ProgressLine line(f.streams, ProgressMode::JsonLines, false, done);
    line.finish();
    line.finish();
    std::istringstream lines(f.err.str());
    std::string last;
    for (std::string text; std::getline(lines, text);)
        last = text;
    const Json json = Json::parse(last);
    EXPECT_EQ(json["phase"], "done");
    EXPECT_EQ(json["fraction"], 1.0);
    EXPECT_TRUE(f.out.str().empty());
}

TEST(ProgressLine_auto, noTerminal_printsAndSamplesNothing)
{
    Fixture f;
    std::atomic<int> samples{0};
    {
        ProgressLine line(f.streams, ProgressMode::Auto, false, [&] { ++samples; return done(); });
    }
    EXPECT_EQ(samples, 0);
    EXPECT_TRUE(f.err.str().empty());
}

TEST(ProgressLine_auto, terminal_isRedrawnAndRemoved)
{
    Fixture f;
    f.streams.errIsTerminal = true;
    std::atomic<int> samples{0};
    ProgressLine line(f.streams, ProgressMode::Auto, false, [&] { ++samples; return done(); });
    while (samples < 2)
        std::this_thread::yield();
    line.finish();
    EXPECT_THAT(f.err.str(), testing::StartsWith("\r\033[K"));
    EXPECT_THAT(f.err.str(), testing::EndsWith("\r\033[K"));
    EXPECT_THAT(f.err.str(), testing::Not(testing::HasSubstr("\n")));
}

TEST(ProgressLine_auto, terminalAndQuiet_printsNothing)
{
    Fixture f;
    f.streams.errIsTerminal = true;
    {
        ProgressLine line(f.streams, ProgressMode::Auto, true, done);
    }
    EXPECT_TRUE(f.err.str().empty());
}

TEST(ProgressLine_plain, shortRun_isOneLineWithoutControls)
{
    Fixture f;
    {
        ProgressLine line(f.streams, ProgressMode::Plain, false, done);
    }
    EXPECT_THAT(f.err.str(), testing::StartsWith("done"));
    EXPECT_EQ(f.err.str().find_first_of("\r\033"), std::string::npos);
}

}  // namespace
}  // namespace sqd::cli
