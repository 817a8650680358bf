// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/progress_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sqd::cli {
namespace {

using concurrency::Phase;
using concurrency::Snapshot;
using operation::Rates;
using testing::HasSubstr;
using testing::Not;

Snapshot halfPacked()
{
    Snapshot s;
    s.phase = Phase::Packing;
    s.totalKnown = true;
    s.bytesTotal = 2 << 20;
    s.bytesIn = 1 << 20;
    s.bytesOut = 1 << 19;
    s.seconds = 4;
    s.workers.resize(1);
    s.workers[0].item = "bad\xff name";
    s.workers[0].nanoseconds[static_cast<std::size_t>(concurrency::Activity::Compressing)] = 2'500'000'000;
    return s;
}

Rates halfRates()
{
    Rates r;
    r.fraction = 0.429;
    r.inPerSecond = 165.3e6;
    r.ratio = 2;
    r.secondsLeftLow = 20;
    r.secondsLeftHigh = 30;
    r.bottleneck = Rates::Bottleneck::Compressing;
    r.bottleneckShare = 0.97;
    return r;
}

TEST(ProgressLine_text, wideTerminal_tellsEverything)
{
    EXPECT_EQ(progressLine(halfPacked(), halfRates(), 200), "packing   42 %  165.3 MB/s  20-30 s left  1.0 MiB of 2.0 MiB  ratio 2.00  compressing 97 %");
}

TEST(ProgressLine_text, narrowTerminal_isNeverWider)
{
    for (std::size_t columns = 1; columns < 120; ++columns)
        EXPECT_LE(progressLine(halfPacked(), halfRates(), columns).size(), columns);
    EXPECT_EQ(progressLine(halfPacked(), halfRates(), 42), "packing   42 %  165.3 MB/s  20-30 s left");
}

TEST(ProgressLine_text, totalUnknown_hasNoPercentage)
{
    Snapshot s = halfPacked();
    s.totalKnown = false;
    s.entriesFound = 1234;
    const std::string line = progressLine(s, halfRates(), 200);
    EXPECT_THAT(line, HasSubstr("1234 entries found"));
    EXPECT_THAT(line, Not(HasSubstr("42 %")));
}

TEST(ProgressJson, packing_hasTheFieldsOfTheContract)
{
    const Json json = Json::parse(dumpJson(progressJson(halfPacked(), halfRates())));
    EXPECT_EQ(json["phase"], "packing");
    EXPECT_EQ(json["bytes_in"], 1 << 20);
    EXPECT_EQ(json["bytes_total"], 2 << 20);
    EXPECT_EQ(json["bytes_out"], 1 << 19);
    EXPECT_EQ(json["seconds"], 4.0);
    EXPECT_EQ(json["eta_seconds"], 25.0);
    ASSERT_EQ(json["workers"].size(), 1U);
    EXPECT_EQ(json["workers"][0]["busy_seconds"], 2.5);
    EXPECT_EQ(json["workers"][0]["item_base64"], "YmFk/yBuYW1l");
}

TEST(ProgressJson, verifying_countsWhatIsVerified)
{
    Snapshot s = halfPacked();
    s.phase = Phase::Verifying;
    s.verifyTotal = 100;
    s.verifyDone = 40;
    Rates r = halfRates();
    r.secondsLeftLow.reset();
    r.secondsLeftHigh.reset();
    const Json json = progressJson(s, r);
    EXPECT_EQ(json["bytes_in"], 40);
    EXPECT_EQ(json["bytes_total"], 100);
    EXPECT_TRUE(json["eta_seconds"].is_null());
}

TEST(TimeLeftText, units_areSaidOnceWhereTheyAgree)
{
    EXPECT_EQ(timeLeftText(20, 30), "20-30 s");
    EXPECT_EQ(timeLeftText(5, 5), "5 s");
    EXPECT_EQ(timeLeftText(120, 150), "2-2.5 min");
    EXPECT_EQ(timeLeftText(50, 120), "50 s - 2 min");
    EXPECT_EQ(timeLeftText(3600, 7200), "1.0-2.0 h");
}

TEST(DurationText, grows_changesUnit)
{
    EXPECT_EQ(durationText(0.123), "0.12 s");
    EXPECT_EQ(durationText(12.34), "12.3 s");
    EXPECT_EQ(durationText(200), "3 min 20 s");
    EXPECT_EQ(durationText(7500), "2 h 5 min");
}

}  // namespace
}  // namespace sqd::cli
