// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/file.h"

#include <memory>

namespace sqd::io {

// Owns a file descriptor; closes it. Move-only.
class UniqueFd {
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : m_fd(fd) {}
    UniqueFd(UniqueFd&& other) noexcept : m_fd(other.release()) {}
    UniqueFd& operator=(UniqueFd&& other) noexcept
    {
        if (this != &other)
            reset(other.release());
        return *this;
    }
    UniqueFd(const UniqueFd&) = delete;
    UniqueFd& operator=(const UniqueFd&) = delete;
    ~UniqueFd() { reset(); }
    [[nodiscard]] int get() const { return m_fd; }
    explicit operator bool() const { return m_fd >= 0; }
    int release();
    void reset(int fd = -1);

private:
    int m_fd = -1;
};

// Reads all of `out` from `offset` with pread, going on after EINTR and short reads; fewer bytes only at the end of the file.
// Returns the bytes read, or -1 with errno set.
std::int64_t preadFully(int fd, std::uint64_t offset, std::span<std::byte> out);
// Writes all with pwrite. False with errno set on failure.
bool pwriteFully(int fd, std::uint64_t offset, std::span<const std::byte> data);

// A file or block device opened for reading. Thread-safe.
class PosixFile final : public RandomAccessFile {
public:
    static Result<std::unique_ptr<PosixFile>> open(const std::string& path);
    // Takes over an open descriptor.
    static Result<std::unique_ptr<PosixFile>> adopt(UniqueFd fd, std::string name);
    Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const override;
    [[nodiscard]] std::uint64_t sizeBytes() const override;
    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] int fd() const { return m_fd.get(); }

private:
    PosixFile(UniqueFd fd, std::string name) : m_fd(std::move(fd)), m_name(std::move(name)) {}
    UniqueFd m_fd;
    std::string m_name;
};

}  // namespace sqd::io
