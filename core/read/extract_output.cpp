// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_output.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <unistd.h>
#include <utility>

namespace sqd::read {

std::string hiddenName()
{
    static std::atomic<std::uint64_t> counter{0};
    char text[64];
    std::snprintf(text, sizeof text, ".squashdesk-%x-%llx", static_cast<unsigned>(::getpid()),
        static_cast<unsigned long long>(counter.fetch_add(1, std::memory_order_relaxed)));
    return text;
}

int renameInside(int folder, const char* from, const char* to, bool replace)
{
    if (replace)
        return ::renameat(folder, from, folder, to) == 0 ? 0 : errno;
    if (::renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    // A file system without that flag: a link fails when the name is taken, and then the old name goes.
    if (::linkat(folder, from, folder, to, 0) != 0)
        return errno;
    (void)::unlinkat(folder, from, 0);
    return 0;
}

NewFile::NewFile(NewFile&& other) noexcept
    : m_state(std::exchange(other.m_state, State::None)), m_folder(other.m_folder), m_fd(std::move(other.m_fd)), m_name(std::move(other.m_name))
{
}

NewFile::~NewFile()
{
    if (m_state == State::Final || m_state == State::Hidden)
        (void)::unlinkat(m_folder, m_name.c_str(), 0);
}

int NewFile::create(int folder, const char* name, bool ownFolder, mode_t mode)
{
    // Some file systems have no nameless files; each thread finds that out once.
    thread_local bool hasUnnamed = true;
    m_folder = folder;
    if (ownFolder) {
        m_fd = io::UniqueFd(::openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
        if (!m_fd)
            return errno;
        m_name = name;
        m_state = State::Final;
        return 0;
    }
    if (hasUnnamed) {
        m_fd = io::UniqueFd(::openat(folder, ".", O_RDWR | O_TMPFILE | O_CLOEXEC, mode));
        if (m_fd) {
            m_state = State::Unnamed;
            return 0;
        }
        if (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT && errno != EINVAL)
            return errno;
        hasUnnamed = false;
    }
    return createHidden(mode);
}

int NewFile::createHidden(mode_t mode)
{
    do {
        m_name = hiddenName();
        m_fd = io::UniqueFd(::openat(m_folder, m_name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    } while (!m_fd && errno == EEXIST);
    if (!m_fd)
        return errno;
    m_state = State::Hidden;
    return 0;
}

int NewFile::linkTo(const char* name) const
{
    // The first way wants a privilege on older kernels, the second a mounted /proc.
    if (::linkat(m_fd.get(), "", m_folder, name, AT_EMPTY_PATH) == 0)
        return 0;
    if (errno != ENOENT && errno != EPERM && errno != EINVAL)
        return errno;
    char path[40];
    std::snprintf(path, sizeof path, "/proc/self/fd/%d", m_fd.get());
    return ::linkat(AT_FDCWD, path, m_folder, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

int NewFile::moveTo(const char* name, bool replace)
{
    const int failed = renameInside(m_folder, m_name.c_str(), name, replace);
    if (failed == 0)
        m_state = State::Done;
    return failed;
}

int NewFile::publish(const char* name, bool replace)
{
    if (m_state == State::Final) {
        m_state = State::Done;
        return 0;
    }
    if (m_state == State::Hidden)
        return moveTo(name, replace);
    if (!replace) {
        const int failed = linkTo(name);
        if (failed == 0)
            m_state = State::Done;
        return failed;
    }
    m_name = hiddenName();
    if (const int failed = linkTo(m_name.c_str()); failed != 0)
        return failed;
    m_state = State::Hidden;
    return moveTo(name, true);
}

}  // namespace sqd::read
