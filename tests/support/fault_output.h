// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/memory_file.h"

#include <atomic>
#include <cerrno>

namespace sqd::test {

// A memory output whose disk is full from byte `failAt` on.
class FaultOutput final : public io::OutputFile {
public:
    explicit FaultOutput(std::uint64_t failAt) : m_failAt(failAt) {}
    Result<void> write(std::uint64_t offset, std::span<const std::byte> data) override
    {
        if (offset + data.size() > m_failAt)
            return outputError(name(), "cannot write", ENOSPC);
        return m_file.write(offset, data);
    }
    Result<void> resize(std::uint64_t size) override { return m_file.resize(size); }
    [[nodiscard]] const io::RandomAccessFile& readBack() const override { return m_file; }
    [[nodiscard]] const std::string& name() const override { return m_file.name(); }

private:
    const std::uint64_t m_failAt;
    io::MemoryFile m_file;
};

}  // namespace sqd::test
