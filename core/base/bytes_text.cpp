// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/bytes_text.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace sqd {

// Length of the well-formed UTF-8 sequence at `at`, 0 when there is none (RFC 3629 table 3-7).
static std::size_t sequenceLength(std::string_view s, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0U; };
    const auto tail = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) { return byte(i) >= low && byte(i) <= high; };
    const unsigned lead = byte(at);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return tail(at + 1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
        const unsigned high = lead == 0xED ? 0x9F : 0xBF;
        return tail(at + 1, low, high) && tail(at + 2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
        const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
        return tail(at + 1, low, high) && tail(at + 2) && tail(at + 3) ? 4 : 0;
    }
    return 0;
}

bool isUtf8(std::string_view bytes)
{
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t n = sequenceLength(bytes, i);
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}

static void appendEscaped(std::string& out, std::string_view bytes)
{
    for (const char c : bytes) {
        std::array<char, 5> text{};
        (void)std::snprintf(text.data(), text.size(), "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
        out += text.data();
    }
}

std::string printable(std::string_view bytes)
{
    std::string out;
    out.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t n = sequenceLength(bytes, i);
        const std::string_view part = bytes.substr(i, n == 0 ? 1 : n);
        const auto lead = static_cast<unsigned char>(part[0]);
        const bool control = n == 1 && (lead < 0x20 || lead == 0x7F);
        const bool c1 = n == 2 && lead == 0xC2 && static_cast<unsigned char>(part[1]) < 0xA0;
        // U+2028/2029 and the bidirectional controls U+202A…202E, U+2066…2069 can reorder or break a line.
        const bool format = part.size() == 3 && (part.substr(0, 2) == "\xE2\x80" ? (static_cast<unsigned char>(part[2]) >= 0xA8 && static_cast<unsigned char>(part[2]) <= 0xAE)
                                                 : part.substr(0, 2) == "\xE2\x81" && static_cast<unsigned char>(part[2]) >= 0xA6 && static_cast<unsigned char>(part[2]) <= 0xA9);
        if (n == 0 || control || c1 || format)
            appendEscaped(out, part);
        else
            out += part;
        i += part.size();
    }
    return out;
}

std::string toUtf8Lossy(std::string_view bytes)
{
    std::string out;
    out.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t n = sequenceLength(bytes, i);
        if (n == 0)
            out += "\xEF\xBF\xBD";
        else
            out += bytes.substr(i, n);
        i += n == 0 ? 1 : n;
    }
    return out;
}

std::string base64(std::string_view bytes)
{
    static constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto at = [&](std::size_t k) { return i + k < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + k])) : 0U; };
        const std::uint32_t group = at(0) << 16 | at(1) << 8 | at(2);
        out += kAlphabet[group >> 18 & 63];
        out += kAlphabet[group >> 12 & 63];
        out += i + 1 < bytes.size() ? kAlphabet[group >> 6 & 63] : '=';
        out += i + 2 < bytes.size() ? kAlphabet[group & 63] : '=';
    }
    return out;
}

std::optional<std::uint64_t> parseSize(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc{})
        return std::nullopt;
    std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    while (!unit.empty() && unit.front() == ' ')
        unit.remove_prefix(1);
    unsigned shift = 0;
    if (!unit.empty()) {
        static constexpr std::string_view kUnits = "KMGTkmgt";
        const std::size_t at = kUnits.find(unit.front());
        if (at != std::string_view::npos) {
            shift = static_cast<unsigned>(10 * (at % 4 + 1));
            unit.remove_prefix(1);
        }
        if (unit != "" && unit != "B" && unit != "b" && unit != "iB")
            return std::nullopt;
    }
    if (shift != 0 && value > (~std::uint64_t{0} >> shift))
        return std::nullopt;
    return value << shift;
}

std::string formatSize(std::uint64_t bytes)
{
    if (bytes < 1024)
        return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    static constexpr std::array<const char*, 6> kNames = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (value >= 1023.5 && unit + 1 < kNames.size()) {
        value /= 1024;
        ++unit;
    }
    std::array<char, 32> text{};
    (void)std::snprintf(text.data(), text.size(), value < 99.95 ? "%.1f %s" : "%.0f %s", value, kNames.at(unit));
    return text.data();
}

}  // namespace sqd
