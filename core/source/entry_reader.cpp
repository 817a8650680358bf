// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/entry_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace sqd::source {

using format::InodeType;

std::optional<std::uint32_t> encodeDevice(std::uint32_t major, std::uint32_t minor)
{
    if (major > 0xFFF || minor > 0xFFFFF)
        return std::nullopt;
    return (minor & 0xFFU) | major << 8 | (minor & ~0xFFU) << 12;
}

EntryReader::EntryReader(const DirectoryOptions& options, WarningLog& log)
    : m_options(options), m_log(log), m_ignored(options.ignoredFiles), m_uid(::geteuid())
{
    const int count = ::getgroups(0, nullptr);
    if (count > 0) {
        m_groups.resize(static_cast<std::size_t>(count));
        m_groups.resize(static_cast<std::size_t>(std::max(0, ::getgroups(count, m_groups.data()))));
    }
    m_groups.push_back(::getegid());
}

Result<std::unique_ptr<EntryReader>> EntryReader::create(const DirectoryOptions& options, WarningLog& log)
{
    std::unique_ptr<EntryReader> reader(new EntryReader(options, log));
    if (options.xattrs) {
        SQD_TRY(reader->m_xattrs, XattrReader::create(options.xattrsInclude, options.xattrsExclude, log));
    }
    if (options.chmod) {
        SQD_TRY(reader->m_mode, ModeExpression::compile(*options.chmod));
    }
    return reader;
}

std::uint32_t EntryReader::limitedTime(std::uint32_t seconds) const
{
    return m_options.mtime.value_or(std::min(seconds, m_options.mtimeLimit.value_or(seconds)));
}

bool EntryReader::isLoop(const Entry& entry, const struct stat& st)
{
    for (const Folder* f = entry.parent; f != nullptr; f = f->parent())
        if (f->self != nullptr && f->self->sourceInode == st.st_ino && f->self->sourceDevice == shortDevice(st.st_dev))
            return true;
    return false;
}

void EntryReader::keepLink(Place& place, const std::string& why, bool skipped)
{
    m_log.add({place.path(), why + ", it is kept as a link", skipped, false});
    place.follow = false;
}

