// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/source_file_reader.h"

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace sqd::source {

SourceFileReader::SourceFileReader(const Entry& entry, std::string path, int flags, PathOpener& opener, DescriptorBudget& budget)
    : m_path(std::move(path)), m_flags(flags), m_opener(opener), m_budget(budget), m_inode(entry.sourceInode), m_size(entry.size),
      m_device(entry.sourceDevice), m_seconds(entry.sourceMtime), m_nanoseconds(entry.sourceNanoseconds)
{
}

Result<std::unique_ptr<FileReader>> SourceFileReader::open(const Entry& entry, std::string path, int flags, PathOpener& opener,
                                                           DescriptorBudget& budget)
{
    std::unique_ptr<SourceFileReader> reader(new SourceFileReader(entry, std::move(path), flags, opener, budget));
    if (auto permit = budget.tryKeep()) {
        SQD_TRY(reader->m_fd, reader->openChecked());
        reader->m_permit = std::move(permit);
    } else {
        const DescriptorBudget::Turn turn(budget);
        SQD_TRY(const io::UniqueFd probe, reader->openChecked());  // what is wrong with it shows now, not at the first read
    }
    return std::unique_ptr<FileReader>(std::move(reader));
}

Error SourceFileReader::changed() const
{
    return inputError(m_path, "changed while it was read", 0);
}

Result<void> SourceFileReader::readWhole(const Entry& entry, std::string path, int flags, PathOpener& opener, DescriptorBudget& budget,
                                         std::span<std::byte> out)
{
    const SourceFileReader reader(entry, std::move(path), flags, opener, budget);
    const DescriptorBudget::Permit permit = budget.tryKeep();
    std::optional<DescriptorBudget::Turn> turn;
    if (!permit)
        turn.emplace(budget);
    SQD_TRY(const io::UniqueFd fd, reader.openPlain());
    auto read = reader.readFrom(fd.get(), 0, out);
    if (!read && !reader.check(fd.get()))
        return reader.changed();  // a folder, a fifo … in its place: the reason why it could not be read
    return read;
}

Result<io::UniqueFd> SourceFileReader::openPlain() const
{
    const int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | m_flags;  // NONBLOCK: a fifo in the file's place must not hang
    io::UniqueFd fd = m_opener.open(m_path, flags | O_NOATIME);
    if (!fd && errno == EPERM)  // only owners may keep the access time
        fd = m_opener.open(m_path, flags);
    if (!fd && errno == ELOOP)
        return changed();  // a link stands where the file was
    if (!fd)
        return inputError(m_path, "cannot be read", errno);
    return fd;
}

Result<io::UniqueFd> SourceFileReader::openChecked() const
{
    SQD_TRY(io::UniqueFd fd, openPlain());
    SQD_CHECK(check(fd.get()));
    return fd;
}

Result<void> SourceFileReader::check(int fd) const
{
    struct stat st {};
    if (::fstat(fd, &st) != 0)
        return inputError(m_path, "cannot be read", errno);
    const bool same = S_ISREG(st.st_mode) && shortDevice(st.st_dev) == m_device && st.st_ino == m_inode && static_cast<std::uint64_t>(st.st_size) == m_size &&
                      st.st_mtim.tv_sec == m_seconds && static_cast<std::uint32_t>(st.st_mtim.tv_nsec) == m_nanoseconds;
    if (!same)
        return changed();
    return {};
}

Result<void> SourceFileReader::readFrom(int fd, std::uint64_t offset, std::span<std::byte> out) const
{
    const std::int64_t got = io::preadFully(fd, offset, out);
    if (got < 0)
        return inputError(m_path, "cannot be read", errno);
    if (static_cast<std::size_t>(got) != out.size())
        return changed();
    if (offset + out.size() >= m_size)
        return check(fd);
    return {};
}

Result<void> SourceFileReader::readExact(std::uint64_t offset, std::span<std::byte> out)
{
    if (m_permit)
        return readFrom(m_fd.get(), offset, out);
    const DescriptorBudget::Turn turn(m_budget);
    SQD_TRY(const io::UniqueFd fd, openChecked());
    return readFrom(fd.get(), offset, out);
}

std::uint64_t SourceFileReader::nextDataIn(int fd, std::uint64_t offset) const
{
    const off_t data = ::lseek(fd, static_cast<off_t>(offset), SEEK_DATA);
    if (data < 0 && errno != ENXIO)
        return offset;  // the file system knows no holes
    if (data >= 0 && static_cast<std::uint64_t>(data) < m_size)
        return static_cast<std::uint64_t>(data);
    // Nothing but a hole to the end, so nothing will be read: look here whether the file was cut. The read of `offset` then says so.
    return check(fd) ? m_size : offset;
}

std::uint64_t SourceFileReader::nextData(std::uint64_t offset)
{
    if (offset >= m_size)
        return m_size;
    if (m_permit)
        return nextDataIn(m_fd.get(), offset);
    const DescriptorBudget::Turn turn(m_budget);
    const auto fd = openChecked();
    return fd ? nextDataIn(fd->get(), offset) : offset;  // the read that follows tells what is wrong
}

}  // namespace sqd::source
