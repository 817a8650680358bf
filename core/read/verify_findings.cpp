// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/verify_findings.h"

#include <algorithm>
#include <tuple>

namespace sqd::read {

void FindingCollector::add(Finding finding)
{
    const std::lock_guard lock(m_mutex);
    m_errors = m_errors || finding.severity == Severity::Error;
    if (m_findings.size() < m_limit) {
        m_findings.push_back(std::move(finding));
        return;
    }
    ++m_suppressed;
    const auto milder = std::find_if(m_findings.begin(), m_findings.end(), [&](const Finding& kept) { return kept.severity < finding.severity; });
    if (milder != m_findings.end())
        *milder = std::move(finding);
}

bool FindingCollector::hasErrors() const
{
    const std::lock_guard lock(m_mutex);
    return m_errors;
}

std::vector<Finding> FindingCollector::take(std::uint64_t& suppressed)
{
    const std::lock_guard lock(m_mutex);
    suppressed = m_suppressed;
    std::sort(m_findings.begin(), m_findings.end(), [](const Finding& a, const Finding& b) {
        return std::tie(b.severity, a.offset, a.path, a.code, a.what) < std::tie(a.severity, b.offset, b.path, b.code, b.what);
    });
    return std::move(m_findings);
}

}  // namespace sqd::read
