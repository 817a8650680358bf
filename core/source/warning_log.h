// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "source/source.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace sqd::source {

// Collects what a scan has to say. What many entries share is said once, with the first path and the number of the others. The result
// does not depend on which thread came first. Thread-safe.
class WarningLog {
public:
    void add(Warning warning);
    // Once per `what`: of all paths the lowest is named.
    void addShared(const std::string& what, const std::string& path, bool folder);
    // An entry that cannot be read; also a warning with `skipped`.
    void addUnreadable(const std::string& path, bool folder, const std::string& what, int osErrno);

    [[nodiscard]] std::uint64_t count() const;
    // Sorted by path.
    [[nodiscard]] std::vector<Warning> all() const;
    // Success, or one Error that names every unreadable entry.
    [[nodiscard]] Result<void> unreadable() const;

private:
    struct Shared {
        std::string path;
        bool folder = false;
        std::uint64_t count = 0;
    };
    mutable std::mutex m_mutex;
    std::vector<Warning> m_warnings;           // guarded by m_mutex
    std::map<std::string, Shared> m_shared;    // guarded by m_mutex; by `what`
    std::vector<Error> m_unreadable;           // guarded by m_mutex
};

}  // namespace sqd::source
