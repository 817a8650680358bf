// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sqd::tar::test {

// The fields of one header; numbers as text, so that they can be wrong.
struct Header {
    std::string name = {};
    char flag = '0';
    std::string link = {};
    std::string mode = "0000644", uid = "0000000", gid = "0000000", mtime = "13727240000";
    std::string size = {};                              // empty = that of the data
    std::string magic = std::string("ustar\0" "00", 8);
    std::string userName = {}, groupName = {}, major = {}, minor = {}, prefix = {};
    std::vector<std::pair<std::size_t, std::string>> patches = {};  // at a place in the block, before the checksum
};

// An archive, written member by member in memory.
class TarBuilder {
public:
    TarBuilder& add(const Header& header, std::string_view data = {});
    TarBuilder& file(const std::string& name, std::string_view data) { return add({.name = name}, data); }
    TarBuilder& folder(const std::string& name) { return add({.name = name, .flag = '5', .mode = "0000755"}); }
    TarBuilder& link(const std::string& name, const std::string& target) { return add({.name = name, .flag = '1', .link = target}); }
    TarBuilder& symlink(const std::string& name, const std::string& target) { return add({.name = name, .flag = '2', .link = target, .mode = "0000777"}); }
    // Records for the next member ('x') or for all that follow ('g').
    TarBuilder& pax(const std::vector<std::pair<std::string, std::string>>& records, char flag = 'x');
    TarBuilder& raw(std::string_view bytes);
    [[nodiscard]] std::size_t size() const { return m_bytes.size(); }
    // With both end marks.
    [[nodiscard]] std::string finished() const { return m_bytes + std::string(1024, '\0'); }
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

}  // namespace sqd::tar::test
