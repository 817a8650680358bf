// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "io/atomic_output.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
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

Result<std::unique_ptr<AtomicOutput>> AtomicOutput::create(const std::string& path, bool replace)
{
    std::unique_ptr<AtomicOutput> out(new AtomicOutput);
    out->m_path = path;
    out->m_replace = replace;
    const std::size_t slash = path.find_last_of('/');
    const std::string base = slash == std::string::npos ? path : path.substr(slash + 1);
    if (base.empty() || base == "." || base == "..")
        return outputError(path, "is no name for a file", 0);
    struct stat st {};
    mode_t mode = 0666;
    if (::stat(path.c_str(), &st) == 0) {
        if (S_ISDIR(st.st_mode))
            return outputError(path, "is a folder, not a name for a new file", EISDIR);
        if (!S_ISREG(st.st_mode)) {
            // A device or a fifo must not be replaced by a file. What it would say to a write is the true reason (/dev/full: no space).
            UniqueFd probe(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
            const char byte = 0;
            const bool refused = S_ISCHR(st.st_mode) && probe && ::write(probe.get(), &byte, 1) < 0;
            return outputError(path, "is a device or special file, an image needs a regular file", refused ? errno : EINVAL);
        }
        if (!replace)
            return targetExists(path);
        mode = st.st_mode & 07777;
    }
    const std::string folder = folderOf(path);
    int fd = -1;
    for (int i = 0; i < kMaxTemporaryNames && fd < 0; ++i) {
        // A base name of 255 bytes leaves no room for more: the temporary name does not contain it.
        out->m_temporaryPath = (folder == "/" ? "" : folder) + "/.squashdesk-" + std::to_string(::getpid()) + "-" + std::to_string(i) + ".part";
        fd = ::open(out->m_temporaryPath.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
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
        if (::rename(m_temporaryPath.c_str(), m_path.c_str()) != 0)
            return outputError(m_path, "cannot give the finished file its name", errno);
    } else if (::link(m_temporaryPath.c_str(), m_path.c_str()) == 0) {  // link never replaces; then the first name goes
        (void)::unlink(m_temporaryPath.c_str());
    } else if (errno == EEXIST) {
        return targetExists(m_path);
    } else if (::renameat2(AT_FDCWD, m_temporaryPath.c_str(), AT_FDCWD, m_path.c_str(), RENAME_NOREPLACE) != 0) {
        // File systems without hard links (FAT, the document portal) may know neither call: then look, and rename.
        struct stat st {};
        if (errno == EEXIST || ::lstat(m_path.c_str(), &st) == 0)
            return targetExists(m_path);
        if (::rename(m_temporaryPath.c_str(), m_path.c_str()) != 0)
            return outputError(m_path, "cannot give the finished file its name", errno);
    }
    m_committed = true;
    UniqueFd folder(::open(folderOf(m_path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder && ::fsync(folder.get()) != 0 && errno != EINVAL && errno != ENOTSUP)  // some file systems cannot sync a folder
        return outputError(m_path, "cannot write its folder to the disk", errno);
    return {};
}

}  // namespace sqd::io
