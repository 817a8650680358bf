// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/progress.h"

#include <optional>
#include <string>

namespace sqd::operation {

// Turns snapshots of one run, taken a few times a second, into the figures that people read. One object per run; not thread-safe.
// Rules: the fraction never falls and is 1 only in phase Done; the time left is a range, shown after 3 seconds, smoothed over 15.
struct Rates {
    double fraction = 0;                    // 0…1 of the whole run
    double inPerSecond = 0, outPerSecond = 0;  // bytes, smoothed
    std::vector<double> workerInPerSecond;  // bytes, over the last interval
    std::optional<double> secondsLeftLow, secondsLeftHigh;
    double ratio = 0;                       // bytes in / bytes out so far, 0 when unknown
    // What limits the run at the moment, with the share of the workers' time it takes.
    enum class Bottleneck { Unknown, Compressing, Reading, Scanning, Hashing, Writing, Ordering, Waiting } bottleneck = Bottleneck::Unknown;
    double bottleneckShare = 0;             // 0…1
    double waitingShare = 0;                // 0…1 of the workers' time spent waiting
};

class RateMeter {
public:
    Rates update(const concurrency::Snapshot& snapshot);

private:
    struct Point {
        double seconds = 0;
        std::uint64_t bytesIn = 0, bytesOut = 0;
    };
    std::vector<Point> m_points;
    concurrency::Snapshot m_last;
    double m_fraction = 0;
};

}  // namespace sqd::operation
