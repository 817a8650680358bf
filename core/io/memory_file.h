// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/file.h"

#include <mutex>
#include <vector>

namespace sqd::io {

// A file in memory, for tests, fuzzers and benchmarks that must not touch a disk. Thread-safe.
class MemoryFile final : public RandomAccessFile, public OutputFile {
public:
    explicit MemoryFile(std::string name = "memory", std::vector<std::byte> bytes = {});
    Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const override;
    [[nodiscard]] std::uint64_t sizeBytes() const override;
    [[nodiscard]] const std::string& name() const override { return m_name; }
    Result<void> write(std::uint64_t offset, std::span<const std::byte> data) override;
    Result<void> resize(std::uint64_t sizeBytes) override;
    [[nodiscard]] const RandomAccessFile& readBack() const override { return *this; }
    [[nodiscard]] std::vector<std::byte> bytes() const;

private:
    const std::string m_name;
    mutable std::mutex m_mutex;
    std::vector<std::byte> m_bytes;  // guarded by m_mutex
};

}  // namespace sqd::io
