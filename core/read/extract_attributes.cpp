// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_attributes.h"

#include "base/bytes_text.h"
#include "read/image.h"
#include "read/xattr_reader.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <string>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace sqd::read {

namespace {

constexpr mode_t kSpecialBits = 07000;

// Asking with umask(2) would change it for every thread.
mode_t currentUmask()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("Umask:"))
            return static_cast<mode_t>(std::strtoul(line.c_str() + 6, nullptr, 8)) & 0777;
    }
    return 0777;  // unknown: nothing is certain about new files, so every mode is set
}

// A way to the thing behind a descriptor for calls that take paths only.
struct ProcPath {
    explicit ProcPath(int fd) { std::snprintf(text, sizeof text, "/proc/self/fd/%d", fd); }
    char text[40];
};

std::array<timespec, 2> timesOf(std::uint32_t seconds)
{
    const timespec time{static_cast<time_t>(seconds), 0};
    return {time, time};
}

std::string_view namespaceOf(std::string_view name)
{
    return name.substr(0, name.find('.'));
}

}  // namespace

ExtractAttributes::ExtractAttributes(const Image& image, const ExtractOptions& options, ExtractLog& log)
    : m_image(image), m_options(options), m_log(log), m_uid(::geteuid()), m_gid(::getegid()), m_umask(currentUmask())
{
}

Result<std::unique_ptr<ExtractAttributes>> ExtractAttributes::create(const Image& image, const ExtractOptions& options, ExtractLog& log)
{
    std::unique_ptr<ExtractAttributes> made(new ExtractAttributes(image, options, log));
    SQD_TRY(made->m_include, source::RegexList::compile(options.xattrsInclude));
    SQD_TRY(made->m_exclude, source::RegexList::compile(options.xattrsExclude));
    return made;
}

void ExtractAttributes::apply(const PlanAttributes& wanted, const Target& target)
{
    // The order matters: a change of owner takes set-id bits and capabilities away, and a mode without write permission keeps an
    // ordinary user from setting attributes. The time is last, as everything else changes things too.
    const bool ownerIsRight = setOwner(wanted, target);
    if (wantsXattrs(wanted))
        setXattrs(wanted, target);
    if (!target.isSymlink)
        setMode(wanted, target, ownerIsRight);
    if (m_options.times)
        setTime(wanted, target);
}

bool ExtractAttributes::ownerDiffers(const PlanAttributes& wanted, std::uint32_t createdGid, bool groupKnown) const
{
    return wanted.uid != m_uid || !groupKnown || wanted.gid != createdGid;
}

void ExtractAttributes::noteOtherOwner(const PlanAttributes& wanted)
{
    if (wanted.uid != m_uid && !m_otherOwnerNoted.load(std::memory_order_relaxed) && !m_otherOwnerNoted.exchange(true))
        m_log.note("/", "owners are not those of the image: setting them needs root");
}

bool ExtractAttributes::setOwner(const PlanAttributes& wanted, const Target& target)
{
    if (!m_options.owner || !isRoot()) {
        if (m_options.owner)
            noteOtherOwner(wanted);
        return wanted.uid == m_uid && target.groupKnown && wanted.gid == target.createdGid;
    }
    if (!ownerDiffers(wanted, target.createdGid, target.groupKnown))
        return true;
    const int done = target.isPathOnly ? ::fchownat(target.fd, "", wanted.uid, wanted.gid, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW)
                                       : ::fchown(target.fd, wanted.uid, wanted.gid);
    if (done != 0)
        refused("owner", errno, target);
    return done == 0;
}

// An ordinary user sets user attributes only. Whether the others would be taken depends on what guards the kernel has, and a label that
// somebody else's system gave is no business of this one.
int ExtractAttributes::setOne(const Target& target, const char* procPath, const std::string& name, const std::string& value) const
{
    if (!isRoot() && namespaceOf(name) != "user")
        return EPERM;
    const int done = target.isPathOnly ? ::setxattr(procPath, name.c_str(), value.data(), value.size(), 0)
                                       : ::fsetxattr(target.fd, name.c_str(), value.data(), value.size(), 0);
    return done == 0 ? 0 : errno;
}

