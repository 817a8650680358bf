// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "io/posix_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sqd::read {

// The folder that is extracted into. The user chose its path, so links in it are followed; below it none are. It is looked at first
// and made later, when everything that can be known before has been found good.
class ExtractTarget {
public:
    // Errors: OutputUnwritable (no folder; cannot be opened; nothing of the path exists).
    static Result<ExtractTarget> find(const std::string& path);
    // Bytes and unit in which the file system hands them out; 0 bytes when it does not tell.
    struct Space {
        std::uint64_t freeBytes = 0;
        std::uint64_t unitBytes = 4096;
        bool isKnown = false;
    };
    [[nodiscard]] Space space() const;
    // Opens the folder, made with its missing parents. Errors: OutputUnwritable.
    Result<io::UniqueFd> make();
    // It is there and nothing is in it.
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool isNew() const { return !m_missing.empty(); }
    // The topmost folder that make() made; empty without one.
    [[nodiscard]] const std::string& topmostMade() const { return m_topmost; }
    // Removes what make() made, as far as it is empty.
    void unmake();

private:
    std::string m_path;
    io::UniqueFd m_base;                    // the deepest folder that exists
    std::string m_basePath;
    std::vector<std::string> m_missing;     // names below it, from the top
    std::string m_topmost;
};

}  // namespace sqd::read
