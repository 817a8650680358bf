// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/progress.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace sqd::operation {

// Turns snapshots of one run, taken a few times a second, into the figures that people read. One object per run; not thread-safe.
// Rules: the fraction never falls and is 1 only in phase Done; the time left is a range, shown after 3 seconds, smoothed over 15.
struct Rates {
    double fraction = 0;                    // 0…1 of the whole run
    double inPerSecond = 0, outPerSecond = 0;  // bytes, smoothed over 3 s; while verifying `in` counts the bytes decoded
    std::vector<double> workerInPerSecond;  // bytes, over the last interval
    std::optional<double> secondsLeftLow, secondsLeftHigh;  // both or none; rounded to what a person would say, low <= high
    double ratio = 0;                       // bytes in / bytes out so far, 0 when unknown
    // What limits the run at the moment, with the share of the workers' time it takes.
    enum class Bottleneck { Unknown, Compressing, Reading, Scanning, Hashing, Writing, Ordering, Waiting, Decoding } bottleneck =
        Bottleneck::Unknown;
    double bottleneckShare = 0;             // 0…1
    double waitingShare = 0;                // 0…1 of the workers' time spent waiting
};

// "compressing", "reading" …; "" for Unknown. English, for the command line.
const char* bottleneckName(Rates::Bottleneck bottleneck);

class RateMeter {
public:
    Rates update(const concurrency::Snapshot& snapshot);

private:
    struct Point {
        double seconds = 0;
        std::uint64_t bytesIn = 0, bytesOut = 0;  // bytesIn: packed and verified together, so that it never stands still for a phase
        double fraction = 0;
        bool totalKnown = false;
        std::array<std::uint64_t, concurrency::kActivityCount> nanoseconds{};
    };
    void updateFraction(const concurrency::Snapshot& snapshot);
    void addPoint(const concurrency::Snapshot& snapshot);
    // The oldest kept point that is at most `seconds` before the newest; the newest itself when there is only one.
    [[nodiscard]] const Point& pointBefore(double seconds) const;
    void updateSpeeds(const concurrency::Snapshot& snapshot);
    void updateTimeLeft(const concurrency::Snapshot& snapshot);
    void updateBottleneck();

    std::deque<Point> m_points;  // oldest first, at most kTimeLeftWindow long
    concurrency::Snapshot m_last;
    Rates m_rates;
    double m_fraction = 0;
    std::optional<double> m_verifyStart;  // the fraction at which verification began
};

}  // namespace sqd::operation
