// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar_builder.h"

#include <array>
#include <cstdio>

namespace sqd::tar::test {

static std::string octal(std::uint64_t value, int digits)
{
    std::array<char, 32> text{};
    (void)std::snprintf(text.data(), text.size(), "%0*llo", digits, static_cast<unsigned long long>(value));
    return text.data();
}

TarBuilder& TarBuilder::raw(std::string_view bytes)
{
    m_bytes += bytes;
    m_bytes.resize((m_bytes.size() + 511) / 512 * 512);
    return *this;
}

TarBuilder& TarBuilder::add(const Header& header, std::string_view data)
{
    std::string block(512, '\0');
    const auto put = [&block](std::size_t at, std::size_t length, const std::string& text) {
        block.replace(at, std::min(length, text.size()), text.substr(0, length));
    };
    put(0, 100, header.name);
    put(100, 8, header.mode);
    put(108, 8, header.uid);
    put(116, 8, header.gid);
    put(124, 12, header.size.empty() ? octal(data.size(), 11) : header.size);
    put(136, 12, header.mtime);
    block[156] = header.flag;
    put(157, 100, header.link);
    put(257, 8, header.magic);
    put(265, 32, header.userName);
    put(297, 32, header.groupName);
    put(329, 8, header.major);
    put(337, 8, header.minor);
    put(345, 155, header.prefix);
    for (const auto& [at, text] : header.patches)
        put(at, text.size(), text);
    put(148, 8, "        ");
    std::uint64_t sum = 0;
    for (const char c : block)
        sum += static_cast<unsigned char>(c);
    put(148, 8, octal(sum, 6) + '\0' + ' ');
    return raw(block).raw(data);
}

TarBuilder& TarBuilder::pax(const std::vector<std::pair<std::string, std::string>>& records, char flag)
{
    std::string data;
    for (const auto& [key, value] : records) {
        const std::size_t body = key.size() + value.size() + 3;
        std::size_t length = body + 1;
        while (body + std::to_string(length).size() != length)
            ++length;
        data += std::to_string(length) + " " + key + "=" + value + "\n";
    }
    return add({.name = "PaxHeaders/x", .flag = flag}, data);
}

}  // namespace sqd::tar::test
