// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace sqd::source {

// Shares out the descriptors that the process may still open (RLIMIT_NOFILE), so that 64 workers run under `ulimit -n 32` too. Who gets
// a permit keeps a descriptor open; who gets none opens for a moment, in turn, and closes again. A turn is never taken while another is
// held, and nothing waits inside one, so nobody waits for ever. Thread-safe.
class DescriptorBudget {
public:
    // Measures the limit and what is open now.
    DescriptorBudget();
    // For tests: `kept` permits, `turns` at a time.
    DescriptorBudget(int kept, int turns) : m_kept(kept), m_turns(turns) {}

    // The right to keep one descriptor. Move-only; false when there was none left.
    class Permit {
    public:
        Permit() = default;
        explicit Permit(DescriptorBudget* budget) : m_budget(budget) {}
        Permit(Permit&& other) noexcept : m_budget(std::exchange(other.m_budget, nullptr)) {}
        Permit& operator=(Permit&& other) noexcept
        {
            std::swap(m_budget, other.m_budget);
            return *this;
        }
        Permit(const Permit&) = delete;
        Permit& operator=(const Permit&) = delete;
        ~Permit()
        {
            if (m_budget != nullptr)
                m_budget->m_kept.fetch_add(1, std::memory_order_relaxed);
        }
        explicit operator bool() const { return m_budget != nullptr; }

    private:
        DescriptorBudget* m_budget = nullptr;
    };
    [[nodiscard]] Permit tryKeep();

    // Waits for a turn to hold up to three descriptors for a moment; ends with the scope.
    class Turn {
    public:
        explicit Turn(DescriptorBudget& budget);
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        ~Turn();

    private:
        DescriptorBudget& m_budget;
    };

private:
    std::atomic<int> m_kept{0};
    std::mutex m_mutex;
    std::condition_variable m_free;
    int m_turns = 1;  // guarded by m_mutex
};

}  // namespace sqd::source
