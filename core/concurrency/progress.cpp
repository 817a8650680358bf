// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/progress.h"

#include <algorithm>

namespace sqd::concurrency {

const char* phaseName(Phase phase)
{
    switch (phase) {
    case Phase::Idle: return "idle";
    case Phase::Scanning: return "scanning";
    case Phase::Packing: return "packing";
    case Phase::Extracting: return "extracting";
    case Phase::Tables: return "tables";
    case Phase::Verifying: return "verifying";
    case Phase::Syncing: return "syncing";
    case Phase::Done: return "done";
    }
    return "idle";
}

const char* activityName(Activity activity)
{
    switch (activity) {
    case Activity::Waiting: return "waiting";
    case Activity::Scanning: return "scanning";
    case Activity::Reading: return "reading";
    case Activity::Hashing: return "hashing";
    case Activity::Compressing: return "compressing";
    case Activity::Ordering: return "ordering";
    case Activity::Writing: return "writing";
    case Activity::Decoding: return "decoding";
    case Activity::Paused: return "paused";
    }
    return "waiting";
}

double Snapshot::secondsIn(Activity activity) const
{
    std::uint64_t sum = 0;
    for (const WorkerSnapshot& w : workers)
        sum += w.nanoseconds[static_cast<std::size_t>(activity)];
    return static_cast<double>(sum) * 1e-9;
}

void WorkerCounters::enter(Activity next)
{
    const auto now = Clock::now();
    const auto spent = static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now - m_since).count());
    auto& sum = m_nanoseconds[static_cast<std::size_t>(m_activity.load(std::memory_order_relaxed))];
    sum.store(sum.load(std::memory_order_relaxed) + spent, std::memory_order_relaxed);  // one writer
    m_since = now;
    m_activity.store(next, std::memory_order_relaxed);
}

void WorkerCounters::setItem(std::string_view path)
{
    const std::lock_guard lock(m_itemMutex);
    m_item.assign(path);
}

void WorkerCounters::sample(WorkerSnapshot& out) const
{
    out.bytesIn = bytesIn.load(std::memory_order_relaxed);
    out.bytesOut = bytesOut.load(std::memory_order_relaxed);
    out.blocks = blocks.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < kActivityCount; ++i)
        out.nanoseconds[i] = m_nanoseconds[i].load(std::memory_order_relaxed);
    out.activity = m_activity.load(std::memory_order_relaxed);
    const std::lock_guard lock(m_itemMutex);
    out.item = m_item;
}

ProgressCounters::ProgressCounters(int workers)
{
    for (int i = 0; i < std::max(1, workers); ++i)
        m_workers.push_back(std::make_unique<WorkerCounters>());
}

void ProgressCounters::setPaused(bool paused)
{
    const std::lock_guard lock(m_pauseMutex);
    if (paused == m_paused.load(std::memory_order_relaxed))
        return;
    if (paused)
        m_pauseStart = Clock::now();
    else
        m_pausedFor += Clock::now() - m_pauseStart;
    m_paused.store(paused, std::memory_order_relaxed);
}

double ProgressCounters::seconds() const
{
    const std::lock_guard lock(m_pauseMutex);
    const auto end = m_paused.load(std::memory_order_relaxed) ? m_pauseStart : Clock::now();
    return std::chrono::duration<double>(end - m_start - m_pausedFor).count();
}

Snapshot ProgressCounters::sample() const
{
    Snapshot s;
    s.phase = phase.load(std::memory_order_acquire);
    s.totalKnown = totalKnown.load(std::memory_order_acquire);
    s.filesDone = filesDone.load(std::memory_order_relaxed);
    s.bytesIn = bytesIn.load(std::memory_order_acquire);
    s.verifyDone = verifyDone.load(std::memory_order_acquire);
    s.bytesOut = bytesOut.load(std::memory_order_relaxed);
    s.duplicateBytes = duplicateBytes.load(std::memory_order_relaxed);
    s.entriesFound = entriesFound.load(std::memory_order_relaxed);
    s.warnings = warnings.load(std::memory_order_relaxed);
    // Totals last, so that done never passes total.
    s.filesTotal = std::max(filesTotal.load(std::memory_order_relaxed), s.filesDone);
    s.bytesTotal = std::max(bytesTotal.load(std::memory_order_relaxed), s.bytesIn);
    s.verifyTotal = std::max(verifyTotal.load(std::memory_order_relaxed), s.verifyDone);
    s.paused = paused();
    s.seconds = seconds();
    s.workers.resize(m_workers.size());
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        m_workers[i]->sample(s.workers[i]);
    return s;
}

}  // namespace sqd::concurrency
