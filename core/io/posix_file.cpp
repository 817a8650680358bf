// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "io/posix_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sqd::io {

Result<void> RandomAccessFile::readExact(std::uint64_t offset, std::span<std::byte> out) const
{
    SQD_TRY(const std::size_t got, read(offset, out));
    if (got != out.size())
        return corruptError(name(), "the file ends early", offset + got);
    return {};
}

int UniqueFd::release()
{
    const int fd = m_fd;
    m_fd = -1;
    return fd;
}

void UniqueFd::reset(int fd)
{
    if (m_fd >= 0)
        (void)::close(m_fd);  // only descriptors whose data does not matter: outputs are synced and closed with a check elsewhere
    m_fd = fd;
}

std::int64_t preadFully(int fd, std::uint64_t offset, std::span<std::byte> out)
{
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t n = ::pread(fd, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (n < 0) {
            if (errno == EINTR)
                continue;
            return -1;
        }
        if (n == 0)
            break;
        done += static_cast<std::size_t>(n);
    }
    return static_cast<std::int64_t>(done);
}

bool pwriteFully(int fd, std::uint64_t offset, std::span<const std::byte> data)
{
    std::size_t done = 0;
    while (done < data.size()) {
        const ssize_t n = ::pwrite(fd, data.data() + done, data.size() - done, static_cast<off_t>(offset + done));
        if (n < 0) {
            if (errno == EINTR)
                continue;
            return false;
        }
        if (n == 0) {
            errno = EIO;
            return false;
        }
        done += static_cast<std::size_t>(n);
    }
    return true;
}

Result<std::unique_ptr<PosixFile>> PosixFile::open(const std::string& path)
{
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // NONBLOCK: a fifo must not hang the open
    if (!fd)
        return inputError(path, "cannot open", errno);
    return adopt(std::move(fd), path);
}

Result<std::unique_ptr<PosixFile>> PosixFile::adopt(UniqueFd fd, std::string name)
{
    struct stat st {};
    if (::fstat(fd.get(), &st) != 0)
        return inputError(name, "cannot read its attributes", errno);
    if (!S_ISREG(st.st_mode) && !S_ISBLK(st.st_mode)) {
        Error e = inputError(name, S_ISDIR(st.st_mode) ? "is a folder, not an image" : "is neither a regular file nor a block device", 0);
        return e;
    }
    return std::unique_ptr<PosixFile>(new PosixFile(std::move(fd), std::move(name)));
}

Result<std::size_t> PosixFile::read(std::uint64_t offset, std::span<std::byte> out) const
{
    const std::int64_t n = preadFully(m_fd.get(), offset, out);
    if (n < 0) {
        Error e = inputError(m_name, "cannot read", errno);
        e.imageOffset = offset;
        return e;
    }
    return static_cast<std::size_t>(n);
}

std::uint64_t PosixFile::sizeBytes() const
{
    struct stat st {};
    if (::fstat(m_fd.get(), &st) == 0 && S_ISREG(st.st_mode))
        return static_cast<std::uint64_t>(st.st_size);
    const off_t end = ::lseek(m_fd.get(), 0, SEEK_END);
    return end < 0 ? 0 : static_cast<std::uint64_t>(end);
}

}  // namespace sqd::io
