// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_target.h"

#include "source/long_path.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace sqd::read {

static constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY;

// "a/b/c" → "a/b" and "c"; "c" → "." and "c".
static std::pair<std::string, std::string> splitLast(std::string path)
{
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos)
        return {".", path};
    std::string name = path.substr(slash + 1);
    return {slash == 0 ? "/" : path.substr(0, slash), name};
}

static io::UniqueFd openFolder(source::PathOpener& opener, const std::string& path)
{
    io::UniqueFd fd = opener.open(path, kFolderFlags);
    if (!fd && errno == EACCES)
        fd = opener.open(path, O_PATH | O_DIRECTORY);
    return fd;
}

Result<ExtractTarget> ExtractTarget::find(const std::string& path)
{
    source::PathOpener opener;
    ExtractTarget target;
    target.m_path = path;
    target.m_basePath = path;
    for (;;) {
        target.m_base = openFolder(opener, target.m_basePath);
        if (target.m_base)
            break;
        const int reason = errno;
        auto [above, name] = splitLast(target.m_basePath);
        if (reason != ENOENT || name.empty() || name == "." || name == ".." || above == target.m_basePath)
            return outputError(target.m_basePath, reason == ENOTDIR ? "is no folder that could be extracted into" : "the folder cannot be opened", reason);
        // A link that leads nowhere looks like nothing, but cannot be made.
        struct stat st{};
        if (io::UniqueFd parent = openFolder(opener, above); parent && ::fstatat(parent.get(), name.c_str(), &st, AT_SYMLINK_NOFOLLOW) == 0)
            return outputError(target.m_basePath, "is a link that leads to no folder", reason);
        target.m_missing.insert(target.m_missing.begin(), std::move(name));
        target.m_basePath = std::move(above);
    }
    return target;
}

ExtractTarget::Space ExtractTarget::space() const
{
    struct statvfs system{};
    Space space;
    // Some file systems count nothing; they say 0 of 0.
    if (::fstatvfs(m_base.get(), &system) != 0 || system.f_blocks == 0)
        return space;
    space.isKnown = true;
    space.unitBytes = std::max<std::uint64_t>(system.f_frsize != 0 ? system.f_frsize : system.f_bsize, 1);
    space.freeBytes = static_cast<std::uint64_t>(::geteuid() == 0 ? system.f_bfree : system.f_bavail) * space.unitBytes;
    return space;
}

bool ExtractTarget::isEmpty() const
{
    const int fd = isNew() ? -1 : ::openat(m_base.get(), ".", kFolderFlags | O_CLOEXEC);
    DIR* listing = fd >= 0 ? ::fdopendir(fd) : nullptr;
    if (listing == nullptr) {
        if (fd >= 0)
            ::close(fd);
        return false;
    }
    int names = 0;
    while (names <= 2 && ::readdir(listing) != nullptr)  // NOLINT(concurrency-mt-unsafe): an own stream
        ++names;
    ::closedir(listing);
    return names == 2;  // "." and ".."
}

Result<io::UniqueFd> ExtractTarget::make()
{
    io::UniqueFd at(::fcntl(m_base.get(), F_DUPFD_CLOEXEC, 0));
    if (!at)
        return outputError(m_basePath, "the folder cannot be opened", errno);
    std::string path = m_basePath == "." && !m_path.starts_with("./") ? "" : m_basePath;
    for (std::size_t i = 0; i < m_missing.size(); ++i) {
        const char* name = m_missing[i].c_str();
        path = source::joinPath(path, name);
        // The target itself stays closed until its attributes are set.
        if (::mkdirat(at.get(), name, i + 1 == m_missing.size() ? 0700 : 0777) != 0)
            return outputError(path, "the folder cannot be made", errno);
        if (m_topmost.empty())
            m_topmost = path;
        io::UniqueFd next(::openat(at.get(), name, kFolderFlags | O_NOFOLLOW | O_CLOEXEC));
        if (!next)
            return outputError(path, "the folder cannot be opened", errno);
        at = std::move(next);
    }
    return at;
}

void ExtractTarget::unmake()
{
    if (m_topmost.empty())
        return;
    // From the deepest up, each by its name in the one above.
    for (std::size_t depth = m_missing.size(); depth > 0; --depth) {
        io::UniqueFd at(::fcntl(m_base.get(), F_DUPFD_CLOEXEC, 0));
        for (std::size_t i = 0; at && i + 1 < depth; ++i)
            at = io::UniqueFd(::openat(at.get(), m_missing[i].c_str(), kFolderFlags | O_NOFOLLOW | O_CLOEXEC));
        if (!at || ::unlinkat(at.get(), m_missing[depth - 1].c_str(), AT_REMOVEDIR) != 0)
            return;
    }
}

}  // namespace sqd::read
