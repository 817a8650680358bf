// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Writes members of archives byte by byte: ustar headers, with a pax header in front where ustar has no room or no field.
namespace sqd::tar {

struct SparseRange {
    std::uint64_t offset = 0, length = 0;
};

// A member as it is written. Plain value.
struct PaxMember {
    char flag = '0';
    std::string name;    // raw bytes; folders with a slash at the end
    std::string link;    // target of links
    std::uint16_t mode = 0;
    std::uint32_t uid = 0, gid = 0;
    std::int64_t mtime = 0;
    std::uint64_t size = 0;   // of the contents, holes included
    std::uint32_t major = 0, minor = 0;
    std::vector<std::pair<std::string, std::string>> xattrs;  // full names
    // Sparse files: where the data lies, ascending, without overlaps. The member then holds only that.
    std::optional<std::vector<SparseRange>> sparse;
};

// Everything of a member in front of its data: headers and the map of a sparse file; a multiple of 512 bytes.
std::string paxHeaders(const PaxMember& member);
// Zeros behind `size` bytes of data, up to the next multiple of 512.
std::size_t paxPadding(std::uint64_t size);
// Zeros at the end of an archive of `size` bytes: two empty blocks, and up to a whole record of 20.
std::size_t paxEnd(std::uint64_t size);

}  // namespace sqd::tar
