// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_log.h"

#include <algorithm>
#include <tuple>

namespace sqd::read {

void ExtractLog::warn(std::string path, std::string what)
{
    m_warned.store(true, std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    m_warnings.push_back({std::move(path), std::move(what)});
}

void ExtractLog::note(std::string path, std::string what)
{
    const std::lock_guard lock(m_mutex);
    m_notes.push_back({std::move(path), std::move(what)});
}

void ExtractLog::lose(Finding finding)
{
    m_lostAny.store(true, std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    m_lost.push_back(std::move(finding));
}

void ExtractLog::addShared(const Kind& kind, const std::string& path, std::uint64_t items)
{
    if (!kind.isNote)
        m_warned.store(true, std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    Shared& shared = m_shared[kind];
    if (shared.entries == 0 || path < shared.path)
        shared.path = path;
    shared.items += items;
    ++shared.entries;
}

void ExtractLog::finish(ExtractReport& report)
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [kind, shared] : m_shared) {
        std::string what = kind.before + std::to_string(shared.items) + kind.between;
        if (!kind.after.empty())
            what += std::to_string(shared.entries) + (shared.entries == 1 ? " entry" : " entries") + kind.after;
        (kind.isNote ? m_notes : m_warnings).push_back({shared.path, std::move(what)});
    }
    m_shared.clear();
    const auto byPath = [](const auto& a, const auto& b) { return a.path != b.path ? a.path < b.path : a.what < b.what; };
    std::sort(m_warnings.begin(), m_warnings.end(), byPath);
    std::sort(m_notes.begin(), m_notes.end(), byPath);
    // Several workers may find the same file damaged at several places; the first place is told.
    std::sort(m_lost.begin(), m_lost.end(), [](const Finding& a, const Finding& b) { return std::tie(a.path, a.code, a.offset, a.what) < std::tie(b.path, b.code, b.offset, b.what); });
    m_lost.erase(std::unique(m_lost.begin(), m_lost.end(), [](const Finding& a, const Finding& b) { return a.path && a.path == b.path && a.code == b.code; }), m_lost.end());
    report.warnings = std::move(m_warnings);
    report.notes = std::move(m_notes);
    report.lost = std::move(m_lost);
}

}  // namespace sqd::read
