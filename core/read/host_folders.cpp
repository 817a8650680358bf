// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/host_folders.h"

#include "source/long_path.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

namespace sqd::read {

io::UniqueFd openFolderAt(int parent, const char* name)
{
    io::UniqueFd fd(::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    // A folder that may be written but not listed is good enough for what is put into it.
    if (!fd && errno == EACCES)
        fd = io::UniqueFd(::openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    return fd;
}

HostFolders::HostFolders(const ExtractPlan& plan, io::UniqueFd target, std::string targetPath, std::size_t kept)
    : m_plan(plan), m_target(std::make_shared<const io::UniqueFd>(std::move(target))), m_targetPath(std::move(targetPath)),
      m_kept(std::max<std::size_t>(kept, 2)), m_states(plan.folders.size())
{
}

int HostFolders::look(const io::UniqueFd& fd, HostFolder& state, bool checkAcl)
{
    struct stat st{};
    if (::fstat(fd.get(), &st) != 0)
        return errno;
    state.device = st.st_dev;
    state.inode = st.st_ino;
    state.uid = st.st_uid;
    state.gid = st.st_gid;
    state.mode = st.st_mode & 07777;
    if (checkAcl)
        state.modesAreOurs = ::fgetxattr(fd.get(), "system.posix_acl_default", nullptr, 0) <= 0 && (errno == ENODATA || errno == EOPNOTSUPP);
    return 0;
}

int HostFolders::adoptTarget(HostFolder::Kind kind)
{
    m_states[0].kind = kind;
    m_states[0].isNewTop = kind == HostFolder::Kind::Own;
    return look(*m_target, m_states[0], true);
}

int HostFolders::adopt(std::uint32_t folder, const io::UniqueFd& parent, const std::string& name, HostFolder::Kind kind)
{
    io::UniqueFd fd = openFolderAt(parent.get(), name.c_str());
    if (!fd)
        return errno;
    HostFolder& state = m_states[folder];
    const HostFolder& above = m_states[this->parent(folder)];
    // Only a folder that was there can have a default ACL, or one that inherits it.
    const bool checkAcl = kind == HostFolder::Kind::Existing || !above.modesAreOurs;
    if (const int failed = look(fd, state, checkAcl); failed != 0)
        return failed;
    state.kind = kind;
    state.isNewTop = kind == HostFolder::Kind::Own && above.kind != HostFolder::Kind::Own;
    keep(folder, std::make_shared<const io::UniqueFd>(std::move(fd)));
    return 0;
}

HostFolders::Handle HostFolders::find(std::uint32_t folder)
{
    if (folder == 0)
        return m_target;
    const std::lock_guard lock(m_mutex);
    const auto found = m_open.find(folder);
    if (found == m_open.end())
        return nullptr;
    m_order.splice(m_order.begin(), m_order, found->second.place);
    return found->second.handle;
}

void HostFolders::keep(std::uint32_t folder, const Handle& handle)
{
    std::vector<Handle> dropped;  // closed outside of the lock
    const std::lock_guard lock(m_mutex);
    if (m_open.contains(folder))
        return;
    m_order.push_front(folder);
    m_open.emplace(folder, Slot{handle, m_order.begin()});
    while (m_open.size() > m_kept) {
        const auto last = m_open.find(m_order.back());
        dropped.push_back(std::move(last->second.handle));
        m_open.erase(last);
        m_order.pop_back();
    }
}

HostFolders::Handle HostFolders::descend(const io::UniqueFd& parent, std::uint32_t folder, int& error)
{
    io::UniqueFd fd = openFolderAt(parent.get(), name(folder).c_str());
    HostFolder seen;
    error = fd ? look(fd, seen, false) : errno;
    if (error != 0)
        return nullptr;
    const HostFolder& known = m_states[folder];
    if (seen.device != known.device || seen.inode != known.inode) {
        error = ESTALE;
        return nullptr;
    }
    return std::make_shared<const io::UniqueFd>(std::move(fd));
}

HostFolders::Handle HostFolders::open(std::uint32_t folder, int& error)
{
    error = 0;
    Handle handle = find(folder);
    if (handle)
        return handle;
    std::vector<std::uint32_t> way;  // folders to open, the deepest first
    std::uint32_t at = folder;
    while (!handle) {
        way.push_back(at);
        at = parent(at);
        handle = find(at);
    }
    for (auto next = way.rbegin(); next != way.rend(); ++next) {
        Handle below = descend(*handle, *next, error);
        if (!below)
            return nullptr;
        keep(*next, below);
        handle = std::move(below);
    }
    return handle;
}

void HostFolders::close(std::uint32_t folder, std::string reason)
{
    m_states[folder].kind = HostFolder::Kind::Closed;
    m_states[folder].reason = folder;
    const std::lock_guard lock(m_mutex);
    m_reasons[folder] = std::move(reason);
}

void HostFolders::closeBelow(std::uint32_t folder, std::uint32_t closedParent)
{
    m_states[folder].kind = HostFolder::Kind::Closed;
    m_states[folder].reason = m_states[closedParent].reason;
}

std::string HostFolders::reason(std::uint32_t folder)
{
    const std::lock_guard lock(m_mutex);
    return m_reasons[m_states[folder].reason];
}

void HostFolders::rename(std::uint32_t folder, std::string name)
{
    const std::lock_guard lock(m_mutex);
    m_names[folder] = std::move(name);
}

std::string HostFolders::name(std::uint32_t folder)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_names.find(folder);
    return found != m_names.end() ? found->second : m_plan.folders[folder].name;
}

std::string HostFolders::path(std::uint32_t folder)
{
    std::vector<std::string> parts;
    for (std::uint32_t f = folder; f != 0; f = parent(f))
        parts.push_back(name(f));
    std::string path = m_targetPath;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        path = source::joinPath(path, *part);
    return path;
}

}  // namespace sqd::read
