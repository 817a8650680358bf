// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/progress_text.h"

#include "base/bytes_text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace sqd::cli {

using concurrency::Activity;
using concurrency::Phase;
using concurrency::Snapshot;
using operation::Rates;

static std::string number(const char* format, double value)
{
    std::array<char, 48> text{};
    (void)std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string speedText(double bytesPerSecond)
{
    if (bytesPerSecond < 1e6)
        return number("%.1f kB/s", bytesPerSecond / 1e3);
    return number(bytesPerSecond < 1e9 ? "%.1f MB/s" : "%.0f MB/s", bytesPerSecond / 1e6);
}

std::string durationText(double seconds)
{
    if (seconds < 1)
        return number("%.2f s", seconds);
    if (seconds < 60)
        return number("%.1f s", seconds);
    const auto whole = static_cast<long>(std::lround(seconds));
    if (whole < 3600)
        return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

// A rounded time in its unit: {"20", " s"}.
static std::pair<std::string, std::string> inUnit(double seconds)
{
    if (seconds < 60)
        return {number("%.0f", seconds), " s"};
    if (seconds < 3600)
        return {number(std::fmod(seconds, 60) == 0 ? "%.0f" : "%.1f", seconds / 60), " min"};
    return {number("%.1f", seconds / 3600), " h"};
}

std::string timeLeftText(double low, double high)
{
    const auto [lowText, lowUnit] = inUnit(low);
    const auto [highText, highUnit] = inUnit(high);
    if (lowUnit != highUnit)
        return lowText + lowUnit + " - " + highText + highUnit;
    return lowText == highText ? lowText + lowUnit : lowText + "-" + highText + highUnit;
}

static std::uint64_t doneBytes(const Snapshot& s)
{
    return s.phase == Phase::Verifying ? s.verifyDone : s.bytesIn;
}

static std::uint64_t totalBytes(const Snapshot& s)
{
    return s.phase == Phase::Verifying ? s.verifyTotal : s.bytesTotal;
}

std::string progressLine(const Snapshot& s, const Rates& rates, std::size_t columns)
{
    std::vector<std::string> parts;
    std::string first = concurrency::phaseName(s.phase);
    // Without a total there is no honest percentage.
    if (s.totalKnown || s.phase >= Phase::Tables)
        first += number("  %3.0f %%", std::floor(rates.fraction * 100));
    parts.push_back(s.paused ? "paused, " + first : first);
    if (s.phase == Phase::Scanning || !s.totalKnown)
        parts.push_back(std::to_string(s.entriesFound) + " entries found");
    if (rates.inPerSecond > 0)
        parts.push_back(speedText(rates.inPerSecond));
    if (rates.secondsLeftLow && rates.secondsLeftHigh)
        parts.push_back(timeLeftText(*rates.secondsLeftLow, *rates.secondsLeftHigh) + " left");
    if (totalBytes(s) > 0)
        parts.push_back(formatSize(doneBytes(s)) + " of " + formatSize(totalBytes(s)));
    if (rates.ratio > 0 && s.phase == Phase::Packing)
        parts.push_back(number("ratio %.2f", rates.ratio));
    if (rates.bottleneck != Rates::Bottleneck::Unknown)
        parts.push_back(operation::bottleneckName(rates.bottleneck) + number(" %.0f %%", rates.bottleneckShare * 100));
    std::string line;
    // In order of importance: what does not fit ends the line, so that nothing jumps about.
    for (const std::string& part : parts) {
        if (!line.empty() && line.size() + part.size() + 2 > columns)
            break;
        line += (line.empty() ? "" : "  ") + part;
    }
    return line.substr(0, columns);
}

static Json workersJson(const Snapshot& s)
{
    Json workers = Json::array();
    for (const auto& worker : s.workers) {
        Json one = {{"bytes_in", worker.bytesIn}, {"bytes_out", worker.bytesOut}, {"blocks", worker.blocks},
            {"activity", concurrency::activityName(worker.activity)}};
        if (!worker.item.empty())
            putBytes(one, "item", worker.item);
        std::uint64_t busy = 0;
        for (std::size_t i = 0; i < worker.nanoseconds.size(); ++i)
            if (static_cast<Activity>(i) != Activity::Waiting && static_cast<Activity>(i) != Activity::Paused)
                busy += worker.nanoseconds[i];
        one["busy_seconds"] = static_cast<double>(busy) / 1e9;
        workers.push_back(std::move(one));
    }
    return workers;
}

Json progressJson(const Snapshot& s, const Rates& rates)
{
    Json json = {{"phase", concurrency::phaseName(s.phase)}, {"bytes_in", doneBytes(s)}, {"bytes_total", totalBytes(s)},
        {"bytes_out", s.bytesOut}, {"seconds", s.seconds}, {"eta_seconds", nullptr}};
    if (rates.secondsLeftLow && rates.secondsLeftHigh) {
        json["eta_seconds"] = (*rates.secondsLeftLow + *rates.secondsLeftHigh) / 2;
        json["eta_range"] = {*rates.secondsLeftLow, *rates.secondsLeftHigh};
    }
    json["fraction"] = rates.fraction;
    json["total_known"] = s.totalKnown;
    json["entries_found"] = s.entriesFound;
    json["files_done"] = s.filesDone;
    json["files_total"] = s.filesTotal;
    json["bytes_in_per_s"] = rates.inPerSecond;
    json["bytes_out_per_s"] = rates.outPerSecond;
    json["ratio"] = rates.ratio > 0 ? Json(rates.ratio) : Json(nullptr);
    json["bottleneck"] = rates.bottleneck == Rates::Bottleneck::Unknown ? Json(nullptr) : Json(operation::bottleneckName(rates.bottleneck));
    json["bottleneck_share"] = rates.bottleneckShare;
    json["warnings"] = s.warnings;
    json["paused"] = s.paused;
    json["workers"] = workersJson(s);
    return json;
}

}  // namespace sqd::cli