// stat, through a link where links are followed; a link that leads nowhere or back up is kept as what it is.
bool EntryReader::look(Place& place, Entry& entry, struct stat& st)
{
    if (place.follow && ::fstatat(place.folder, place.name, &st, 0) == 0) {
        if (!S_ISDIR(st.st_mode) || !isLoop(entry, st))
            return true;
        struct stat own {};  // a folder cannot be its own ancestor: this is a link, unless the tree moves under our feet
        if (::fstatat(place.folder, place.name, &own, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(own.st_mode)) {
            keepLink(place, "leads back to a folder that holds it", false);
            st = own;
            return true;
        }
    }
    const int reason = errno;
    if (::fstatat(place.folder, place.name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    if (place.follow && S_ISLNK(st.st_mode)) {
        if (reason == ENOENT || reason == ELOOP || reason == ENOTDIR)
            keepLink(place, reason == ELOOP ? "is a link that leads to itself" : "is a link to nothing", false);
        else
            keepLink(place, inputError("", "cannot be followed", reason).line(), true);
    }
    return true;
}

Result<EntryReader::Outcome> EntryReader::read(const Place& at, Entry& entry)
{
    Place place = at;
    struct stat st {};
    if (!look(place, entry, st)) {
        if (errno == ENOENT)
            m_log.add({place.path(), "disappeared while it was scanned", true, false});
        else
            m_log.addUnreadable(place.path(), false, "its attributes cannot be read", errno);
        return Outcome::Dropped;
    }
    if (std::ranges::find(m_ignored, std::pair<std::uint64_t, std::uint64_t>(st.st_dev, st.st_ino)) != m_ignored.end())
        return Outcome::Dropped;
    SQD_TRY(const bool kept, setType(place, entry, st));
    if (!kept)
        return Outcome::Dropped;
    setAttributes(place, entry, st);
    if (m_xattrs)
        m_xattrs->read(place, entry);
    return Outcome::Kept;
}

Result<bool> EntryReader::notExpressible(const Place& place, const std::string& what)
{
    if (m_options.skipUnreadable) {
        m_log.add({place.path(), what, true, false});
        return false;
    }
    Error e = inputError(place.path(), what, 0);
    e.code = Errc::NotExpressible;
    return e;
}

Result<bool> EntryReader::setType(const Place& place, Entry& entry, const struct stat& st)
{
    entry.sourceDevice = shortDevice(st.st_dev);
    entry.sourceInode = st.st_ino;
    entry.hasOtherNames = st.st_nlink > 1;
    switch (st.st_mode & S_IFMT) {
    case S_IFREG:
        entry.type = InodeType::File;
        entry.size = static_cast<std::uint64_t>(st.st_size);
        if (!unreadable(place, st))
            return true;
        m_log.addUnreadable(place.path(), false, "cannot be read", EACCES);
        return false;
    case S_IFDIR: entry.type = InodeType::Directory; return true;
    case S_IFLNK: entry.type = InodeType::Symlink; return readTarget(place, entry);
    case S_IFIFO: entry.type = InodeType::Fifo; return true;
    case S_IFSOCK: entry.type = InodeType::Socket; return true;
    case S_IFBLK:
    case S_IFCHR: {
        entry.type = S_ISBLK(st.st_mode) ? InodeType::BlockDevice : InodeType::CharDevice;
        const auto device = encodeDevice(::major(st.st_rdev), ::minor(st.st_rdev));
        if (!device)
            return notExpressible(place, "has a device number that SquashFS cannot hold (major up to 4095, minor up to 1048575)");
        entry.device = *device;
        return true;
    }
    default: return notExpressible(place, "is of a kind that SquashFS cannot hold");
    }
}

void EntryReader::setAttributes(const Place& place, Entry& entry, const struct stat& st)
{
    const auto mapped = [](std::uint32_t id, const std::optional<std::uint32_t>& fixed, const std::map<std::uint32_t, std::uint32_t>& map) {
        if (fixed)
            return *fixed;
        if (map.empty())
            return id;
        const auto found = map.find(id);
        return found == map.end() ? id : found->second;
    };
    entry.mode = static_cast<std::uint16_t>(st.st_mode & 07777U);
    if (m_mode && entry.type != InodeType::Symlink)  // as chmod -R: a link has no mode of its own
        entry.mode = m_mode->apply(entry.mode, entry.type == InodeType::Directory);
    entry.uid = mapped(st.st_uid, m_options.uid, m_options.uidMap);
    entry.gid = mapped(st.st_gid, m_options.gid, m_options.gidMap);
    setTime(place, entry, st);
}

void EntryReader::setTime(const Place& place, Entry& entry, const struct stat& st)
{
    entry.sourceMtime = st.st_mtim.tv_sec;
    entry.sourceNanoseconds = static_cast<std::uint32_t>(st.st_mtim.tv_nsec);
    if (m_options.mtime) {
        entry.mtime = *m_options.mtime;
        return;
    }
    std::int64_t seconds = entry.sourceMtime;
    if (m_options.mtimeLimit)
        seconds = std::min<std::int64_t>(seconds, *m_options.mtimeLimit);
    const std::int64_t stored = std::clamp<std::int64_t>(seconds, 0, std::numeric_limits<std::uint32_t>::max());
    entry.mtime = static_cast<std::uint32_t>(stored);
    if (stored != seconds)
        m_log.addShared("its time is outside of what SquashFS can hold (1970 to 2106), the nearest is stored", place.path(),
                        entry.type == InodeType::Directory);
}

Result<bool> EntryReader::readTarget(const Place& place, Entry& entry)
{
    thread_local const std::unique_ptr<char[]> buffer(new char[format::kMaxSymlinkLength + 1]);
    const ssize_t length = ::readlinkat(place.folder, place.name, buffer.get(), format::kMaxSymlinkLength + 1);
    if (length < 0) {
        m_log.addUnreadable(place.path(), false, "its link target cannot be read", errno);
        return false;
    }
    if (length == 0 || static_cast<std::size_t>(length) > format::kMaxSymlinkLength)
        return notExpressible(place, length == 0 ? "is a link with an empty target, which SquashFS cannot hold"
                                                 : "has a link target over 65535 bytes, which SquashFS cannot hold");
    entry.size = static_cast<std::uint64_t>(length);
    entry.target = std::make_unique_for_overwrite<char[]>(static_cast<std::size_t>(length));
    std::memcpy(entry.target.get(), buffer.get(), static_cast<std::size_t>(length));
    return true;
}

bool EntryReader::allowedByMode(const struct stat& st, unsigned bit) const
{
    const auto mode = static_cast<unsigned>(st.st_mode);
    if (st.st_uid == m_uid)
        return (mode >> 6 & bit) != 0;
    if (std::ranges::find(m_groups, st.st_gid) != m_groups.end())
        return (mode >> 3 & bit) != 0;
    return (mode & bit) != 0;
}

// The mode bits answer for nearly all files without a system call; only where they say no the system is asked (capabilities, ACLs).
// Where they say yes and the system no (an ACL that denies), opening tells.
bool EntryReader::unreadable(const Place& place, const struct stat& st) const
{
    return !allowedByMode(st, 4) && ::faccessat(place.folder, place.name, R_OK, AT_EACCESS) != 0 && errno == EACCES;
}

bool EntryReader::searchDenied(int folder) const
{
    struct stat st {};
    if (::fstat(folder, &st) != 0 || allowedByMode(st, 1))
        return false;
    return ::faccessat(folder, ".", X_OK, AT_EACCESS) != 0 && errno == EACCES;
}

}  // namespace sqd::source
