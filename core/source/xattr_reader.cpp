// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/xattr_reader.h"

#include "source/long_path.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace sqd::source {

// The kernel's own bounds of a list of names and of a value (XATTR_LIST_MAX, XATTR_SIZE_MAX): one call always suffices.
static constexpr std::size_t kMaxListBytes = 64 * 1024;
static constexpr std::size_t kMaxValueBytes = 64 * 1024;

std::string Place::path() const
{
    return joinPath(folderPath, name);
}

namespace {

// listxattrat and getxattrat (Linux 6.13): relative to a folder like fstatat. Older C libraries do not name them; the numbers are the
// same on all machines but alpha.
#ifdef __alpha__
constexpr long kGetxattrat = 575, kListxattrat = 576;
#else
constexpr long kGetxattrat = 464, kListxattrat = 465;
#endif

struct XattrArguments {
    std::uint64_t value = 0;
    std::uint32_t size = 0;
    std::uint32_t flags = 0;
};

bool haveRelativeCalls()
{
    static const bool have = [] {
        if (::syscall(kListxattrat, AT_FDCWD, ".", 0, nullptr, std::size_t{0}) >= 0)
            return true;
        return errno != ENOSYS && errno != EPERM;  // sandboxes answer unknown calls with EPERM
    }();
    return have;
}

// The calls of old kernels take a path only: the entry's own while it is short enough, else one through the open folder.
std::string absolutePlace(const Place& place)
{
    std::string path = place.path();
    if (path.size() < PATH_MAX || place.folder < 0)
        return path;
    return "/proc/self/fd/" + std::to_string(place.folder) + "/" + place.name;
}

ssize_t listNames(const Place& place, char* out, std::size_t size)
{
    if (haveRelativeCalls())
        return ::syscall(kListxattrat, place.folder, place.name, place.follow ? 0 : AT_SYMLINK_NOFOLLOW, out, size);
    const std::string path = absolutePlace(place);
    return place.follow ? ::listxattr(path.c_str(), out, size) : ::llistxattr(path.c_str(), out, size);
}

ssize_t readValue(const Place& place, const char* name, char* out, std::size_t size)
{
    if (haveRelativeCalls()) {
        const XattrArguments arguments{reinterpret_cast<std::uintptr_t>(out), static_cast<std::uint32_t>(size), 0};
        return ::syscall(kGetxattrat, place.folder, place.name, place.follow ? 0 : AT_SYMLINK_NOFOLLOW, name, &arguments, sizeof arguments);
    }
    const std::string path = absolutePlace(place);
    return place.follow ? ::getxattr(path.c_str(), name, out, size) : ::lgetxattr(path.c_str(), name, out, size);
}

bool storable(std::string_view name)
{
    return name.starts_with("user.") || name.starts_with("trusted.") || name.starts_with("security.");
}

}  // namespace

Result<std::unique_ptr<XattrReader>> XattrReader::create(const std::vector<std::string>& include, const std::vector<std::string>& exclude,
                                                         WarningLog& log)
{
    std::unique_ptr<XattrReader> reader(new XattrReader(log));
    SQD_TRY(reader->m_include, RegexList::compile(include));
    SQD_TRY(reader->m_exclude, RegexList::compile(exclude));
    return reader;
}

bool XattrReader::wanted(std::string_view name) const
{
    return (m_include.empty() || m_include.anyMatches(name)) && !m_exclude.anyMatches(name);
}

bool XattrReader::knownUnsupported(std::uint64_t device) const
{
    const std::size_t count = m_unsupportedCount.load(std::memory_order_acquire);
    return std::any_of(m_unsupported.begin(), m_unsupported.begin() + static_cast<std::ptrdiff_t>(count),
                       [device](const auto& known) { return known.load(std::memory_order_relaxed) == device; });
}

void XattrReader::rememberUnsupported(std::uint64_t device)
{
    const std::lock_guard lock(m_mutex);
    const std::size_t count = m_unsupportedCount.load(std::memory_order_relaxed);
    if (count == kRemembered || knownUnsupported(device))
        return;
    m_unsupported[count].store(device, std::memory_order_relaxed);
    m_unsupportedCount.store(count + 1, std::memory_order_release);
}

void XattrReader::fail(const Place& place, const Entry& entry, const std::string& what, int osErrno)
{
    const bool folder = entry.type == format::InodeType::Directory;
    m_log.add({place.path(), inputError("", what, osErrno).line(), true, folder});
}

void XattrReader::add(const Place& place, const Entry& entry, const char* name, Xattrs& out)
{
    thread_local const std::unique_ptr<char[]> value(new char[kMaxValueBytes]);
    const ssize_t size = readValue(place, name, value.get(), kMaxValueBytes);
    if (size >= 0) {
        out.emplace_back(name, std::string(value.get(), static_cast<std::size_t>(size)));
        return;
    }
    // A folder that may not be read keeps its attributes to itself as well; the listing names it, once is enough.
    const bool unreadableFolder = errno == EACCES && entry.type == format::InodeType::Directory;
    if (errno != ENODATA && !unreadableFolder)  // ENODATA: it went away since the list was made
        fail(place, entry, "its attribute " + std::string(name) + " cannot be read", errno);
}

void XattrReader::read(const Place& place, Entry& entry)
{
    if (knownUnsupported(entry.sourceDevice))
        return;
    thread_local const std::unique_ptr<char[]> names(new char[kMaxListBytes]);
    const ssize_t size = listNames(place, names.get(), kMaxListBytes);
    if (size == 0)
        return;
    if (size < 0) {
        const bool ordinary = entry.type == format::InodeType::Directory || entry.type == format::InodeType::File;
        if (errno == ENOTSUP || errno == ENOSYS) {
            if (ordinary)  // some file systems have attributes, but none on links and devices
                rememberUnsupported(entry.sourceDevice);
        } else if (errno != ENOENT) {
            fail(place, entry, "its attributes cannot be listed", errno);
        }
        return;
    }
    Xattrs found;
    for (const char* name = names.get(); name < names.get() + size; name += std::strlen(name) + 1) {
        if (!wanted(name))
            continue;
        if (storable(name))
            add(place, entry, name, found);
        else
            m_log.addShared("its attribute " + std::string(name) + " is left out, SquashFS cannot hold it", place.path(),
                            entry.type == format::InodeType::Directory);
    }
    if (found.empty())
        return;
    std::ranges::sort(found);
    entry.xattrs = std::make_unique<Xattrs>(std::move(found));
}

}  // namespace sqd::source
