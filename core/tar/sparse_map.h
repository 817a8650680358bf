// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "tar/pax_records.h"
#include "tar/tar_header.h"
#include "tar/tar_window.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

// Where the data of a sparse file lies: four formats that GNU tar has had (flag S; pax 0.0, 0.1, 1.0).
namespace sqd::tar {

// A stretch of data of a file; what lies between is a hole.
struct Extent {
    std::uint64_t offset = 0;    // in the file
    std::uint64_t length = 0;    // at least 1 once placed
    std::uint64_t position = 0;  // in the archive
};

// The maps of the formats, without positions. nullopt: malformed.
std::optional<std::vector<Extent>> sparseMapOfHeader(std::string_view fields);                 // flag S: 24 bytes each
std::optional<std::vector<Extent>> sparseMapOfPairs(const PaxRecords& records);                // 0.0
std::optional<std::vector<Extent>> sparseMapOfList(std::string_view list);                     // 0.1
// 1.0: the map stands in front of the data, `stored` bytes from `position`; `used` becomes its length. Errors: InputUnreadable.
Result<std::optional<std::vector<Extent>>> sparseMapOfData(TarWindow& window, std::uint64_t position, std::uint64_t stored, std::uint64_t& used);

// Sets the positions of data that lies packed from `position` on, and drops empty extents. False when they overlap, go backwards, or
// leave the file's `size` or the `stored` bytes.
bool placeExtents(std::vector<Extent>& extents, std::uint64_t size, std::uint64_t position, std::uint64_t stored);

}  // namespace sqd::tar
