// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "source/directory_source.h"
#include "source/mode_expression.h"
#include "source/warning_log.h"
#include "source/xattr_reader.h"

#include <memory>
#include <mutex>
#include <optional>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace sqd::source {

// A device number as an inode stores it (format section 6): 12 bits of major, 20 of minor. nullopt when it does not fit.
std::optional<std::uint32_t> encodeDevice(std::uint32_t major, std::uint32_t minor);

// Turns what lies at a place into an Entry: attributes with all overrides, link target, xattrs, whether it can be read. Thread-safe.
class EntryReader {
public:
    enum class Outcome { Kept, Dropped };
    // `options` and `log` must live as long. Errors: InvalidArgument.
    static Result<std::unique_ptr<EntryReader>> create(const DirectoryOptions& options, WarningLog& log);
    // Fills `entry` but for name and parent, which stand already. Dropped: gone, unreadable (each with a warning) or ignored.
    // Errors: NotExpressible, unless such entries are skipped.
    Result<Outcome> read(const Place& place, Entry& entry);
    // True when an open folder may not be searched, so that nothing in it can be reached.
    [[nodiscard]] bool searchDenied(int folder) const;
    // The time rules for a time that no source has said.
    [[nodiscard]] std::uint32_t limitedTime(std::uint32_t seconds) const;
    void ignore(std::uint64_t device, std::uint64_t inode) { m_ignored.emplace_back(device, inode); }

private:
    EntryReader(const DirectoryOptions& options, WarningLog& log);
    bool look(Place& place, Entry& entry, struct stat& st);
    void keepLink(Place& place, const std::string& why, bool skipped);
    static bool isLoop(const Entry& entry, const struct stat& st);
    Result<bool> setType(const Place& place, Entry& entry, const struct stat& st);
    void setAttributes(const Place& place, Entry& entry, const struct stat& st);
    void setTime(const Place& place, Entry& entry, const struct stat& st);
    Result<bool> readTarget(const Place& place, Entry& entry);
    Result<bool> notExpressible(const Place& place, const std::string& what);
    [[nodiscard]] bool allowedByMode(const struct stat& st, unsigned bit) const;
    [[nodiscard]] bool unreadable(const Place& place, const struct stat& st) const;

    const DirectoryOptions& m_options;
    WarningLog& m_log;
    std::unique_ptr<XattrReader> m_xattrs;       // null when they are not wanted
    std::optional<ModeExpression> m_mode;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> m_ignored;
    uid_t m_uid = 0;
    std::vector<gid_t> m_groups;
};

}  // namespace sqd::source
