// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

// The seam between the engine and storage: everything that reads an image or writes one goes through these two interfaces, so that
// every test can run in memory and inject faults.
namespace sqd::io {

// Reads at any place. All functions are thread-safe and keep no position.
class RandomAccessFile {
public:
    virtual ~RandomAccessFile() = default;
    // Fills `out` from `offset`; fewer bytes only at the end of the file. Errors: InputUnreadable.
    virtual Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const = 0;
    [[nodiscard]] virtual std::uint64_t sizeBytes() const = 0;
    [[nodiscard]] virtual const std::string& name() const = 0;
    // Fills all of `out`; a file that ends before is Corrupt with that offset.
    Result<void> readExact(std::uint64_t offset, std::span<std::byte> out) const;
};

// Writes at any place. write() is thread-safe for ranges that do not overlap.
class OutputFile {
public:
    virtual ~OutputFile() = default;
    // Writes all of `data` at `offset`. Errors: OutputUnwritable.
    virtual Result<void> write(std::uint64_t offset, std::span<const std::byte> data) = 0;
    // Sets the length. Errors: OutputUnwritable.
    virtual Result<void> resize(std::uint64_t sizeBytes) = 0;
    // What was written so far can be read back through this (verification). Valid as long as the output lives.
    [[nodiscard]] virtual const RandomAccessFile& readBack() const = 0;
    [[nodiscard]] virtual const std::string& name() const = 0;
};

}  // namespace sqd::io
