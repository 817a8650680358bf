// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/long_path.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <thread>

namespace sqd::source {

// The system takes PATH_MAX (4096) bytes with the NUL; a piece ends at a slash, and a name is at most 255 bytes.
static constexpr std::size_t kMaxPiece = 4000;
// Other programs' and our own short-lived descriptors go away soon; longer than this the limit is real.
static constexpr int kFullTableTries = 400;
static constexpr std::chrono::milliseconds kFullTablePause{5};

static io::UniqueFd openPatiently(int base, const char* path, int flags)
{
    for (int tries = 0;; ++tries) {
        io::UniqueFd fd(::openat(base, path, flags));
        if (fd || (errno != EINTR && errno != EMFILE && errno != ENFILE) || tries == kFullTableTries)
            return fd;
        if (errno != EINTR)
            std::this_thread::sleep_for(kFullTablePause);
    }
}

io::UniqueFd openLongPath(const std::string& path, int flags)
{
    flags |= O_CLOEXEC;
    if (path.size() <= kMaxPiece)
        return openPatiently(AT_FDCWD, path.c_str(), flags);
    io::UniqueFd at;
    std::string_view rest = path;
    while (rest.size() > kMaxPiece) {
        const std::size_t slash = rest.rfind('/', kMaxPiece);
        if (slash == std::string_view::npos) {
            errno = ENAMETOOLONG;
            return {};
        }
        const std::string piece(rest.substr(0, slash + 1));
        io::UniqueFd next = openPatiently(at ? at.get() : AT_FDCWD, piece.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (!next)
            return {};
        at = std::move(next);
        rest.remove_prefix(slash + 1);
    }
    return openPatiently(at.get(), std::string(rest).c_str(), flags);
}

std::string joinPath(std::string_view folder, std::string_view name)
{
    std::string path;
    path.reserve(folder.size() + 1 + name.size());
    path = folder;
    if (!path.empty() && path.back() != '/')
        path += '/';
    path += name;
    return path;
}

}  // namespace sqd::source
