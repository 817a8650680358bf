// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/progress_line.h"

#include "cli/progress_text.h"

#include <chrono>
#include <system_error>

namespace sqd::cli {

// A little more than a tenth of a second: together with the last line never more than ten lines in a second.
static constexpr std::chrono::milliseconds kInterval{115};
// Plain lines are for logs.
static constexpr double kPlainInterval = 2;

ProgressLine::ProgressLine(Streams& streams, ProgressMode mode, bool quiet, std::function<concurrency::Snapshot()> sample)
    : m_streams(streams)
    , m_sample(std::move(sample))
{
    switch (mode) {
    case ProgressMode::Auto: m_style = streams.errIsTerminal && !quiet ? Style::Redrawn : Style::None; break;
    case ProgressMode::Plain: m_style = Style::Plain; break;
    case ProgressMode::JsonLines: m_style = Style::JsonLines; break;
    case ProgressMode::None: break;
    }
    if (m_style == Style::None)
        return;
    try {
        m_thread = std::jthread([this](std::stop_token stop) { loop(std::move(stop)); });
    } catch (const std::system_error&) {
        // No thread to be had: the work goes on without a display, the last sample is still shown.
    }
}

ProgressLine::~ProgressLine()
{
    finish();
}

void ProgressLine::loop(std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    while (true) {
        (void)m_wake.wait_for(lock, stop, kInterval, [] { return false; });
        if (stop.stop_requested())
            return;
        show(false);
    }
}

void ProgressLine::finish()
{
    if (m_style == Style::None)
        return;
    if (m_thread.joinable()) {
        m_thread.request_stop();
        m_thread.join();
    }
    show(true);
    m_style = Style::None;
}

void ProgressLine::show(bool last)
{
    const concurrency::Snapshot snapshot = m_sample();
    const operation::Rates rates = m_meter.update(snapshot);
    std::string text;
    switch (m_style) {
    case Style::None: return;
    case Style::JsonLines: text = dumpJson(progressJson(snapshot, rates)) + "\n"; break;
    case Style::Plain:
        if (!last && snapshot.phase == m_lastPhase && snapshot.seconds - m_lastPlainSeconds < kPlainInterval)
            return;
        text = progressLine(snapshot, rates, 200) + "\n";
        break;
    case Style::Redrawn:
        if (last && !m_drawn)
            return;
        text = "\r\033[K";
        if (!last)
            text += progressLine(snapshot, rates, static_cast<std::size_t>(std::max(20, m_streams.errColumns ? m_streams.errColumns() - 1 : 79)));
        m_drawn = !last;
        break;
    }
    m_lastPhase = snapshot.phase;
    m_lastPlainSeconds = snapshot.seconds;
    m_streams.err << text << std::flush;
}

}  // namespace sqd::cli
