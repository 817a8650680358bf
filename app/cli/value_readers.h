// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

// Strict readers for values that people type. All work on the whole text: no blanks, no rest, no other base than ten.
namespace sqd::cli {

std::optional<std::int64_t> readNumber(std::string_view text);
// 0…2^32-1.
std::optional<std::uint32_t> readUint32(std::string_view text);
// Seconds since 1970 ("1700000000", "@1700000000"), or a date in UTC: "2024-01-31", "2024-01-31T12:30", "2024-01-31 12:30:05Z".
// What a SquashFS image can hold: 1970 to 2106.
std::optional<std::uint32_t> readTime(std::string_view text);
// "FROM:TO[,FROM:TO…]" of 32-bit ids, added to `map`. False when it is none.
bool readIdMap(std::string_view text, std::map<std::uint32_t, std::uint32_t>& map);
// A power of two from 4K to 1M.
std::optional<std::uint32_t> readBlockSize(std::string_view text);

}  // namespace sqd::cli
