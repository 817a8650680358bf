// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/rate_meter.h"

#include <algorithm>
#include <cmath>

namespace sqd::operation {

using concurrency::Activity;
using concurrency::kActivityCount;
using concurrency::Phase;
using concurrency::Snapshot;

// Speeds are means over this; shorter jumps with every block, longer hides a change of pace.
static constexpr double kSpeedWindow = 3;
// The time left is judged by the pace of this many seconds, and shown only after the run has lasted kTimeLeftAfter.
static constexpr double kTimeLeftWindow = 15;
static constexpr double kTimeLeftAfter = 3;
// The first seconds of known totals say little about the pace.
static constexpr double kTimeLeftMinimumSpan = 1.5;
// Opening, reading and numbering a file costs about as much as packing this many bytes; without it a tree of tiny files looks stuck.
static constexpr double kBytesPerFile = 4096;
// While the scan still finds files the total is too small, so the bar stays in its first part.
static constexpr double kUnknownTotalShare = 0.10;
// Packing, tables, verification and sync share the bar. Verification gets what it is likely to take: bytes at kDecodePerWorker
// against the packing speed measured so far, within these bounds. Too high a constant makes the end of the bar slow, too low fast.
static constexpr double kDecodePerWorker = 400e6;
static constexpr double kVerifyShareMinimum = 0.02, kVerifyShareMaximum = 0.5, kVerifyShareUnknown = 0.1;
static constexpr double kTablesShare = 0.01;
static constexpr double kSyncStart = 0.99;
// Only phase Done is 1.
static constexpr double kBeforeDone = 0.999;
// Below this share of busy time the workers are not what limits the run.
static constexpr double kMostlyWaiting = 0.5;

const char* bottleneckName(Rates::Bottleneck bottleneck)
{
    using B = Rates::Bottleneck;
    switch (bottleneck) {
    case B::Unknown: return "";
    case B::Compressing: return "compressing";
    case B::Reading: return "reading";
    case B::Scanning: return "scanning";
    case B::Hashing: return "hashing";
    case B::Writing: return "writing";
    case B::Ordering: return "ordering";
    case B::Waiting: return "waiting";
    case B::Decoding: return "decoding";
    }
    return "";
}

static double share(double part, double whole)
{
    return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0;
}

static double verifyShare(const Snapshot& s)
{
    if (s.bytesIn == 0 || s.seconds <= 0)
        return kVerifyShareUnknown;
    const double packing = static_cast<double>(s.bytesIn) / s.seconds;
    const double decoding = kDecodePerWorker * static_cast<double>(std::max<std::size_t>(1, s.workers.size()));
    return std::clamp(packing / (packing + decoding), kVerifyShareMinimum, kVerifyShareMaximum);
}

static double packedShare(const Snapshot& s)
{
    const double whole = static_cast<double>(s.bytesTotal) + kBytesPerFile * static_cast<double>(s.filesTotal);
    const double done = static_cast<double>(s.bytesIn) + kBytesPerFile * static_cast<double>(s.filesDone);
    return share(done, whole) * (s.totalKnown ? 1 : kUnknownTotalShare);
}

Rates RateMeter::update(const Snapshot& snapshot)
{
    updateFraction(snapshot);
    updateSpeeds(snapshot);
    addPoint(snapshot);
    const Point& now = m_points.back();
    const Point& then = pointBefore(kSpeedWindow);
    if (const double span = now.seconds - then.seconds; span > 0) {
        m_rates.inPerSecond = static_cast<double>(now.bytesIn - std::min(now.bytesIn, then.bytesIn)) / span;
        m_rates.outPerSecond = static_cast<double>(now.bytesOut - std::min(now.bytesOut, then.bytesOut)) / span;
    }
    updateBottleneck();
    updateTimeLeft(snapshot);
    m_rates.fraction = m_fraction;
    m_rates.ratio = snapshot.bytesOut > 0 ? static_cast<double>(snapshot.bytesIn) / static_cast<double>(snapshot.bytesOut) : 0;
    m_last = snapshot;
    return m_rates;
}

void RateMeter::updateFraction(const Snapshot& snapshot)
{
    const double packEnd = 1 - verifyShare(snapshot) - kTablesShare - (1 - kSyncStart);
    double fraction = 0;
    switch (snapshot.phase) {
    case Phase::Idle: break;
    case Phase::Scanning:
    case Phase::Packing: fraction = packEnd * packedShare(snapshot); break;
    case Phase::Extracting: fraction = kSyncStart * packedShare(snapshot); break;
    case Phase::Tables: fraction = packEnd; break;
    case Phase::Verifying:
        if (!m_verifyStart)
            m_verifyStart = m_fraction > 0 ? std::min(m_fraction + kTablesShare, kSyncStart) : 0;
        fraction = *m_verifyStart
            + (kSyncStart - *m_verifyStart) * share(static_cast<double>(snapshot.verifyDone), static_cast<double>(snapshot.verifyTotal));
        break;
    case Phase::Syncing: fraction = kSyncStart; break;
    case Phase::Done: m_fraction = 1; return;
    }
    m_fraction = std::max(m_fraction, std::min(fraction, kBeforeDone));
}

void RateMeter::addPoint(const Snapshot& snapshot)
{
    Point point;
    point.seconds = snapshot.seconds;
    point.bytesIn = snapshot.bytesIn + snapshot.verifyDone;
    point.bytesOut = snapshot.bytesOut;
    point.fraction = m_fraction;
    point.totalKnown = snapshot.totalKnown || snapshot.phase >= Phase::Tables;
    for (const auto& worker : snapshot.workers)
        for (std::size_t i = 0; i < kActivityCount; ++i)
            point.nanoseconds[i] += worker.nanoseconds[i];
    // A pause stops the clock: the newest point is replaced, not repeated.
    if (m_points.size() > 1 && m_points.back().seconds >= point.seconds)
        m_points.pop_back();
    m_points.push_back(point);
    while (m_points.size() > 2 && point.seconds - m_points.front().seconds > kTimeLeftWindow)
        m_points.pop_front();
}

const RateMeter::Point& RateMeter::pointBefore(double seconds) const
{
    const double limit = m_points.back().seconds - seconds;
    const auto found = std::find_if(m_points.begin(), m_points.end(), [&](const Point& p) { return p.seconds >= limit; });
    // Never the newest itself while there is another: a slow caller still gets the mean over its own interval.
    if (found + 1 == m_points.end() && found != m_points.begin())
        return *(found - 1);
    return *found;
}

void RateMeter::updateSpeeds(const Snapshot& snapshot)
{
    const double span = snapshot.seconds - m_last.seconds;
    m_rates.workerInPerSecond.resize(snapshot.workers.size());
    if (span <= 0)
        return;
    for (std::size_t i = 0; i < snapshot.workers.size(); ++i) {
        const std::uint64_t now = snapshot.workers[i].bytesIn;
        const std::uint64_t before = i < m_last.workers.size() ? m_last.workers[i].bytesIn : 0;
        m_rates.workerInPerSecond[i] = static_cast<double>(now - std::min(now, before)) / span;
    }
}

void RateMeter::updateBottleneck()
{
    const Point& now = m_points.back();
    const Point& then = pointBefore(kSpeedWindow);
    std::array<double, kActivityCount> spent{};
    double all = 0;
    for (std::size_t i = 0; i < kActivityCount; ++i) {
        if (static_cast<Activity>(i) == Activity::Paused)
            continue;
        spent[i] = static_cast<double>(now.nanoseconds[i] - std::min(now.nanoseconds[i], then.nanoseconds[i]));
        all += spent[i];
    }
    if (all <= 0)
        return;
    m_rates.waitingShare = spent[static_cast<std::size_t>(Activity::Waiting)] / all;
    using B = Rates::Bottleneck;
    static constexpr std::pair<Activity, B> kKinds[] = {{Activity::Compressing, B::Compressing}, {Activity::Reading, B::Reading},
        {Activity::Scanning, B::Scanning}, {Activity::Hashing, B::Hashing}, {Activity::Writing, B::Writing},
        {Activity::Ordering, B::Ordering}, {Activity::Decoding, B::Decoding}};
    m_rates.bottleneck = B::Waiting;
    m_rates.bottleneckShare = m_rates.waitingShare;
    if (m_rates.waitingShare > kMostlyWaiting)
        return;
    m_rates.bottleneckShare = 0;
    for (const auto& [activity, kind] : kKinds) {
        const double part = spent[static_cast<std::size_t>(activity)] / all;
        if (part > m_rates.bottleneckShare) {
            m_rates.bottleneck = kind;
            m_rates.bottleneckShare = part;
        }
    }
}

// The step in which people speak of a time of that length.
static double stepFor(double seconds)
{
    if (seconds < 10)
        return 1;
    if (seconds < 60)
        return 5;
    if (seconds < 600)
        return 30;
    return seconds < 3600 ? 60 : 600;
}

void RateMeter::updateTimeLeft(const Snapshot& snapshot)
{
    if (snapshot.paused)
        return;  // frozen: the last range stays
    m_rates.secondsLeftLow.reset();
    m_rates.secondsLeftHigh.reset();
    const Point& now = m_points.back();
    if (snapshot.phase == Phase::Done || snapshot.seconds < kTimeLeftAfter || !now.totalKnown || m_fraction <= 0)
        return;
    const auto first = std::find_if(m_points.begin(), m_points.end(), [](const Point& p) { return p.totalKnown; });
    const double span = now.seconds - first->seconds;
    const double gained = now.fraction - first->fraction;
    if (span < kTimeLeftMinimumSpan || gained <= 0)
        return;
    const double byWindow = (1 - m_fraction) * span / gained;
    const double byWholeRun = (1 - m_fraction) * snapshot.seconds / m_fraction;
    // A tenth each way, because neither pace is a promise.
    const double low = 0.9 * std::min(byWindow, byWholeRun), high = 1.1 * std::max(byWindow, byWholeRun);
    m_rates.secondsLeftLow = std::floor(low / stepFor(low)) * stepFor(low);
    m_rates.secondsLeftHigh = std::max(1.0, std::ceil(high / stepFor(high)) * stepFor(high));
}

}  // namespace sqd::operation
