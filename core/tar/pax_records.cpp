// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/pax_records.h"

#include "tar/tar_number.h"

#include <cstdint>
#include <optional>

namespace sqd::tar {

bool PaxRecords::add(std::string_view data)
{
    while (!data.empty() && data.front() != '\0') {  // some writers count the padding in
        const std::size_t blank = data.substr(0, 20).find(' ');
        if (blank == std::string_view::npos)
            return false;
        const Number length = parseDecimal(data.substr(0, blank));
        if (!length.good() || length.value < 0 || static_cast<std::uint64_t>(length.value) > data.size() ||
            static_cast<std::size_t>(length.value) < blank + 3 || data[static_cast<std::size_t>(length.value) - 1] != '\n')
            return false;
        const std::string_view record = data.substr(blank + 1, static_cast<std::size_t>(length.value) - blank - 2);
        const std::size_t equals = record.find('=');
        if (equals == std::string_view::npos || equals == 0)
            return false;
        const std::string_view key = record.substr(0, equals), value = record.substr(equals + 1);
        if (key == "GNU.sparse.offset")
            m_sparsePairs.emplace_back(value, "");
        else if (key == "GNU.sparse.numbytes" && !m_sparsePairs.empty())
            m_sparsePairs.back().second = value;
        else
            m_records[std::string(key)] = value;
        data.remove_prefix(static_cast<std::size_t>(length.value));
    }
    return true;
}

void PaxRecords::clear()
{
    m_records.clear();
    m_sparsePairs.clear();
}

const std::string* PaxRecords::find(std::string_view key) const
{
    const auto found = m_records.find(key);
    return found == m_records.end() ? nullptr : &found->second;
}

const std::string* PaxView::find(std::string_view key) const
{
    const std::string* value = own.find(key);
    if (value == nullptr)
        value = global.find(key);
    return value == nullptr || value->empty() ? nullptr : value;
}

static int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// "%3D" → "=". `all`: every escape (libarchive); else only the two that GNU tar makes, since other names may hold a percent sign.
static std::string percentDecoded(std::string_view text, bool all)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size()) {
            const int high = hexDigit(text[i + 1]), low = hexDigit(text[i + 2]);
            const int c = high * 16 + low;
            if (high >= 0 && low >= 0 && (all || c == '=' || c == '%')) {
                out += static_cast<char>(c);
                i += 2;
                continue;
            }
        }
        out += text[i];
    }
    return out;
}

static std::optional<std::string> base64Decoded(std::string_view text)
{
    static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    std::uint32_t bits = 0;
    int count = 0;
    while (!text.empty() && text.back() == '=')
        text.remove_suffix(1);
    for (const char c : text) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos)
            return std::nullopt;
        bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFFFF;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>(bits >> count & 0xFF);
        }
    }
    return out;
}

std::pair<std::string, std::string> xattrOf(std::string_view key, std::string_view value, bool& bad)
{
    static constexpr std::string_view kSchily = "SCHILY.xattr.", kLibarchive = "LIBARCHIVE.xattr.";
    std::pair<std::string, std::string> result;
    if (key.starts_with(kSchily)) {
        result = {percentDecoded(key.substr(kSchily.size()), false), std::string(value)};
    } else if (key.starts_with(kLibarchive)) {
        const auto decoded = base64Decoded(value);
        result = {percentDecoded(key.substr(kLibarchive.size()), true), decoded.value_or("")};
        bad = bad || !decoded;
    } else if (key == "RHT.security.selinux") {
        result = {"security.selinux", std::string(value) + '\0'};  // the record lacks the NUL that the attribute has
    } else {
        return {};
    }
    if (result.first.empty() || result.first.size() > 255 || result.first.find('\0') != std::string::npos) {
        bad = true;
        return {};
    }
    return result;
}

}  // namespace sqd::tar
