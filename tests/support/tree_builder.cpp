// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tree_builder.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace sqd::test {

TemporaryFolder::TemporaryFolder(Where where)
{
    const char* base = std::getenv("TMPDIR");
    if (where == Where::Memory && ::access("/dev/shm", W_OK | X_OK) == 0)
        base = "/dev/shm";
    std::string pattern = std::string(base != nullptr && *base != '\0' ? base : "/tmp") + "/sqd-test-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr)
        std::abort();
    m_path = pattern;
    (void)::chmod(m_path.c_str(), 0755);
}

TemporaryFolder::~TemporaryFolder()
{
    removeTree(m_path);
}

Item Item::withMode(mode_t m) &&
{
    mode = m;
    return std::move(*this);
}

Item Item::withOwner(uid_t u, gid_t g) &&
{
    owner = {u, g};
    return std::move(*this);
}

Item Item::withTime(std::int64_t seconds, long nanoseconds) &&
{
    time = {seconds, nanoseconds};
    return std::move(*this);
}

Item Item::withXattr(std::string name, std::string value) &&
{
    xattrs.emplace_back(std::move(name), std::move(value));
    return std::move(*this);
}

Item Item::withHoles(std::uint64_t before, std::uint64_t after) &&
{
    holeBefore = before;
    holeAfter = after;
    return std::move(*this);
}

static Item make(Item::Kind kind, std::string path, std::string content = {}, dev_t device = 0)
{
    Item item;
    item.kind = kind;
    item.path = std::move(path);
    item.content = std::move(content);
    item.device = device;
    return item;
}

Item folder(std::string path) { return make(Item::Kind::Folder, std::move(path)); }
Item file(std::string path, std::string content) { return make(Item::Kind::File, std::move(path), std::move(content)); }
Item symbolicLink(std::string path, std::string target) { return make(Item::Kind::Symlink, std::move(path), std::move(target)); }
Item hardLink(std::string path, std::string existing) { return make(Item::Kind::HardLink, std::move(path), std::move(existing)); }
Item fifo(std::string path) { return make(Item::Kind::Fifo, std::move(path)); }
Item unixSocket(std::string path) { return make(Item::Kind::Socket, std::move(path)); }
Item charDevice(std::string path, unsigned major, unsigned minor) { return make(Item::Kind::CharDevice, std::move(path), {}, ::makedev(major, minor)); }
Item blockDevice(std::string path, unsigned major, unsigned minor) { return make(Item::Kind::BlockDevice, std::move(path), {}, ::makedev(major, minor)); }

static bool writeFile(const std::string& path, const Item& item)
{
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0)
        return false;
    bool ok = true;
    for (std::size_t done = 0; ok && done < item.content.size();) {
        const ssize_t n = ::pwrite(fd, item.content.data() + done, item.content.size() - done, static_cast<off_t>(item.holeBefore + done));
        ok = n > 0;
        done += ok ? static_cast<std::size_t>(n) : 0;
    }
    ok = ok && ::ftruncate(fd, static_cast<off_t>(item.holeBefore + item.content.size() + item.holeAfter)) == 0;
    return ::close(fd) == 0 && ok;
}

static bool makeSocket(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    std::memcpy(address.sun_path, path.c_str(), path.size());
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool ok = fd >= 0 && ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    if (fd >= 0)
        ::close(fd);
    return ok;
}

static void makeParents(const std::string& root, const std::string& path)
{
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
        (void)::mkdir((root + "/" + path.substr(0, slash)).c_str(), 0755);
}

static bool create(const std::string& root, const Item& item)
{
    makeParents(root, item.path);
    const std::string path = root + "/" + item.path;
    switch (item.kind) {
    case Item::Kind::Folder: return ::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST;
    case Item::Kind::File: return writeFile(path, item);
    case Item::Kind::Symlink: return ::symlink(item.content.c_str(), path.c_str()) == 0;
    case Item::Kind::HardLink: return ::link((root + "/" + item.content).c_str(), path.c_str()) == 0;
    case Item::Kind::Fifo: return ::mkfifo(path.c_str(), 0644) == 0;
    case Item::Kind::Socket: return makeSocket(path);
    case Item::Kind::CharDevice: return ::mknod(path.c_str(), S_IFCHR | 0644, item.device) == 0;
    case Item::Kind::BlockDevice: return ::mknod(path.c_str(), S_IFBLK | 0644, item.device) == 0;
    }
    return false;
}

static bool setAttributes(const std::string& root, const Item& item)
{
    const std::string path = root + "/" + item.path;
    if (item.owner && ::lchown(path.c_str(), item.owner->first, item.owner->second) != 0)
        return false;
    for (const auto& [name, value] : item.xattrs)
        if (::lsetxattr(path.c_str(), name.c_str(), value.data(), value.size(), 0) != 0)
            return false;
    if (item.mode && ::chmod(path.c_str(), *item.mode) != 0)
        return false;
    if (item.time) {
        const timespec stamp{item.time->first, item.time->second};
        const std::array<timespec, 2> times = {stamp, stamp};
        if (::utimensat(AT_FDCWD, path.c_str(), times.data(), AT_SYMLINK_NOFOLLOW) != 0)
            return false;
    }
    return true;
}

std::string buildTree(const std::string& root, const std::vector<Item>& items)
{
    for (const Item& item : items)
        if (!create(root, item))
            return item.path + ": " + std::strerror(errno);
    for (auto it = items.rbegin(); it != items.rend(); ++it)
        if (!setAttributes(root, *it))
            return it->path + ": attributes: " + std::strerror(errno);
    return {};
}

// Removes what is no folder in `fd` and returns the name of one subfolder, or "" when nothing is left.
static std::string clearFiles(int fd)
{
    (void)::fchmod(fd, 0700);
    const int own = ::openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* listing = own < 0 ? nullptr : ::fdopendir(own);
    std::string below;
    while (const dirent* entry = listing == nullptr ? nullptr : ::readdir(listing)) {
        const std::string name = entry->d_name;
        if (name != "." && name != ".." && ::unlinkat(fd, name.c_str(), 0) != 0)
            below = name;
    }
    if (listing != nullptr)
        ::closedir(listing);
    return below;
}

// Goes down and up by handles with two of them at a time, because no path is short enough for a deep tree.
void removeTree(const std::string& path)
{
    std::vector<std::string> names;
    int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (fd >= 0) {
        const std::string below = clearFiles(fd);
        int next = -1;
        if (!below.empty()) {
            (void)::fchmodat(fd, below.c_str(), 0700, 0);
            next = ::openat(fd, below.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (next >= 0)
                names.push_back(below);
        } else if (!names.empty()) {
            next = ::openat(fd, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            if (next >= 0 && ::unlinkat(next, names.back().c_str(), AT_REMOVEDIR) != 0) {
                ::close(next);
                next = -1;
            }
            names.pop_back();
        }
        ::close(fd);
        fd = next;
    }
    if (::rmdir(path.c_str()) != 0)
        (void)::unlink(path.c_str());
}

int runAs(uid_t user, gid_t group, const std::function<int()>& body)
{
    if (::geteuid() != 0 && (::geteuid() != user || ::getegid() != group))
        return -1;
    const pid_t child = ::fork();
    if (child < 0)
        return -1;
    if (child == 0) {
        const bool root = ::geteuid() == 0;
        if (root && (::setgroups(0, nullptr) != 0 || ::setresgid(group, group, group) != 0 || ::setresuid(user, user, user) != 0))
            ::_exit(255);
        ::_exit(body());
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) == 255)
        return -1;
    return WEXITSTATUS(status);
}

}  // namespace sqd::test
