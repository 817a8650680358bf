// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/long_path.h"

#include <cerrno>
#include <fcntl.h>
#include <string_view>

namespace sqd::source {

// The system takes PATH_MAX (4096) bytes with the NUL; a piece ends at a slash, and a name is at most 255 bytes.
static constexpr std::size_t kMaxPiece = 4000;

io::UniqueFd openLongPath(const std::string& path, int flags)
{
    flags |= O_CLOEXEC;
    if (path.size() <= kMaxPiece)
        return io::UniqueFd(::open(path.c_str(), flags));
    io::UniqueFd at;
    std::string_view rest = path;
    while (rest.size() > kMaxPiece) {
        const std::size_t slash = rest.rfind('/', kMaxPiece);
        if (slash == std::string_view::npos) {
            errno = ENAMETOOLONG;
            return {};
        }
        const std::string piece(rest.substr(0, slash + 1));
        const int base = at ? at.get() : AT_FDCWD;
        io::UniqueFd next(::openat(base, piece.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!next)
            return {};
        at = std::move(next);
        rest.remove_prefix(slash + 1);
    }
    return io::UniqueFd(::openat(at.get(), std::string(rest).c_str(), flags));
}

}  // namespace sqd::source
