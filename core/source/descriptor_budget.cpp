// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/descriptor_budget.h"

#include <algorithm>
#include <dirent.h>
#include <sys/resource.h>

namespace sqd::source {

// Left for everybody else: the output, its folder at the end, a manifest, libraries that open something for a moment, the place that
// PathOpener remembers.
static constexpr int kReserve = 7;
// On the way along a long path (PathOpener).
static constexpr int kPerTurn = 3;
// A turn holds that many. More turns at a time help only on storage with long latency.
static constexpr int kTurns = 8;
static constexpr int kTurnsWhenTight = 2;
// More would only make the kernel's table grow.
static constexpr int kMaxKept = 1024;

static int openDescriptors()
{
    DIR* folder = ::opendir("/proc/self/fd");
    if (folder == nullptr)
        return 10;  // the usual few
    int count = -1;  // the listing's own
    while (const dirent* entry = ::readdir(folder))  // NOLINT(concurrency-mt-unsafe): an own stream
        count += entry->d_name[0] != '.' ? 1 : 0;
    ::closedir(folder);
    return count;
}

DescriptorBudget::DescriptorBudget() : m_kept(kMaxKept), m_turns(kTurns)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    const int rest = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 1U << 20)) - openDescriptors() - kReserve;
    if (rest < 8 * kTurns)
        m_turns = kTurnsWhenTight;
    m_kept = std::clamp(rest - kPerTurn * m_turns, 0, kMaxKept);
}

DescriptorBudget::Permit DescriptorBudget::tryKeep()
{
    if (m_kept.fetch_sub(1, std::memory_order_relaxed) > 0)
        return Permit(this);
    m_kept.fetch_add(1, std::memory_order_relaxed);
    return {};
}

DescriptorBudget::Turn::Turn(DescriptorBudget& budget) : m_budget(budget)
{
    std::unique_lock lock(m_budget.m_mutex);
    m_budget.m_free.wait(lock, [this] { return m_budget.m_turns > 0; });
    --m_budget.m_turns;
}

DescriptorBudget::Turn::~Turn()
{
    {
        const std::lock_guard lock(m_budget.m_mutex);
        ++m_budget.m_turns;
    }
    m_budget.m_free.notify_one();
}

}  // namespace sqd::source
