// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/xattr.h"

#include "base/bytes.h"

#include <array>
#include <cstring>

namespace sqd::format {

static constexpr std::array<std::string_view, 3> kPrefixes{"user.", "trusted.", "security."};

std::optional<XattrName> splitXattrName(std::string_view name)
{
    for (std::uint16_t code = 0; code < kPrefixes.size(); ++code) {
        if (name.size() > kPrefixes[code].size() && name.starts_with(kPrefixes[code]))
            return XattrName{code, name.substr(kPrefixes[code].size())};
    }
    return std::nullopt;
}

std::string_view xattrPrefix(std::uint16_t code)
{
    return code < kPrefixes.size() ? kPrefixes[code] : std::string_view{};
}

Decoded decodeXattrPair(std::span<const std::byte> b, XattrPair& out)
{
    if (b.size() < kXattrPairSize)
        return Decoded::needs(kXattrPairSize + 1);
    const std::uint16_t type = load16(b, 0);
    const std::size_t length = load16(b, 2);
    if ((type & ~(kXattrPrefixMask | kXattrOutOfLine)) != 0)
        return Decoded::invalid(0, "unknown bits in the type of an extended attribute");
    if (length == 0)
        return Decoded::invalid(2, "empty key of an extended attribute");
    if (b.size() < kXattrPairSize + length)
        return Decoded::needs(kXattrPairSize + length);
    out = {type, {reinterpret_cast<const char*>(b.data() + kXattrPairSize), length}};
    return Decoded::done(kXattrPairSize + length);
}

Decoded decodeXattrValue(std::span<const std::byte> b, std::size_t maxLength, std::span<const std::byte>& out)
{
    if (b.size() < kXattrValueSize)
        return Decoded::needs(kXattrValueSize);
    const std::size_t length = load32(b, 0);
    if (length > maxLength)
        return Decoded::invalid(0, "value of an extended attribute too long");
    if (b.size() - kXattrValueSize < length)
        return Decoded::needs(std::uint64_t{kXattrValueSize} + length);
    out = b.subspan(kXattrValueSize, length);
    return Decoded::done(kXattrValueSize + length);
}

Decoded decodeXattrReference(std::span<const std::byte> b, std::uint64_t& out)
{
    if (b.size() < kXattrReferenceSize)
        return Decoded::needs(kXattrReferenceSize);
    if (load32(b, 0) != 8)
        return Decoded::invalid(0, "length of an out-of-line value is not 8");
    out = load64(b, 4);
    return Decoded::done(kXattrReferenceSize);
}

std::size_t encodeXattrPair(const XattrPair& pair, std::span<std::byte> b)
{
    store16(b, 0, pair.type);
    store16(b, 2, static_cast<std::uint16_t>(pair.key.size()));
    std::memcpy(b.data() + kXattrPairSize, pair.key.data(), pair.key.size());
    return kXattrPairSize + pair.key.size();
}

std::size_t encodeXattrValue(std::string_view value, std::span<std::byte> b)
{
    store32(b, 0, static_cast<std::uint32_t>(value.size()));
    if (!value.empty())
        std::memcpy(b.data() + kXattrValueSize, value.data(), value.size());
    return kXattrValueSize + value.size();
}

std::size_t encodeXattrReference(std::uint64_t reference, std::span<std::byte> b)
{
    store32(b, 0, 8);
    store64(b, 4, reference);
    return kXattrReferenceSize;
}

XattrIdEntry decodeXattrIdEntry(std::span<const std::byte> b) { return {load64(b, 0), load32(b, 8), load32(b, 12)}; }

void encodeXattrIdEntry(const XattrIdEntry& e, std::span<std::byte> b)
{
    store64(b, 0, e.reference);
    store32(b, 8, e.count);
    store32(b, 12, e.size);
}

XattrHeader decodeXattrHeader(std::span<const std::byte> b) { return {load64(b, 0), load32(b, 8)}; }

void encodeXattrHeader(const XattrHeader& h, std::span<std::byte> b)
{
    store64(b, 0, h.pairStart);
    store32(b, 8, h.ids);
    store32(b, 12, 0);
}

}  // namespace sqd::format
