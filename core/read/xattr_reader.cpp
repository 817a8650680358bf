// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/xattr_reader.h"

#include "base/bytes.h"
#include "format/xattr.h"
#include "read/image.h"
#include "read/limits.h"
#include "read/read_error.h"
#include "read/metadata_reader.h"
#include "read/table_reader.h"

#include <array>

namespace sqd::read {

namespace {

constexpr const char* kWhere = "xattr table";

class PairReader {
public:
    PairReader(const MetadataTable& table, MetadataCursor cursor) : m_table(table), m_cursor(std::move(cursor)) {}

    Result<void> next(XattrSet& out)
    {
        std::array<std::byte, format::kXattrPairSize + 65535> raw;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
        SQD_CHECK(m_cursor.read(std::span(raw).first(format::kXattrPairSize)));
        const std::size_t keyBytes = load16(std::span<const std::byte>(raw), 2);
        SQD_CHECK(m_cursor.read(std::span(raw).subspan(format::kXattrPairSize, keyBytes)));
        format::XattrPair pair;
        const format::Decoded decoded = format::decodeXattrPair(std::span<const std::byte>(raw).first(format::kXattrPairSize + keyBytes), pair);
        if (!decoded.complete())
            return corruptError(kWhere, decoded.problem, m_cursor.position());
        const std::string_view prefix = format::xattrPrefix(pair.prefix());
        if (prefix.size() + pair.key.size() > kMaxXattrKey)
            return corruptError(kWhere, "attribute name of " + std::to_string(prefix.size() + pair.key.size()) + " bytes is longer than 255", m_cursor.position());
        if (pair.key.find('\0') != std::string_view::npos)
            return corruptError(kWhere, "attribute name holds a NUL byte", m_cursor.position());
        std::string value;
        SQD_CHECK(pair.outOfLine() ? follow(value) : readValue(m_cursor, value));
        if (prefix.empty()) {
            ++out.unknownPrefixes;
            return {};
        }
        m_total += value.size();
        if (m_total > kMaxXattrTotal)
            return limitError(kWhere, "attributes of one entry take more than 16 MiB", m_cursor.position());
        out.values.emplace_back(std::string(prefix) + std::string(pair.key), std::move(value));
        return {};
    }

private:
    static Result<void> readValue(MetadataCursor& cursor, std::string& value)
    {
        std::array<std::byte, format::kXattrValueSize> word{};
        SQD_CHECK(cursor.read(word));
        const std::uint32_t length = load32(word, 0);
        if (length > kMaxXattrValue)
            return corruptError(kWhere, "attribute value of " + std::to_string(length) + " bytes is longer than 65536", cursor.position());
        value.resize(length);
        return cursor.read(std::as_writable_bytes(std::span(value)));
    }

    // Once only: what the reference names is always a value, so there is nothing that could loop.
    Result<void> follow(std::string& value)
    {
        std::array<std::byte, format::kXattrReferenceSize> raw{};
        SQD_CHECK(m_cursor.read(raw));
        std::uint64_t reference = 0;
        const format::Decoded decoded = format::decodeXattrReference(raw, reference);
        if (!decoded.complete())
            return corruptError(kWhere, decoded.problem, m_cursor.position());
        SQD_TRY(auto cursor, MetadataCursor::at(m_table, reference));
        return readValue(cursor, value);
    }

    const MetadataTable& m_table;
    MetadataCursor m_cursor;
    std::size_t m_total = 0;
};

}  // namespace

Result<XattrSet> readXattrSet(const Image& image, std::uint32_t index)
{
    const LookupTable* sets = image.xattrTable();
    const MetadataTable* pairs = image.xattrPairs();
    if (sets == nullptr || pairs == nullptr)
        return corruptError(kWhere, "attribute index " + std::to_string(index) + " although the image has no readable attributes");
    if (index >= sets->count())
        return corruptError(kWhere, "attribute index " + std::to_string(index) + " is out of range (the image has " + std::to_string(sets->count()) + ")", sets->list());
    std::array<std::byte, format::kXattrIdEntrySize> raw{};
    SQD_CHECK(sets->entry(index, raw));
    const format::XattrIdEntry entry = format::decodeXattrIdEntry(raw);
    // The smallest pair takes 9 bytes, so a count that cannot be true is refused before the first one is read.
    if (entry.count == 0 || entry.count > pairs->bytesLeft(entry.reference) / 9)
        return corruptError(kWhere, "attribute set " + std::to_string(index) + " says " + std::to_string(entry.count) + " attributes, more than the table holds or none", sets->list());
    SQD_TRY(auto cursor, MetadataCursor::at(*pairs, entry.reference));
    PairReader reader(*pairs, std::move(cursor));
    XattrSet set;
    for (std::uint32_t i = 0; i < entry.count; ++i)
        SQD_CHECK(reader.next(set));
    return set;
}

Result<XattrSet> readXattrs(const Image& image, const Inode& inode)
{
    if (inode.xattrIndex == format::kNoXattr)
        return XattrSet{};
    return readXattrSet(image, inode.xattrIndex);
}

}  // namespace sqd::read
