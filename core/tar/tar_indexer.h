// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "source/directory_source.h"
#include "source/filter.h"
#include "source/warning_log.h"
#include "tar/owner_names.h"
#include "tar/tar_options.h"
#include "tar/tar_reader.h"
#include "tar/tar_tree.h"

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace sqd::tar {

// Reads all headers of a plain archive into a tree, and says what is odd. One run.
class TarIndexer {
public:
    // All references must live as long. `entries` counts up for whoever watches.
    TarIndexer(const io::RandomAccessFile& file, const TarOptions& options, const source::DirectoryOptions& common, source::WarningLog& log,
               TarTree& tree, std::atomic<std::uint64_t>& entries);
    // `damage`: why the file lacks its end, where unpacking it failed. Errors: Corrupt, InputUnreadable, InvalidArgument (patterns),
    // Cancelled. What is wrong with single entries is told all at once (Error::also).
    Result<void> run(const std::optional<Error>& damage, std::stop_token stop);

private:
    Result<void> readAll(const std::optional<Error>& damage, const std::stop_token& stop);
    void take(TarEntry& entry);
    bool takeWhiteout(TarEntry& entry);
    void prepare(TarEntry& entry);
    void applyNames(TarEntry& entry);
    void filterXattrs(TarEntry& entry);
    void judge(const Placement& placement, const std::string& name, std::uint64_t number, std::uint64_t position, bool folder);
    void bad(const std::string& name, std::uint64_t number, std::uint64_t position, const std::string& why);
    void note(const TarEntry& entry, const std::string& what);
    Result<void> verdict();
    Error withBadEntries(Error error);

    const TarOptions& m_options;
    const source::DirectoryOptions& m_common;
    source::WarningLog& m_log;
    TarTree& m_tree;
    std::atomic<std::uint64_t>& m_entries;
    TarReader m_reader;
    OwnerNames m_names;
    source::RegexList m_xattrsInclude, m_xattrsExclude;
    std::vector<Error> m_bad;
    std::uint64_t m_badCount = 0, m_notes = 0;
    std::string m_lastName;
    std::uint64_t m_lastNumber = 0;
};

}  // namespace sqd::tar
