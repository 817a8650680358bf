// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/metadata_reader.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sqd::read {

// Where a lookup table stands and how long it is.
struct LookupShape {
    std::string name;              // "id table" …
    std::uint64_t list = 0;        // image byte of the index list
    std::uint64_t count = 0;       // entries
    std::size_t entryBytes = 0;    // divides 8192
    std::uint64_t lowest = 0;      // first byte where one of its blocks may stand
    std::uint64_t end = 0;         // the list ends at or before this byte
};

// A lookup table (format section 5.3): entries in metadata blocks behind a list of their positions. The list is read and checked when
// it is opened, blocks on use. Immutable; thread-safe.
class LookupTable {
public:
    // Errors: Corrupt (list outside of its place, positions not ascending or not below the list), LimitExceeded.
    static Result<LookupTable> open(MetadataCache& cache, LookupShape shape);

    [[nodiscard]] const std::string& name() const { return m_shape.name; }
    [[nodiscard]] std::uint64_t count() const { return m_shape.count; }
    [[nodiscard]] std::size_t entryBytes() const { return m_shape.entryBytes; }
    [[nodiscard]] std::uint64_t list() const { return m_shape.list; }
    [[nodiscard]] std::uint64_t listEnd() const { return m_shape.list + m_positions.size() * sizeof(std::uint64_t); }
    // First byte that belongs to the table: its first block, or the list of an empty one.
    [[nodiscard]] std::uint64_t begin() const { return m_positions.empty() ? m_shape.list : m_positions.front(); }
    [[nodiscard]] const std::vector<std::uint64_t>& positions() const { return m_positions; }
    // Block `slot`, which must unpack to exactly its share. Errors: Corrupt, InputUnreadable.
    Result<std::shared_ptr<const MetadataBlock>> block(std::size_t slot) const;
    // Copies entry `index` into `out` (entryBytes() long). An index out of range is Corrupt.
    Result<void> entry(std::uint64_t index, std::span<std::byte> out) const;

private:
    LookupTable(MetadataCache& cache, LookupShape shape) : m_cache(&cache), m_shape(std::move(shape)) {}

    MetadataCache* m_cache;
    LookupShape m_shape;
    std::vector<std::uint64_t> m_positions;
};

}  // namespace sqd::read
