// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "io/atomic_output.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace sqd::io {

// Tries of a new temporary name before giving up; each collides only with a leftover of the same process number.
static constexpr int kMaxTemporaryNames = 1000;

static std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.find_last_of('/');
    if (slash == std::string::npos)
        return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

static Error targetExists(const std::string& path)
{
    Error e = outputError(path, "exists already", 0);
    e.code = Errc::TargetExists;
    e.hint = "choose another name, or replace it with --force";
    return e;
}

static Error notRegular(const std::string& path, const struct stat& st)
{
    if (S_ISDIR(st.st_mode))
        return outputError(path, "is a folder, not a name for a new file", EISDIR);
    // A device or a fifo must not be replaced by a file. /dev/full is asked for to see this reason; no other device is ever written to.
    const bool full = S_ISCHR(st.st_mode) && st.st_rdev == ::makedev(1, 7);
    return outputError(path, "is a device or special file, an image needs a regular file", full ? ENOSPC : EINVAL);
}

// What stands under a name before it is written.
struct Existing {
    std::string path;            // what to write: behind a link, the file that it leads to
    std::optional<mode_t> mode;  // of the file that will be replaced
};

static Result<Existing> lookAt(const std::string& path, bool replace)
{
    Existing result{path, std::nullopt};
    struct stat own {};
    if (::lstat(path.c_str(), &own) != 0)
        return result;  // nothing there, or a reason that creating will tell
    struct stat st {};
    const bool leadsSomewhere = ::stat(path.c_str(), &st) == 0;
    if (leadsSomewhere && !S_ISREG(st.st_mode))
        return notRegular(path, st);
    if (!replace)
        return targetExists(path);
    if (!leadsSomewhere)
        return result;  // a link to nothing is replaced itself
    result.mode = st.st_mode & 07777;
    if (S_ISLNK(own.st_mode)) {
        const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
        if (!real)
            return outputError(path, "cannot be resolved", errno);
        result.path = real.get();
    }
    return result;
}

Result<std::unique_ptr<AtomicOutput>> AtomicOutput::create(const std::string& path, bool replace)
{
    std::unique_ptr<AtomicOutput> out(new AtomicOutput);
    out->m_path = path;
    out->m_replace = replace;
    const std::size_t slash = path.find_last_of('/');
    const std::string base = slash == std::string::npos ? path : path.substr(slash + 1);
    if (base.empty() || base == "." || base == "..")
        return outputError(path, "is no name for a file", 0);
    SQD_TRY(Existing existing, lookAt(path, replace));
    out->m_target = std::move(existing.path);
    const std::string folder = folderOf(out->m_target);
    int fd = -1;
    for (int i = 0; i < kMaxTemporaryNames && fd < 0; ++i) {
        // A base name of 255 bytes leaves no room for more: the temporary name does not contain it.
        out->m_temporaryPath = (folder == "/" ? "" : folder) + "/.squashdesk-" + std::to_string(::getpid()) + "-" + std::to_string(i) + ".part";
        fd = ::open(out->m_temporaryPath.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, existing.mode.value_or(0666));
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0) {
        const int reason = errno;
        out->m_temporaryPath.clear();
        return outputError(path, "cannot create a file in this folder", reason);
    }
    SQD_TRY(out->m_readBack, PosixFile::adopt(UniqueFd(fd), path));
    out->m_fd = fd;
    if (existing.mode)
        (void)::fchmod(fd, *existing.mode);  // the umask took from it; where modes mean nothing (FAT) this may fail
    struct stat st {};
    if (::fstat(fd, &st) == 0)
        out->m_identity = {st.st_dev, st.st_ino};
    return out;
}

AtomicOutput::~AtomicOutput()
{
    if (!m_committed && !m_temporaryPath.empty())
        (void)::unlink(m_temporaryPath.c_str());
}

Result<void> AtomicOutput::write(std::uint64_t offset, std::span<const std::byte> data)
{
    if (!pwriteFully(m_fd, offset, data))
        return outputError(m_path, "cannot write", errno);
    return {};
}

Result<void> AtomicOutput::resize(std::uint64_t sizeBytes)
{
    if (::ftruncate(m_fd, static_cast<off_t>(sizeBytes)) != 0)
        return outputError(m_path, "cannot set its size", errno);
    return {};
}

void AtomicOutput::startWriteback(std::uint64_t offset, std::uint64_t length)
{
    (void)::sync_file_range(m_fd, static_cast<off_t>(offset), static_cast<off_t>(length), SYNC_FILE_RANGE_WRITE);
}

Result<void> AtomicOutput::commit()
{
    if (::fsync(m_fd) != 0)
        return outputError(m_path, "cannot write it to the disk", errno);
    if (m_replace) {
        if (::rename(m_temporaryPath.c_str(), m_target.c_str()) != 0)
            return outputError(m_path, "cannot give the finished file its name", errno);
    } else if (::link(m_temporaryPath.c_str(), m_target.c_str()) == 0) {  // link never replaces; then the first name goes
        (void)::unlink(m_temporaryPath.c_str());
    } else if (errno == EEXIST) {
        return targetExists(m_path);
    } else if (::renameat2(AT_FDCWD, m_temporaryPath.c_str(), AT_FDCWD, m_target.c_str(), RENAME_NOREPLACE) != 0) {
        // File systems without hard links (FAT, the document portal) may know neither call: then look, and rename.
        struct stat st {};
        if (errno == EEXIST || ::lstat(m_target.c_str(), &st) == 0)
            return targetExists(m_path);
        if (::rename(m_temporaryPath.c_str(), m_target.c_str()) != 0)
            return outputError(m_path, "cannot give the finished file its name", errno);
    }
    m_committed = true;
    UniqueFd folder(::open(folderOf(m_target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder && ::fsync(folder.get()) != 0 && errno != EINVAL && errno != ENOTSUP)  // some file systems cannot sync a folder
        return outputError(m_path, "cannot write its folder to the disk", errno);
    return {};
}

}  // namespace sqd::io
