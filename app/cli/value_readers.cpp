// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/value_readers.h"

#include "base/bytes_text.h"
#include "format/constants.h"

#include <bit>
#include <charconv>
#include <chrono>
#include <limits>

namespace sqd::cli {

template<typename T>
static std::optional<T> readWhole(std::string_view text)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> readNumber(std::string_view text)
{
    return readWhole<std::int64_t>(text);
}

std::optional<std::uint32_t> readUint32(std::string_view text)
{
    return readWhole<std::uint32_t>(text);
}

// Exactly `digits` digits at the start of `text`, which loses them.
static std::optional<int> takeDigits(std::string_view& text, std::size_t digits)
{
    if (text.size() < digits || text.substr(0, digits).find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    const auto value = readWhole<int>(text.substr(0, digits));
    text.remove_prefix(digits);
    return value;
}

static bool takeChar(std::string_view& text, std::string_view any)
{
    if (text.empty() || any.find(text.front()) == std::string_view::npos)
        return false;
    text.remove_prefix(1);
    return true;
}

// "12:30" or "12:30:05" as seconds of the day.
static std::optional<std::int64_t> takeClock(std::string_view& text)
{
    const auto hour = takeDigits(text, 2);
    if (!hour || *hour > 23 || !takeChar(text, ":"))
        return std::nullopt;
    const auto minute = takeDigits(text, 2);
    if (!minute || *minute > 59)
        return std::nullopt;
    int second = 0;
    if (takeChar(text, ":")) {
        const auto given = takeDigits(text, 2);
        if (!given || *given > 59)
            return std::nullopt;
        second = *given;
    }
    return *hour * 3600 + *minute * 60 + second;
}

std::optional<std::uint32_t> readTime(std::string_view text)
{
    if (takeChar(text, "@"))
        return readUint32(text);
    if (const auto seconds = readUint32(text))
        return seconds;
    const auto year = takeDigits(text, 4);
    if (!year || !takeChar(text, "-"))
        return std::nullopt;
    const auto month = takeDigits(text, 2);
    if (!month || !takeChar(text, "-"))
        return std::nullopt;
    const auto day = takeDigits(text, 2);
    if (!day)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
        std::chrono::day(static_cast<unsigned>(*day))};
    std::int64_t seconds = 0;
    if (takeChar(text, "T ")) {
        const auto clock = takeClock(text);
        if (!clock)
            return std::nullopt;
        seconds = *clock;
        (void)takeChar(text, "Z");
    }
    if (!text.empty() || !date.ok())
        return std::nullopt;
    seconds += std::int64_t{std::chrono::sys_days(date).time_since_epoch().count()} * 86400;
    if (seconds < 0 || seconds > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(seconds);
}

bool readIdMap(std::string_view text, std::map<std::uint32_t, std::uint32_t>& map)
{
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view pair = text.substr(0, comma);
        const std::size_t colon = pair.find(':');
        if (colon == std::string_view::npos)
            return false;
        const auto from = readUint32(pair.substr(0, colon)), to = readUint32(pair.substr(colon + 1));
        if (!from || !to)
            return false;
        map.insert_or_assign(*from, *to);
        if (comma == std::string_view::npos)
            return true;
        text.remove_prefix(comma + 1);
    }
}

std::optional<std::uint32_t> readBlockSize(std::string_view text)
{
    const auto size = parseSize(text);
    if (!size || *size < format::kMinBlockSize || *size > format::kMaxBlockSize || !std::has_single_bit(*size))
        return std::nullopt;
    return static_cast<std::uint32_t>(*size);
}

}  // namespace sqd::cli
