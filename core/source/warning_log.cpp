// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/warning_log.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sqd::source {

void WarningLog::add(Warning warning)
{
    const std::lock_guard lock(m_mutex);
    m_warnings.push_back(std::move(warning));
}

void WarningLog::addShared(const std::string& what, const std::string& path, bool folder)
{
    const std::lock_guard lock(m_mutex);
    Shared& shared = m_shared[what];
    if (shared.count++ == 0 || path < shared.path) {
        shared.path = path;
        shared.folder = folder;
    }
}

void WarningLog::addUnreadable(const std::string& path, bool folder, const std::string& what, int osErrno)
{
    Error e = inputError(path, what, osErrno);
    Warning w{path, e.why.empty() ? what : what + " (" + e.why + ")", true, folder};
    const std::lock_guard lock(m_mutex);
    m_warnings.push_back(std::move(w));
    m_unreadable.push_back(std::move(e));
}

std::uint64_t WarningLog::count() const
{
    const std::lock_guard lock(m_mutex);
    return m_warnings.size() + m_shared.size();
}

std::vector<Warning> WarningLog::all() const
{
    std::vector<Warning> result;
    {
        const std::lock_guard lock(m_mutex);
        result = m_warnings;
        for (const auto& [what, shared] : m_shared) {
            std::string text = what;
            if (shared.count > 1)
                text += "; the same for " + std::to_string(shared.count - 1) + (shared.count == 2 ? " other entry" : " other entries");
            result.push_back({shared.path, std::move(text), false, shared.folder});
        }
    }
    std::ranges::sort(result, [](const Warning& a, const Warning& b) { return std::tie(a.path, a.what) < std::tie(b.path, b.what); });
    return result;
}

Result<void> WarningLog::unreadable() const
{
    std::vector<Error> errors;
    {
        const std::lock_guard lock(m_mutex);
        errors = m_unreadable;
    }
    if (errors.empty())
        return {};
    std::ranges::sort(errors, [](const Error& a, const Error& b) { return a.where < b.where; });
    Error first = std::move(errors.front());
    for (std::size_t i = 1; i < errors.size(); ++i)
        first.also.push_back(errors[i].line());
    first.hint = "--skip-unreadable leaves such entries out";
    return first;
}

}  // namespace sqd::source
