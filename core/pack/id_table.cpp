// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/id_table.h"

namespace sqd::pack {

bool IdTable::add(std::uint32_t id)
{
    if (m_last == id)
        return true;
    if (!m_index.contains(id)) {
        if (m_ids.size() >= m_maxIds)
            return false;
        m_index.emplace(id, static_cast<std::uint16_t>(m_ids.size()));
        m_ids.push_back(id);
    }
    m_last = id;
    return true;
}

std::uint16_t IdTable::index(std::uint32_t id) const
{
    const auto found = m_index.find(id);
    return found == m_index.end() ? std::uint16_t{0} : found->second;
}

}  // namespace sqd::pack