void ExtractAttributes::setXattrs(const PlanAttributes& wanted, const Target& target)
{
    const auto set = readXattrSet(m_image, wanted.xattr);
    const std::string path = (*target.path)();
    if (!set) {
        m_log.lose(findingFrom(set.error(), "xattr", path));
        return;
    }
    const ProcPath proc(target.fd);
    std::map<std::pair<std::string_view, int>, std::uint64_t> failed;
    for (const auto& [name, value] : set->values) {
        if ((!m_include.empty() && !m_include.anyMatches(name)) || m_exclude.anyMatches(name))
            continue;
        if (const int reason = setOne(target, proc.text, name, value); reason != 0)
            ++failed[{namespaceOf(name), reason}];
    }
    for (const auto& [kind, count] : failed)
        m_log.addShared({std::string(kind.first) + ".*: ", " extended attributes of ",
                            std::string(" could not be set (") + errnoText(kind.second) + "); --no-xattrs leaves them out, --xattrs-exclude '^" + std::string(kind.first) + "' these", false},
            path, count);
    if (set->unknownPrefixes > 0)
        m_log.addShared({"", " extended attributes of ", " have a namespace that is not known and were left out", false}, path, set->unknownPrefixes);
}

mode_t ExtractAttributes::creationMode(const PlanAttributes& wanted) const
{
    if (!m_options.mode)
        return 0666;
    const mode_t mode = wanted.mode & 0777;
    // Attributes are set through the open file, but with the permissions of its mode.
    return wantsXattrs(wanted) && !isRoot() ? mode | 0600 : mode;
}

void ExtractAttributes::setMode(const PlanAttributes& wanted, const Target& target, bool ownerIsRight)
{
    mode_t mode = m_options.mode ? wanted.mode & 07777 : (target.isFolder ? 0777U : 0666U) & ~m_umask;
    // A program that is to run as its owner must not run as somebody else. On folders only the sticky bit is no question of owners.
    if (const mode_t risky = mode & (S_ISUID | S_ISGID); risky != 0 && !ownerIsRight && !target.isFolder) {
        mode &= ~risky;
        m_log.addShared({"", " set-user-id and set-group-id bits were not kept: the owner is another one on disk", "", true}, (*target.path)(), 1);
    }
    // What is certain needs no call. A change of owner can only take special bits away.
    if (target.createdMode >= 0 && static_cast<mode_t>(target.createdMode) == mode && (mode & kSpecialBits) == 0)
        return;
    const int done = target.isPathOnly ? ::chmod(ProcPath(target.fd).text, mode) : ::fchmod(target.fd, mode);
    if (done != 0)
        refused("mode", errno, target);
}

void ExtractAttributes::setTime(const PlanAttributes& wanted, const Target& target)
{
    const auto times = timesOf(wanted.mtime);
    int done = target.isPathOnly ? ::utimensat(target.fd, "", times.data(), AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW) : ::futimens(target.fd, times.data());
    if (done != 0 && target.isPathOnly && errno == EINVAL)  // kernels before 5.8
        done = ::utimensat(AT_FDCWD, ProcPath(target.fd).text, times.data(), 0);
    if (done != 0)
        refused("time", errno, target);
}

bool ExtractAttributes::applyToOwnLink(
    const PlanAttributes& wanted, int folder, const char* name, std::uint32_t createdGid, bool groupKnown, const std::function<std::string()>& path)
{
    if (wantsXattrs(wanted))
        return false;
    Target target;
    target.path = &path;
    if (m_options.owner && !isRoot())
        noteOtherOwner(wanted);
    else if (m_options.owner && ownerDiffers(wanted, createdGid, groupKnown) && ::fchownat(folder, name, wanted.uid, wanted.gid, AT_SYMLINK_NOFOLLOW) != 0)
        refused("owner", errno, target);
    if (m_options.times && ::utimensat(folder, name, timesOf(wanted.mtime).data(), AT_SYMLINK_NOFOLLOW) != 0)
        refused("time", errno, target);
    return true;
}

void ExtractAttributes::refused(const char* what, int reason, const Target& target)
{
    m_log.addShared({std::string(what) + " of ", " entries could not be set (" + errnoText(reason) + ")", "", false}, (*target.path)(), 1);
}

}  // namespace sqd::read
