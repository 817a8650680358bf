// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/pack_summary.h"

#include "base/bytes_text.h"
#include "cli/progress_text.h"

#include <array>
#include <cstdio>
#include <set>

namespace sqd::cli {

// "1 file", "2 files".
static std::string counted(std::uint64_t n, const char* one, const char* many)
{
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

struct LeftOut {
    std::size_t files = 0, folders = 0;
};

// Entries, not warnings: one file may have several.
static LeftOut countLeftOut(const std::vector<source::Warning>& warnings)
{
    std::set<std::string_view> files, folders;
    for (const source::Warning& warning : warnings)
        if (warning.skipped)
            (warning.folder ? folders : files).insert(warning.path);
    return {files.size(), folders.size()};
}

static std::string percent(double value)
{
    std::array<char, 32> text{};
    (void)std::snprintf(text.data(), text.size(), "%.1f %%", value);
    return text.data();
}

static std::string sizeLine(const pack::PackReport& r)
{
    std::string text = printable(r.image) + ": " + formatSize(r.bytesOut) + " from " + formatSize(r.bytesIn);
    if (r.bytesOut > r.bytesIn)
        text += ", " + formatSize(r.bytesOut - r.bytesIn) + " more";
    else if (r.bytesIn > 0)
        text += ", saved " + percent(100 - 100.0 * static_cast<double>(r.bytesOut) / static_cast<double>(r.bytesIn));
    if (r.bytesIn > 0 && r.bytesOut > 0 && r.bytesOut / r.bytesIn < 10) {
        std::array<char, 32> ratio{};
        (void)std::snprintf(ratio.data(), ratio.size(), " (ratio %.2f)", static_cast<double>(r.bytesIn) / static_cast<double>(r.bytesOut));
        text += ratio.data();
    }
    return text + ", in " + durationText(r.seconds) + "\n";
}

static std::string contentsLine(const pack::PackReport& r)
{
    std::string text = "  " + counted(r.files, "file", "files") + ", " + counted(r.directories, "folder", "folders");
    if (r.symlinks > 0)
        text += ", " + counted(r.symlinks, "symbolic link", "symbolic links");
    if (r.devices > 0)
        text += ", " + counted(r.devices, "device", "devices");
    if (r.others > 0)
        text += ", " + counted(r.others, "pipe or socket", "pipes and sockets");
    if (r.hardLinks > 0)
        text += ", " + counted(r.hardLinks, "set of hard links", "sets of hard links");
    return text + "\n";
}

static std::string storageLine(const pack::PackReport& r)
{
    std::string text = "  " + counted(r.duplicates, "duplicate", "duplicates");
    if (r.duplicateBytes > 0)
        text += " (" + formatSize(r.duplicateBytes) + " saved)";
    text += ", " + counted(r.blocks, "block", "blocks");
    if (r.rawBlocks > 0)
        text += " (" + std::to_string(r.rawBlocks) + " stored as they are)";
    text += ", " + counted(r.fragments, "fragment block", "fragment blocks");
    if (r.holes > 0)
        text += ", " + counted(r.holes, "hole", "holes");
    return text + "\n";
}

static std::string settingsLine(const pack::PackReport& r)
{
    std::string text = "  " + r.codec + (r.codec == "none" ? "" : " level " + std::to_string(r.level)) + ", blocks of " + formatSize(r.blockSize) + ", "
        + (r.jobs == 0 ? std::string("serial") : counted(static_cast<std::uint64_t>(r.jobs), "worker", "workers"));
    return text + (r.verified ? ", verified\n" : ", not verified\n");
}

std::string packSummary(const pack::PackReport& r)
{
    std::string text = sizeLine(r) + contentsLine(r) + storageLine(r) + settingsLine(r);
    if (r.skipped > 0)
        text += "  excluded: " + counted(r.skipped, "entry", "entries") + "\n";
    const LeftOut left = countLeftOut(r.warnings);
    if (left.files + left.folders > 0)
        text += "  left out: " + counted(left.files, "file", "files") + ", " + counted(left.folders, "folder", "folders") + "\n";
    if (!r.warnings.empty())
        text += "  " + counted(r.warnings.size(), "warning", "warnings") + "\n";
    return text;
}

Json warningsJson(const std::vector<source::Warning>& warnings)
{
    Json list = Json::array();
    for (const source::Warning& warning : warnings) {
        Json one = Json::object();
        putBytes(one, "path", warning.path);
        putBytes(one, "what", warning.what);
        one["skipped"] = warning.skipped;
        one["folder"] = warning.folder;
        list.push_back(std::move(one));
    }
    return list;
}

Json packJson(const pack::PackReport& r)
{
    Json json = Json::object();
    putBytes(json, "image", r.image);
    json.update(Json{{"codec", r.codec}, {"level", r.level}, {"block_size", r.blockSize}, {"jobs", r.jobs}, {"bytes_in", r.bytesIn},
        {"bytes_out", r.bytesOut}, {"ratio", r.bytesOut > 0 ? Json(static_cast<double>(r.bytesIn) / static_cast<double>(r.bytesOut)) : Json(nullptr)},
        {"seconds", r.seconds}});
    json["phases"] = {{"scan", r.scanSeconds}, {"pack", r.packSeconds}, {"tables", r.tableSeconds}, {"verify", r.verifySeconds}, {"sync", r.syncSeconds}};
    json.update(Json{{"files", r.files}, {"directories", r.directories}, {"symlinks", r.symlinks}, {"devices", r.devices}, {"others", r.others},
        {"hard_links", r.hardLinks}, {"duplicates", r.duplicates}, {"duplicate_bytes", r.duplicateBytes}, {"skipped", r.skipped},
        {"fragments", r.fragments}, {"blocks", r.blocks}, {"raw_blocks", r.rawBlocks}, {"probed_raw", r.probedRaw}, {"holes", r.holes},
        {"verified", r.verified}});
    const LeftOut left = countLeftOut(r.warnings);
    json["left_out"] = {{"files", left.files}, {"directories", left.folders}};
    json["workers"] = Json::array();
    for (const pack::WorkerReport& w : r.workers)
        json["workers"].push_back({{"bytes_in", w.bytesIn}, {"bytes_out", w.bytesOut}, {"blocks", w.blocks}, {"busy_seconds", w.busySeconds}});
    const pack::StageSeconds& s = r.stages;
    json["stages"] = {{"scanning", s.scanning}, {"reading", s.reading}, {"hashing", s.hashing}, {"compressing", s.compressing},
        {"ordering", s.ordering}, {"writing", s.writing}, {"decoding", s.decoding}, {"waiting", s.waiting}};
    json["peak_memory"] = r.peakMemory;
    json["warnings"] = warningsJson(r.warnings);
    return json;
}

}  // namespace sqd::cli
