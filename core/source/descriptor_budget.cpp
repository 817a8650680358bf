// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/descriptor_budget.h"

#include "base/process_limits.h"

#include <algorithm>

namespace sqd::source {

// Left for everybody else: worker threads take one each (Qt gives every thread an event dispatcher), then the output, its folder at the
// end, a manifest, the place that PathOpener remembers. Under a limit as small as that nothing is kept.
static constexpr int kReserve = 72;
// On the way along a long path (PathOpener).
static constexpr int kPerTurn = 3;
// A turn holds that many. More turns at a time help only on storage with long latency.
static constexpr int kTurns = 8;
static constexpr int kTurnsWhenTight = 2;
// More would only make the kernel's table grow.
static constexpr int kMaxKept = 1024;

DescriptorBudget::DescriptorBudget()
{
    const int left = descriptorsLeft();
    m_turns = left < 2 * kReserve ? kTurnsWhenTight : kTurns;
    m_kept = std::clamp(left - kReserve - kPerTurn * m_turns, 0, kMaxKept);
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
