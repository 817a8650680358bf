// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace sqd::format::test {

// "09 00 a4": bytes from hexadecimal text; blanks are skipped.
inline std::vector<std::byte> hex(std::string_view text)
{
    std::vector<std::byte> bytes;
    unsigned digits = 0;
    unsigned value = 0;
    for (const char c : text) {
        if (c == ' ' || c == '\n')
            continue;
        const auto digit = static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
        value = value << 4 | digit;
        if (++digits % 2 == 0) {
            bytes.push_back(static_cast<std::byte>(value));
            value = 0;
        }
    }
    return bytes;
}

// Calls decode() with every strict prefix of `bytes`, each in memory of exactly that size so that a sanitizer sees an over-read.
template<typename Decode>
void forEachPrefix(std::span<const std::byte> bytes, Decode decode)
{
    for (std::size_t n = 0; n < bytes.size(); ++n) {
        const std::vector<std::byte> prefix(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
        decode(std::span<const std::byte>(prefix));
    }
}

}  // namespace sqd::format::test
