// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_number.h"

#include <algorithm>
#include <limits>

namespace sqd::tar {

using State = Number::State;

static bool append(std::int64_t& value, std::int64_t base, std::int64_t digit)
{
    return !__builtin_mul_overflow(value, base, &value) && !__builtin_add_overflow(value, digit, &value);
}

static Number overflow(bool negative)
{
    return {State::Overflow, negative ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max()};
}

static Number parseBase256(std::string_view field)
{
    const auto first = static_cast<unsigned char>(field.front());
    const bool negative = (first & 0x40U) != 0;
    std::int64_t value = negative ? -1 : 0;
    if (!append(value, 64, first & 0x3FU))
        return overflow(negative);
    for (const char c : field.substr(1))
        if (!append(value, 256, static_cast<unsigned char>(c)))
            return overflow(negative);
    return {State::Good, value};
}

static bool isBlank(char c)
{
    return c == ' ' || c == '\0' || c == '\t';
}

Number parseField(std::string_view field)
{
    if (!field.empty() && (static_cast<unsigned char>(field.front()) & 0x80U) != 0)
        return parseBase256(field);
    while (!field.empty() && isBlank(field.front()))
        field.remove_prefix(1);
    if (field.empty())
        return {};
    const bool negative = field.front() == '-';
    if (negative)
        field.remove_prefix(1);
    Number number{State::Invalid, 0};
    std::size_t i = 0;
    for (; i < field.size() && field[i] >= '0' && field[i] <= '7'; ++i)
        if (!append(number.value, 8, field[i] - '0'))
            return overflow(negative);
    if (i == 0 || (i < field.size() && !isBlank(field[i])))
        return {State::Invalid, 0};
    return {State::Good, negative ? -number.value : number.value};
}

Number parseDecimal(std::string_view text, bool fraction)
{
    if (text.empty())
        return {};
    const bool negative = text.front() == '-';
    if (negative)
        text.remove_prefix(1);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const std::size_t point = fraction ? text.find('.') : std::string_view::npos;
    const std::string_view whole = text.substr(0, point);
    const std::string_view part = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
    if (whole.empty() || !std::ranges::all_of(whole, isDigit) || !std::ranges::all_of(part, isDigit))
        return {State::Invalid, 0};
    std::int64_t value = 0;
    for (const char c : whole)
        if (!append(value, 10, c - '0'))
            return overflow(negative);
    const bool rest = std::ranges::any_of(part, [](char c) { return c != '0'; });
    return {State::Good, negative ? -value - (rest ? 1 : 0) : value};
}

}  // namespace sqd::tar
