// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/common_options.h"
#include "cli/streams.h"
#include "concurrency/progress.h"
#include "operation/rate_meter.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace sqd::cli {

// Shows the progress of one operation on standard error from a thread of its own until finish(). Nobody else may write there meanwhile.
class ProgressLine {
public:
    // `sample` is called from that thread and once more by finish(). With `quiet`, Auto shows nothing.
    ProgressLine(Streams& streams, ProgressMode mode, bool quiet, std::function<concurrency::Snapshot()> sample);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    // Ends the thread, takes the last sample, removes the redrawn line. Further calls do nothing.
    void finish();

private:
    enum class Style { None, Redrawn, Plain, JsonLines };
    void loop(std::stop_token stop);
    void show(bool last);

    Streams& m_streams;
    Style m_style = Style::None;
    std::function<concurrency::Snapshot()> m_sample;
    operation::RateMeter m_meter;
    bool m_drawn = false;              // a redrawn line stands there
    double m_lastPlainSeconds = -1;    // when the last plain line was printed
    concurrency::Phase m_lastPhase = concurrency::Phase::Idle;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

}  // namespace sqd::cli
