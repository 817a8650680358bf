// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/sparse_map.h"

#include <algorithm>

namespace sqd::tar {

static constexpr std::size_t kFieldBytes = 12;
// Longest decimal number of 64 bits, and its line feed.
static constexpr std::size_t kMaxLine = 21;

static std::optional<Extent> extentOf(const Number& offset, const Number& length)
{
    if (!offset.good() || !length.good() || offset.value < 0 || length.value < 0)
        return std::nullopt;
    return Extent{static_cast<std::uint64_t>(offset.value), static_cast<std::uint64_t>(length.value), 0};
}

std::optional<std::vector<Extent>> sparseMapOfHeader(std::string_view fields)
{
    std::vector<Extent> map;
    for (; fields.size() >= 2 * kFieldBytes; fields.remove_prefix(2 * kFieldBytes)) {
        if (fields.front() == '\0')
            continue;  // the rest of a block is not used
        const auto extent = extentOf(parseField(fields.substr(0, kFieldBytes)), parseField(fields.substr(kFieldBytes, kFieldBytes)));
        if (!extent)
            return std::nullopt;
        map.push_back(*extent);
    }
    return map;
}

std::optional<std::vector<Extent>> sparseMapOfPairs(const PaxRecords& records)
{
    std::vector<Extent> map;
    for (const auto& [offset, length] : records.sparsePairs()) {
        const auto extent = extentOf(parseDecimal(offset), parseDecimal(length));
        if (!extent)
            return std::nullopt;
        map.push_back(*extent);
    }
    return map;
}

std::optional<std::vector<Extent>> sparseMapOfList(std::string_view list)
{
    std::vector<Extent> map;
    const auto nextNumber = [&list] {
        const std::size_t comma = list.find(',');
        const Number number = parseDecimal(list.substr(0, comma));
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
        return number;
    };
    while (!list.empty()) {
        const Number offset = nextNumber();
        const auto extent = extentOf(offset, nextNumber());
        if (!extent)
            return std::nullopt;
        map.push_back(*extent);
    }
    return map;
}

namespace {

// The decimal lines of a map in front of its data.
class MapLines {
public:
    MapLines(TarWindow& window, std::uint64_t position, std::uint64_t stored) : m_window(window), m_at(position), m_left(stored) {}
    // nullopt: malformed, or no more.
    Result<std::optional<std::uint64_t>> next()
    {
        SQD_TRY(const std::string_view text, m_window.view(m_at, static_cast<std::size_t>(std::min<std::uint64_t>(m_left, kMaxLine))));
        const std::size_t end = text.find('\n');
        const Number number = end == std::string_view::npos ? Number{} : parseDecimal(text.substr(0, end));
        if (!number.good() || number.value < 0)
            return std::optional<std::uint64_t>();
        m_at += end + 1;
        m_left -= end + 1;
        return std::optional(static_cast<std::uint64_t>(number.value));
    }
    [[nodiscard]] std::uint64_t at() const { return m_at; }
    [[nodiscard]] std::uint64_t left() const { return m_left; }

private:
    TarWindow& m_window;
    std::uint64_t m_at, m_left;
};

}  // namespace

Result<std::optional<std::vector<Extent>>> sparseMapOfData(TarWindow& window, std::uint64_t position, std::uint64_t stored, std::uint64_t& used)
{
    const std::optional<std::vector<Extent>> malformed;
    MapLines lines(window, position, stored);
    SQD_TRY(const auto count, lines.next());
    if (!count || *count > lines.left() / 4)  // each extent takes two digits and two line feeds at least
        return malformed;
    std::vector<Extent> map;
    map.reserve(static_cast<std::size_t>(*count));
    for (std::uint64_t i = 0; i < *count; ++i) {
        SQD_TRY(const auto offset, lines.next());
        SQD_TRY(const auto length, lines.next());
        if (!offset || !length)
            return malformed;
        map.push_back({*offset, *length, 0});
    }
    used = (lines.at() - position + kBlock - 1) / kBlock * kBlock;
    if (used > stored)
        return malformed;
    return std::optional(std::move(map));
}

bool placeExtents(std::vector<Extent>& extents, std::uint64_t size, std::uint64_t position, std::uint64_t stored)
{
    std::uint64_t end = 0, taken = 0;
    for (Extent& extent : extents) {
        if (extent.offset < end || extent.offset > size || extent.length > size - extent.offset || extent.length > stored - taken)
            return false;
        extent.position = position + taken;
        taken += extent.length;
        end = extent.offset + extent.length;
    }
    std::erase_if(extents, [](const Extent& extent) { return extent.length == 0; });
    return true;
}

}  // namespace sqd::tar
