// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace sqd::tar {

// The numbers that names of users and groups have on this machine. Remembers what it asked. Not thread-safe.
class OwnerNames {
public:
    // nullopt: not known here.
    std::optional<std::uint32_t> user(const std::string& name);
    std::optional<std::uint32_t> group(const std::string& name);

private:
    std::map<std::string, std::optional<std::uint32_t>> m_users, m_groups;
};

}  // namespace sqd::tar
