// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/posix_file.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace sqd::source {

// open(2) for paths of any length: longer than the system takes at once, they are walked in pieces. It remembers how far the last long
// path led (one descriptor), so that a scan deep down does not walk from the top each time. Thread-safe.
class PathOpener {
public:
    // `flags` without O_CREAT; O_CLOEXEC is added. Holds up to three descriptors on the way, returns one. Waits up to two seconds while
    // the table of open files is full. Empty with errno set on failure.
    io::UniqueFd open(const std::string& path, int flags);

private:
    struct Anchor {
        io::UniqueFd folder;
        std::string path;  // of the folder, with a slash at its end
    };
    std::mutex m_mutex;
    std::shared_ptr<const Anchor> m_anchor;  // guarded by m_mutex
};

// "folder/name"; just the name when `folder` is empty, no second slash after one.
std::string joinPath(std::string_view folder, std::string_view name);

}  // namespace sqd::source
