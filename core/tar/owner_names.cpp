// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/owner_names.h"

#include <cerrno>
#include <grp.h>
#include <pwd.h>
#include <vector>

namespace sqd::tar {

// A group with very many members needs more room than any other entry; there is a limit all the same.
static constexpr std::size_t kFirstBuffer = 4096, kMaxBuffer = 16U << 20;

// One question to the system's database by getpwnam_r or getgrnam_r.
template<typename Record, typename Ask>
static std::optional<Record> ask(const Ask& askFor)
{
    std::vector<char> buffer(kFirstBuffer);
    for (;;) {
        Record record{};
        Record* found = nullptr;
        const int failed = askFor(&record, buffer.data(), buffer.size(), &found);
        if (failed == ERANGE && buffer.size() < kMaxBuffer) {
            buffer.resize(buffer.size() * 4);
            continue;
        }
        if (found == nullptr)
            return std::nullopt;
        return record;  // its texts die with the buffer, its numbers do not
    }
}

std::optional<std::uint32_t> OwnerNames::user(const std::string& name)
{
    const auto [it, isNew] = m_users.try_emplace(name);
    if (isNew) {
        const auto record = ask<struct passwd>([&](struct passwd* r, char* b, std::size_t n, struct passwd** f) { return ::getpwnam_r(name.c_str(), r, b, n, f); });
        if (record)
            it->second = record->pw_uid;
    }
    return it->second;
}

std::optional<std::uint32_t> OwnerNames::group(const std::string& name)
{
    const auto [it, isNew] = m_groups.try_emplace(name);
    if (isNew) {
        const auto record = ask<struct group>([&](struct group* r, char* b, std::size_t n, struct group** f) { return ::getgrnam_r(name.c_str(), r, b, n, f); });
        if (record)
            it->second = record->gr_gid;
    }
    return it->second;
}

}  // namespace sqd::tar
