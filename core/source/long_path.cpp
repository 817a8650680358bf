// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/long_path.h"

#include <algorithm>
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

io::UniqueFd PathOpener::open(const std::string& path, int flags)
{
    flags |= O_CLOEXEC;
    if (path.size() <= kMaxPiece)
        return openPatiently(AT_FDCWD, path.c_str(), flags);
    std::shared_ptr<const Anchor> anchor;
    {
        const std::lock_guard lock(m_mutex);
        if (m_anchor && path.starts_with(m_anchor->path))
            anchor = m_anchor;
    }
    std::size_t done = anchor ? anchor->path.size() : 0;
    while (path.size() - done > kMaxPiece) {
        const std::size_t slash = path.rfind('/', done + kMaxPiece);
        if (slash == std::string::npos || slash <= done) {
            errno = ENAMETOOLONG;
            return {};
        }
        const std::string piece = path.substr(done, slash + 1 - done);
        io::UniqueFd next = openPatiently(anchor ? anchor->folder.get() : AT_FDCWD, piece.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (!next)
            return {};
        done = std::min(path.find_first_not_of('/', slash), path.size());  // a piece with a slash in front would begin at "/"
        anchor = std::make_shared<const Anchor>(Anchor{std::move(next), path.substr(0, done)});
    }
    io::UniqueFd fd = openPatiently(anchor->folder.get(), path.c_str() + done, flags);
    const int reason = errno;
    {
        const std::lock_guard lock(m_mutex);
        m_anchor.swap(anchor);
    }
    anchor.reset();  // closes the folder before, outside of the lock
    errno = reason;
    return fd;
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
