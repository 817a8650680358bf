// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/checked.h"
#include "io/file.h"

#include <memory>
#include <utility>

namespace sqd::read {

// The image inside its file: positions count from the superblock and never leave [0, sizeBytes). Immutable, thread-safe.
class ImageBytes {
public:
    ImageBytes(std::shared_ptr<const io::RandomAccessFile> file, std::uint64_t offset, std::uint64_t sizeBytes)
        : m_file(std::move(file)), m_offset(offset), m_sizeBytes(sizeBytes)
    {
    }

    // Fills all of `out`. Errors: Corrupt when the range leaves the image or the file, InputUnreadable.
    Result<void> read(std::uint64_t position, std::span<std::byte> out) const
    {
        if (!insideRange(position, out.size(), m_sizeBytes))
            return corruptError(m_file->name(), "position lies outside of the image", position);
        auto done = m_file->readExact(m_offset + position, out);
        if (!done && done.error().imageOffset != kNoOffset)
            done.error().imageOffset = position;
        return done;
    }
    [[nodiscard]] std::uint64_t sizeBytes() const { return m_sizeBytes; }
    [[nodiscard]] std::uint64_t offset() const { return m_offset; }
    [[nodiscard]] const io::RandomAccessFile& file() const { return *m_file; }
    [[nodiscard]] const std::shared_ptr<const io::RandomAccessFile>& fileHandle() const { return m_file; }

private:
    std::shared_ptr<const io::RandomAccessFile> m_file;
    std::uint64_t m_offset;
    std::uint64_t m_sizeBytes;
};

}  // namespace sqd::read
