// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/inode.h"
#include "pack/metadata_plan.h"
#include "pack/metadata_stream.h"

#include <cstdint>
#include <span>

namespace sqd::pack {

// The entry that owns the inode behind a name: the entry itself, or the owner of a hard link.
inline const source::Entry& ownerOf(const source::Entry& entry) { return entry.linkOwner != nullptr ? *entry.linkOwner : entry; }
// A regular file's data; an empty file's when it has none.
const source::FileData& dataOf(const source::Entry& file);

// Bytes of the inode of an entry that is no directory. xattrIndex is set.
std::uint64_t leafInodeBytes(const source::Entry& entry);
// The fields that do not depend on the kind.
format::Inode commonInode(const source::Entry& entry, const IdTable& ids);

// Writes pieces of a byte run of which only a window is wanted: records begin before it and end behind it.
class WindowWriter {
public:
    WindowWriter(std::uint64_t flat, std::span<std::byte> out) : m_begin(flat), m_end(flat + out.size()), m_out(out) {}
    [[nodiscard]] std::uint64_t end() const { return m_end; }
    void put(std::uint64_t at, std::span<const std::byte> bytes);
    void putWords(std::uint64_t at, std::span<const std::uint32_t> words);

private:
    const std::uint64_t m_begin, m_end;
    const std::span<std::byte> m_out;
};

// Appends the inodes of everything but directories, in the order of the plan, and turns the positions in inodeReference of their owners
// into references. Errors as MetadataStream::generate(), with the entry's name.
Result<void> writeLeafInodes(MetadataPlan& plan, MetadataPress& press, MetadataStream& stream);

}  // namespace sqd::pack
