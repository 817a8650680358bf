// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/xattr_table.h"

#include "base/bytes.h"
#include "base/bytes_text.h"
#include "format/xattr.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sqd::pack {

// Values longer than this stand alone even when they are used once: what mksquashfs does, it keeps the sets, which are what a listing
// reads, short. A set that is still above kMaxSetBytes gets a lower threshold.
static constexpr std::size_t kLongValue = 128;
static constexpr std::size_t kMaxSetBytes = 65536;
// A reference has 8 bytes where the value would stand: only longer values can gain.
static constexpr std::size_t kShortestOutOfLine = 8;

static std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

std::size_t XattrTable::ValueHasher::operator()(std::string_view value) const
{
    return static_cast<std::size_t>(hashBytes64(bytesOf(value)));
}

static Error notExpressible(std::string what, std::string_view name)
{
    Error error;
    error.code = Errc::NotExpressible;
    error.what = std::move(what) + " \"" + printable(name) + '"';
    return error;
}

static Result<void> checkXattr(const std::string& name, const std::string& value)
{
    if (!format::splitXattrName(name))
        return notExpressible("an image cannot hold the extended attribute", name);
    if (name.size() > format::kMaxXattrNameLength || name.find('\0') != std::string::npos)
        return notExpressible("name of an extended attribute too long or with a zero byte:", name);
    if (value.size() > format::kMaxXattrValueLength)
        return notExpressible("value longer than 64 KiB in the extended attribute", name);
    return {};
}

Result<std::uint32_t> XattrTable::add(const source::Xattrs& xattrs)
{
    Hash128 hash{};
    for (std::size_t i = 0; i < xattrs.size(); ++i) {
        const auto& [name, value] = xattrs[i];
        SQD_CHECK(checkXattr(name, value));
        if (i > 0 && xattrs[i - 1].first >= name)
            return internalError("extended attributes are not in ascending order");
        hash = combineHashes(combineHashes(hash, hashBytes(bytesOf(name))), hashBytes(bytesOf(value)));
    }
    const auto [first, last] = m_byContent.equal_range(hash);
    for (auto it = first; it != last; ++it) {
        if (*m_sets[it->second].xattrs == xattrs)
            return it->second;
    }
    const auto number = static_cast<std::uint32_t>(m_sets.size());
    m_sets.push_back({&xattrs, 0});
    m_byContent.emplace(hash, number);
    for (const auto& [name, value] : xattrs) {
        if (value.size() > kShortestOutOfLine)
            ++m_values[value].uses;
    }
    return number;
}

XattrTable::Value* XattrTable::outOfLineValue(std::string_view value)
{
    if (value.size() <= kShortestOutOfLine)
        return nullptr;
    const auto found = m_values.find(value);
    return found != m_values.end() && found->second.outOfLine ? &found->second : nullptr;
}

std::size_t XattrTable::storedBytes(const source::Xattrs& xattrs, std::size_t threshold)
{
    std::size_t bytes = 0;
    for (const auto& [name, value] : xattrs) {
        const bool apart = value.size() > threshold || outOfLineValue(value) != nullptr;
        bytes += format::kXattrPairSize + format::splitXattrName(name)->key.size();
        bytes += apart ? format::kXattrReferenceSize : format::kXattrValueSize + value.size();
    }
    return bytes;
}

// Marks the values that stand alone, and lists them in order of first use. A value that one set moves out is a reference in all sets.
std::vector<std::pair<std::string_view, XattrTable::Value*>> XattrTable::chooseOutOfLine()
{
    for (auto& [text, value] : m_values) {
        // Repeated: all uses together must be smaller by reference than inline.
        const std::uint64_t saved = std::uint64_t{value.uses} * (text.size() - kShortestOutOfLine);
        value.outOfLine = value.uses > 1 && saved > format::kXattrValueSize + text.size();
    }
    std::vector<std::pair<std::string_view, Value*>> order;
    for (const Set& set : m_sets) {
        std::size_t threshold = kLongValue;
        while (threshold > kShortestOutOfLine && storedBytes(*set.xattrs, threshold) > kMaxSetBytes)
            threshold /= 2;
        for (const auto& [name, text] : *set.xattrs) {
            if (text.size() <= kShortestOutOfLine)
                continue;
            Value& value = m_values.at(text);
            value.outOfLine = value.outOfLine || text.size() > threshold;
            if (value.outOfLine && !std::exchange(value.listed, true))
                order.emplace_back(text, &value);
        }
    }
    return order;
}

Result<void> XattrTable::writeSet(MetadataAppender& appender, Set& set)
{
    set.flat = appender.flatBytes();
    for (const auto& [name, text] : *set.xattrs) {
        const auto split = *format::splitXattrName(name);
        const Value* apart = outOfLineValue(text);
        const std::size_t pairBytes = format::kXattrPairSize + split.key.size();
        const std::size_t valueBytes = apart != nullptr ? format::kXattrReferenceSize : format::kXattrValueSize + text.size();
        SQD_TRY(auto out, appender.take(pairBytes + valueBytes));
        const auto type = static_cast<std::uint16_t>(split.prefix | (apart != nullptr ? format::kXattrOutOfLine : 0));
        format::encodeXattrPair({type, split.key}, out);
        if (apart != nullptr)
            format::encodeXattrReference(apart->reference, out.subspan(pairBytes));
        else
            format::encodeXattrValue(text, out.subspan(pairBytes));
    }
    return {};
}

Result<void> XattrTable::writePairs(MetadataStream& stream, const MetadataPress& press)
{
    MetadataAppender appender(stream, press);
    const auto values = chooseOutOfLine();
    for (const auto& [text, value] : values) {
        value->reference = appender.flatBytes();  // flat until all values are packed
        SQD_TRY(auto out, appender.take(format::kXattrValueSize + text.size()));
        format::encodeXattrValue(text, out);
    }
    SQD_CHECK(appender.flush());
    for (const auto& [text, value] : values)
        value->reference = stream.reference(value->reference);
    for (Set& set : m_sets)
        SQD_CHECK(writeSet(appender, set));
    SQD_CHECK(appender.flush());
    return stream.finish();
}

// What mksquashfs stores: the bytes that listing the names and values takes.
static std::uint32_t listingBytes(const source::Xattrs& xattrs)
{
    std::uint64_t bytes = 0;
    for (const auto& [name, value] : xattrs)
        bytes += name.size() + 1 + value.size();
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, 0xFFFFFFFF));
}

Result<std::uint64_t> XattrTable::write(MetadataPress& press, MetadataCursor& cursor, bool compress)
{
    const std::uint64_t pairStart = cursor.position();
    // Linux keeps 32 bits of a set's block position.
    MetadataStream stream(press, compress, 0xFFFFFFFF, [&](std::span<const std::byte> stored) { return cursor.write(stored); });
    SQD_CHECK(writePairs(stream, press));
    cursor.record(stream.blocks(), pairStart);
    LookupTable ids(press, cursor, compress);
    for (const Set& set : m_sets) {
        SQD_TRY(auto out, ids.next(format::kXattrIdEntrySize));
        format::encodeXattrIdEntry({stream.reference(set.flat), static_cast<std::uint32_t>(set.xattrs->size()), listingBytes(*set.xattrs)}, out);
    }
    std::array<std::byte, format::kXattrHeaderSize> header{};
    format::encodeXattrHeader({pairStart, static_cast<std::uint32_t>(m_sets.size())}, header);
    return ids.finish(header);
}

}  // namespace sqd::pack
