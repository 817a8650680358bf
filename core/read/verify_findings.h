// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "read/finding.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace sqd::read {

// Collects findings of all workers, keeps at most `limit` and counts the rest. An error is never pushed out by notes: when the list is
// full, errors replace what is milder. Thread-safe.
class FindingCollector {
public:
    explicit FindingCollector(std::size_t limit) : m_limit(limit) {}

    void add(Finding finding);
    void add(Severity severity, std::string code, std::uint64_t offset, std::optional<std::string> path, std::string what)
    {
        add(Finding{severity, std::move(code), offset, std::move(path), std::move(what)});
    }
    [[nodiscard]] bool hasErrors() const;
    // Errors first, then warnings and notes, each by offset and path. Call when no worker adds any more.
    std::vector<Finding> take(std::uint64_t& suppressed);

private:
    const std::size_t m_limit;
    mutable std::mutex m_mutex;
    std::vector<Finding> m_findings;   // guarded by m_mutex
    std::uint64_t m_suppressed = 0;    // guarded by m_mutex
    bool m_errors = false;             // guarded by m_mutex
};

}  // namespace sqd::read
