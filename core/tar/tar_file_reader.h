// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/file.h"
#include "source/source.h"
#include "tar/tar_tree.h"

namespace sqd::tar {

// Reads one file where it lies in the archive. `file` and `inode` must live as long.
class TarFileReader final : public source::FileReader {
public:
    TarFileReader(const io::RandomAccessFile& file, const Inode& inode) : m_file(file), m_inode(inode) {}
    Result<void> readExact(std::uint64_t offset, std::span<std::byte> out) override;
    std::uint64_t nextData(std::uint64_t offset) override;

private:
    Result<void> readStored(std::uint64_t position, std::span<std::byte> out) const;
    // The first extent that ends behind `offset`.
    [[nodiscard]] std::vector<Extent>::const_iterator extentAt(std::uint64_t offset) const;
    const io::RandomAccessFile& m_file;
    const Inode& m_inode;
};

}  // namespace sqd::tar
