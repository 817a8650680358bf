// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace sqd::pack {

// The users and groups of an image, in order of first use. index() is thread-safe once nothing is added any more.
class IdTable {
public:
    explicit IdTable(std::size_t maxIds) : m_maxIds(maxIds) {}
    // False when the id is new and the table is full.
    bool add(std::uint32_t id);
    // Of an id that was added.
    [[nodiscard]] std::uint16_t index(std::uint32_t id) const;
    [[nodiscard]] std::span<const std::uint32_t> ids() const { return m_ids; }

private:
    std::size_t m_maxIds;
    std::vector<std::uint32_t> m_ids;
    std::unordered_map<std::uint32_t, std::uint16_t> m_index;
    std::optional<std::uint32_t> m_last;  // most neighbours have the same owner
};

}  // namespace sqd::pack
