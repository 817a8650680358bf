// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_input.h"

#include "tar/byte_stream.h"
#include "tar/tar_header.h"
#include "tar/unpacked_stream.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace sqd::tar {

static constexpr std::size_t kPiece = 256 * 1024;

Result<TarInput> TarInput::open(const std::string& path)
{
    const bool standard = path == "-";
    const std::string name = standard ? "standard input" : path;
    // NONBLOCK: opening a pipe whose other end is not there yet must not hang; reading waits for it.
    io::UniqueFd fd(standard ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat st {};
    if (!fd || ::fstat(fd.get(), &st) != 0)
        return inputError(name, errno == ENOENT ? "is not there" : "cannot be read", errno);
    if (S_ISDIR(st.st_mode))
        return inputError(name, "is a folder, not a tar archive", 0);
    TarInput input(std::move(fd), name);
    input.m_regular = S_ISREG(st.st_mode) && ::lseek(input.m_fd.get(), 0, SEEK_CUR) == 0;
    return input;
}

// A file that has no name and goes away with its last descriptor.
static io::UniqueFd makeScratch(const std::string& folder)
{
    io::UniqueFd fd(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (fd)
        return fd;
    std::string name = folder + "/.squashdesk-XXXXXX";  // file systems that have no files without names
    fd.reset(::mkostemp(name.data(), O_CLOEXEC));
    if (fd)
        (void)::unlink(name.c_str());
    return fd;
}

Result<PlainTar> TarInput::asItIs()
{
    PlainTar plain;
    SQD_TRY(plain.file, io::PosixFile::adopt(std::move(m_fd), m_name));
    return plain;
}

static Result<void> copyStream(std::string_view head, ByteStream& input, const PieceTaker& sink)
{
    SQD_CHECK(sink(std::as_bytes(std::span(head))));
    std::vector<std::byte> buffer(kPiece);
    for (;;) {
        SQD_TRY(const std::size_t got, input.readSome(buffer));
        if (got == 0)
            return {};
        SQD_CHECK(sink(std::span(buffer).first(got)));
    }
}

Result<PlainTar> TarInput::makePlain(const std::string& folder, const std::stop_token& stop, std::atomic<std::uint64_t>& bytes)
{
    ByteStream input(m_fd.get(), m_name, stop, bytes);
    std::array<char, kBlock> first{};
    SQD_TRY(const std::size_t got, input.readAll(std::as_writable_bytes(std::span(first))));
    if (got == 0)
        return inputError(m_name, "is empty input, no archive", 0);
    const std::string_view head(first.data(), got);
    const bool isPlain = got == kBlock && (TarHeader::isHeader(head) || TarHeader::isZero(head));
    if (isPlain && m_regular)
        return asItIs();

    io::UniqueFd scratch = makeScratch(folder);
    if (!scratch)
        return outputError(folder, "cannot create a file for the unpacked archive", errno);
    std::uint64_t written = 0;
    const PieceTaker sink = [&](std::span<const std::byte> piece) -> Result<void> {
        if (stop.stop_requested())
            return cancelledError();
        if (!io::pwriteFully(scratch.get(), written, piece))
            return outputError(folder, "cannot write the unpacked archive", errno);
        written += piece.size();
        return {};
    };
    PlainTar plain;
    if (isPlain) {
        SQD_CHECK(copyStream(head, input, sink));
    } else {
        SQD_TRY(plain.damage, unpackStream(head, input, sink));
        if (plain.damage && written == 0)
            return *std::move(plain.damage);
        if (written == 0)
            return inputError(m_name, "unpacks to nothing, empty input", 0);
    }
    SQD_TRY(plain.file, io::PosixFile::adopt(std::move(scratch), m_name));
    return plain;
}

}  // namespace sqd::tar
