// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "source/filter.h"
#include "source/source_tree.h"
#include "source/warning_log.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace sqd::source {

// Where an entry is found: a name in an open folder. For a source itself: AT_FDCWD, an empty folder path, and the path as the name.
struct Place {
    int folder = -1;
    const std::string& folderPath;
    const char* name = nullptr;  // NUL-terminated
    bool follow = false;         // a link stands for what it points to
    [[nodiscard]] std::string path() const;
};

// Reads extended attributes. Thread-safe.
class XattrReader {
public:
    // Errors: InvalidArgument for a bad expression. `log` must live as long.
    static Result<std::unique_ptr<XattrReader>> create(const std::vector<std::string>& include, const std::vector<std::string>& exclude, WarningLog& log);
    // Sets entry.xattrs. What SquashFS cannot hold (ACLs, foreign namespaces) and what cannot be read becomes a warning; the entry stays.
    void read(const Place& place, Entry& entry);

private:
    explicit XattrReader(WarningLog& log) : m_log(log) {}
    [[nodiscard]] bool wanted(std::string_view name) const;
    [[nodiscard]] bool knownUnsupported(std::uint64_t device) const;
    void rememberUnsupported(std::uint64_t device);
    void add(const Place& place, const Entry& entry, const char* name, Xattrs& out);
    void fail(const Place& place, const Entry& entry, const std::string& what, int osErrno);

    WarningLog& m_log;
    RegexList m_include;
    RegexList m_exclude;
    // File systems without attributes, so that their entries cost no system call. A ninth one costs the call.
    static constexpr std::size_t kRemembered = 8;
    std::mutex m_mutex;                                          // one writer of the two below at a time
    std::array<std::atomic<std::uint64_t>, kRemembered> m_unsupported{};
    std::atomic<std::size_t> m_unsupportedCount{0};
};

}  // namespace sqd::source
