// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "io/posix_file.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace sqd::tar {

// An archive as plain bytes that can be read at any place.
struct PlainTar {
    std::unique_ptr<io::PosixFile> file;
    std::optional<Error> damage;  // it was compressed and could not be unpacked to its end
};

// An archive that was opened: a file, a pipe or standard input, plain or compressed.
class TarInput {
public:
    // "-" = standard input. Errors: InputUnreadable.
    static Result<TarInput> open(const std::string& path);
    // An uncompressed regular file is used as it is. Anything else is unpacked or copied into a file without a name in `folder`. `bytes`
    // counts what was read. Waits for a pipe, but never longer than a moment once `stop` was requested. Errors: InputUnreadable (also: no
    // bytes at all), Corrupt (no archive), OutputUnwritable (no room in `folder`), Cancelled.
    Result<PlainTar> makePlain(const std::string& folder, const std::stop_token& stop, std::atomic<std::uint64_t>& bytes);

private:
    TarInput(io::UniqueFd fd, std::string name) : m_fd(std::move(fd)), m_name(std::move(name)) {}
    Result<PlainTar> asItIs();
    io::UniqueFd m_fd;
    std::string m_name;
    bool m_regular = false;  // and read from its start
};

}  // namespace sqd::tar
