// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/rate_meter.h"

#include <gtest/gtest.h>

namespace sqd::operation {
namespace {

using concurrency::Activity;
using concurrency::Phase;
using concurrency::Snapshot;

constexpr std::uint64_t kMega = 1'000'000;

// A run of `total` bytes by `workers` workers at `perSecond`, at one moment.
Snapshot packing(double seconds, std::uint64_t total, std::uint64_t perSecond, std::size_t workers = 2)
{
    Snapshot s;
    s.phase = Phase::Packing;
    s.totalKnown = true;
    s.seconds = seconds;
    s.bytesTotal = total;
    s.bytesIn = std::min(total, static_cast<std::uint64_t>(seconds * static_cast<double>(perSecond)));
    s.bytesOut = s.bytesIn / 2;
    s.workers.resize(workers);
    for (auto& w : s.workers) {
        w.bytesIn = s.bytesIn / workers;
        w.nanoseconds[static_cast<std::size_t>(Activity::Compressing)] = static_cast<std::uint64_t>(seconds * 0.9e9);
        w.nanoseconds[static_cast<std::size_t>(Activity::Waiting)] = static_cast<std::uint64_t>(seconds * 0.1e9);
    }
    return s;
}

TEST(RateMeter_fraction, wholeRun_risesAndIsOneOnlyWhenDone)
{
    RateMeter meter;
    double last = 0;
    const auto check = [&](const Snapshot& s) {
        const Rates r = meter.update(s);
        EXPECT_GE(r.fraction, last);
        if (s.phase != Phase::Done) {
            EXPECT_LT(r.fraction, 1.0);
        }
        last = r.fraction;
    };
    for (double t = 0; t <= 10; t += 0.1)
        check(packing(t, 100 * kMega, 10 * kMega));
    Snapshot s = packing(10, 100 * kMega, 10 * kMega);
    const double packed = last;
    EXPECT_GT(packed, 0.9);
    s.phase = Phase::Tables;
    check(s);
    s.phase = Phase::Verifying;
    s.verifyTotal = 50 * kMega;
    for (int i = 0; i <= 10; ++i) {
        s.seconds += 0.1;
        s.verifyDone = static_cast<std::uint64_t>(i) * 5 * kMega;
        check(s);
    }
    EXPECT_GE(last, 0.99);
    s.phase = Phase::Syncing;
    check(s);
    s.phase = Phase::Done;
    check(s);
    EXPECT_EQ(last, 1.0);
}

TEST(RateMeter_fraction, totalGrowsDuringTheScan_neverFalls)
{
    RateMeter meter;
    double last = 0;
    for (int i = 1; i <= 100; ++i) {
        // The scan finds ten times as much with every step, so done / found falls.
        Snapshot s = packing(i * 0.1, static_cast<std::uint64_t>(i * i) * kMega, kMega);
        s.totalKnown = i > 90;
        const double now = meter.update(s).fraction;
        EXPECT_GE(now, last) << i;
        last = now;
    }
}

TEST(RateMeter_fraction, totalUnknown_staysInTheFirstTenth)
{
    RateMeter meter;
    Snapshot s = packing(5, 10 * kMega, 2 * kMega);  // all that was found is packed
    s.totalKnown = false;
    EXPECT_LE(meter.update(s).fraction, 0.1);
    EXPECT_GT(meter.update(s).fraction, 0.0);
}

TEST(RateMeter_fraction, onlyEmptyFiles_risesByFiles)
{
    RateMeter meter;
    Snapshot s;
    s.phase = Phase::Packing;
    s.totalKnown = true;
    s.seconds = 1;
    s.filesTotal = 100;
    s.filesDone = 50;
    const double half = meter.update(s).fraction;
    EXPECT_GT(half, 0.3);
    EXPECT_LT(half, 0.6);
}

TEST(RateMeter_fraction, verificationAlone_coversTheWholeBar)
{
    RateMeter meter;
    Snapshot s;
    s.phase = Phase::Verifying;
    s.verifyTotal = 1000;
    EXPECT_EQ(meter.update(s).fraction, 0.0);
    s.seconds = 1;
    s.verifyDone = 500;
    EXPECT_NEAR(meter.update(s).fraction, 0.5, 0.01);
    s.seconds = 2;
    s.verifyDone = 1000;
    EXPECT_LT(meter.update(s).fraction, 1.0);
}

TEST(RateMeter_fraction, fastCodec_leavesMoreRoomForVerification)
{
    RateMeter slow, fast;
    Snapshot s = packing(10, 100 * kMega, 10 * kMega);
    s.phase = Phase::Tables;
    Snapshot t = packing(1, 1000 * kMega, 1000 * kMega);
    t.phase = Phase::Tables;
    EXPECT_GT(slow.update(s).fraction, fast.update(t).fraction + 0.2);
}

TEST(RateMeter_timeLeft, beforeThreeSeconds_isNotShown)
{
    RateMeter meter;
    for (double t = 0; t < 2.9; t += 0.1)
        EXPECT_FALSE(meter.update(packing(t, 1000 * kMega, 10 * kMega)).secondsLeftLow);
}

TEST(RateMeter_timeLeft, steadyPace_rangeHoldsTheTruth)
{
    RateMeter meter;
    Rates r;
    for (double t = 0; t <= 20; t += 0.1)
        r = meter.update(packing(t, 1000 * kMega, 10 * kMega));
    ASSERT_TRUE(r.secondsLeftLow && r.secondsLeftHigh);
    EXPECT_LE(*r.secondsLeftLow, 80);   // 100 s in all, 20 s done
    EXPECT_GE(*r.secondsLeftHigh, 80);
    EXPECT_GE(*r.secondsLeftLow, 50);
    EXPECT_LE(*r.secondsLeftHigh, 150);
    EXPECT_EQ(*r.secondsLeftHigh - 30 * static_cast<int>(*r.secondsLeftHigh / 30), 0);  // said in half minutes
}

TEST(RateMeter_timeLeft, paceFalls_rangeFollowsWithinTheWindow)
{
    RateMeter meter;
    Rates r;
    for (double t = 0; t <= 10; t += 0.1)
        r = meter.update(packing(t, 1000 * kMega, 50 * kMega));
    const double before = *r.secondsLeftHigh;
    for (double t = 10.1; t <= 30; t += 0.1) {
        Snapshot s = packing(t, 1000 * kMega, 50 * kMega);
        s.bytesIn = 500 * kMega + static_cast<std::uint64_t>((t - 10) * 1e6);
        r = meter.update(s);
    }
    ASSERT_TRUE(r.secondsLeftHigh);
    EXPECT_GT(*r.secondsLeftHigh, 20 * before);  // 480 MB at 1 MB/s
}

TEST(RateMeter_timeLeft, totalUnknownOrDone_isNotShown)
{
    RateMeter meter;
    for (double t = 0; t <= 10; t += 0.1) {
        Snapshot s = packing(t, 1000 * kMega, 10 * kMega);
        s.totalKnown = false;
        EXPECT_FALSE(meter.update(s).secondsLeftLow);
    }
    Snapshot s = packing(100, 1000 * kMega, 10 * kMega);
    s.phase = Phase::Done;
    EXPECT_FALSE(meter.update(s).secondsLeftLow);
}

TEST(RateMeter_timeLeft, paused_isFrozen)
{
    RateMeter meter;
    Rates r;
    for (double t = 0; t <= 10; t += 0.1)
        r = meter.update(packing(t, 1000 * kMega, 10 * kMega));
    Snapshot s = packing(10, 1000 * kMega, 10 * kMega);
    s.paused = true;
    for (int i = 0; i < 100; ++i) {
        const Rates frozen = meter.update(s);
        EXPECT_EQ(frozen.secondsLeftLow, r.secondsLeftLow);
        EXPECT_EQ(frozen.secondsLeftHigh, r.secondsLeftHigh);
    }
}

TEST(RateMeter_speed, steadyPace_isMeasuredOverTheLastSeconds)
{
    RateMeter meter;
    Rates r;
    for (double t = 0; t <= 10; t += 0.1)
        r = meter.update(packing(t, 1000 * kMega, 10 * kMega));
    EXPECT_NEAR(r.inPerSecond, 10e6, 1e5);
    EXPECT_NEAR(r.outPerSecond, 5e6, 1e5);
    EXPECT_NEAR(r.ratio, 2.0, 1e-6);
    ASSERT_EQ(r.workerInPerSecond.size(), 2U);
    EXPECT_NEAR(r.workerInPerSecond[0], 5e6, 2e5);
}

TEST(RateMeter_bottleneck, workersCompress_saysSoWithShare)
{
    RateMeter meter;
    Rates r;
    for (double t = 0; t <= 4; t += 0.1)
        r = meter.update(packing(t, 1000 * kMega, 10 * kMega));
    EXPECT_EQ(r.bottleneck, Rates::Bottleneck::Compressing);
    EXPECT_NEAR(r.bottleneckShare, 0.9, 0.01);
    EXPECT_NEAR(r.waitingShare, 0.1, 0.01);
    EXPECT_STREQ(bottleneckName(r.bottleneck), "compressing");
}

TEST(RateMeter_bottleneck, workersStarve_saysWaiting)
{
    RateMeter meter;
    Rates r;
    for (double t = 0; t <= 4; t += 0.1) {
        Snapshot s = packing(t, 1000 * kMega, 10 * kMega);
        for (auto& w : s.workers)
            w.nanoseconds[static_cast<std::size_t>(Activity::Waiting)] = static_cast<std::uint64_t>(t * 9e9);
        r = meter.update(s);
    }
    EXPECT_EQ(r.bottleneck, Rates::Bottleneck::Waiting);
    EXPECT_GT(r.bottleneckShare, 0.8);
}

TEST(RateMeter_counters, goBackwards_giveNoNegativeSpeed)
{
    RateMeter meter;
    (void)meter.update(packing(1, 1000 * kMega, 10 * kMega));
    Snapshot s = packing(2, 1000 * kMega, 1 * kMega);
    const Rates r = meter.update(s);
    EXPECT_GE(r.inPerSecond, 0);
    EXPECT_GE(r.workerInPerSecond[0], 0);
}

}  // namespace
}  // namespace sqd::operation
