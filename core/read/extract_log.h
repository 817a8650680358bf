// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "read/extractor.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace sqd::read {

// Collects what an extraction has to say. What many entries share is said once, with its count and the first path. The result does not
// depend on which worker came first. Thread-safe.
class ExtractLog {
public:
    void warn(std::string path, std::string what);  // exit 6
    void note(std::string path, std::string what);  // exit 0
    void lose(Finding finding);                     // exit 5
    // `items` things of one kind that entry `path` did not get; said as `before` COUNT `between` ENTRIES `after`.
    struct Kind {
        std::string before, between, after;
        bool isNote = false;
        friend auto operator<=>(const Kind&, const Kind&) = default;
    };
    void addShared(const Kind& kind, const std::string& path, std::uint64_t items);

    [[nodiscard]] bool hasWarnings() const { return m_warned.load(std::memory_order_relaxed); }
    [[nodiscard]] bool hasLost() const { return m_lostAny.load(std::memory_order_relaxed); }
    // Moves everything into the report, sorted by path.
    void finish(ExtractReport& report);

private:
    struct Shared {
        std::string path;
        std::uint64_t items = 0;
        std::uint64_t entries = 0;
    };
    std::atomic<bool> m_warned{false};
    std::atomic<bool> m_lostAny{false};
    std::mutex m_mutex;
    // all below: guarded by m_mutex
    std::vector<ExtractNote> m_warnings;
    std::vector<ExtractNote> m_notes;
    std::vector<Finding> m_lost;
    std::map<Kind, Shared> m_shared;
};

// The system's text for an errno.
inline std::string errnoText(int reason) { return outputError({}, {}, reason).why; }

}  // namespace sqd::read
