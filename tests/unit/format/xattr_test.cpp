// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/xattr.h"

#include "unit/format/hex.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

using namespace sqd::format;

static std::string text(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Xattr, SplitName_knownPrefixes_haveCodes)
{
    EXPECT_EQ(splitXattrName("user.k")->prefix, 0U);
    EXPECT_EQ(splitXattrName("user.k")->key, "k");
    EXPECT_EQ(splitXattrName("trusted.overlay.opaque")->prefix, 1U);
    EXPECT_EQ(splitXattrName("security.selinux")->prefix, 2U);
    EXPECT_EQ(splitXattrName("security.selinux")->key, "selinux");
    EXPECT_FALSE(splitXattrName("system.posix_acl_access"));
    EXPECT_FALSE(splitXattrName("user."));
    EXPECT_FALSE(splitXattrName(""));
    for (std::uint16_t code = 0; code < 3; ++code)
        EXPECT_EQ(splitXattrName(std::string(xattrPrefix(code)) + "x")->prefix, code);
    EXPECT_TRUE(xattrPrefix(3).empty());
}

TEST(Xattr, Decode_realPair_givesKeyAndValue)
{
    const auto bytes = test::hex("00 00 01 00 6b 02 00 00 00 76 76");
    XattrPair pair;
    Decoded d = decodeXattrPair(bytes, pair);
    ASSERT_TRUE(d.complete());
    EXPECT_EQ(pair.key, "k");
    EXPECT_EQ(pair.prefix(), 0U);
    EXPECT_FALSE(pair.outOfLine());
    std::span<const std::byte> value;
    const auto rest = std::span<const std::byte>(bytes).subspan(static_cast<std::size_t>(d.bytes));
    d = decodeXattrValue(rest, kMaxXattrValueLength, value);
    ASSERT_TRUE(d.complete());
    EXPECT_EQ(d.bytes, 6U);
    EXPECT_EQ(text(value), "vv");
}

TEST(Xattr, Encode_pairValueReference_decodeBack)
{
    std::vector<std::byte> out(64);
    std::size_t at = encodeXattrPair({kXattrOutOfLine | 2, "selinux"}, out);
    at += encodeXattrReference(0x123450007, std::span(out).subspan(at));
    at += encodeXattrValue("", std::span(out).subspan(at));
    out.resize(at);
    XattrPair pair;
    Decoded d = decodeXattrPair(out, pair);
    ASSERT_TRUE(d.complete());
    EXPECT_TRUE(pair.outOfLine());
    EXPECT_EQ(pair.prefix(), 2U);
    auto rest = std::span<const std::byte>(out).subspan(static_cast<std::size_t>(d.bytes));
    std::uint64_t reference = 0;
    d = decodeXattrReference(rest, reference);
    ASSERT_TRUE(d.complete());
    EXPECT_EQ(reference, 0x123450007U);
    rest = rest.subspan(static_cast<std::size_t>(d.bytes));
    std::span<const std::byte> value;
    d = decodeXattrValue(rest, kMaxXattrValueLength, value);
    ASSERT_TRUE(d.complete());
    EXPECT_TRUE(value.empty());
    EXPECT_EQ(d.bytes, rest.size());
}

TEST(Xattr, Decode_everyPrefix_asksForMore)
{
    std::vector<std::byte> pair(4 + 20), value(4 + 30), reference(12);
    encodeXattrPair({1, std::string(20, 'k')}, pair);
    encodeXattrValue(std::string(30, 'v'), value);
    encodeXattrReference(5, reference);
    test::forEachPrefix(pair, [](auto prefix) {
        XattrPair p;
        EXPECT_EQ(decodeXattrPair(prefix, p).status, DecodeStatus::NeedMore);
    });
    test::forEachPrefix(value, [](auto prefix) {
        std::span<const std::byte> v;
        EXPECT_EQ(decodeXattrValue(prefix, kMaxXattrValueLength, v).status, DecodeStatus::NeedMore);
    });
    test::forEachPrefix(reference, [](auto prefix) {
        std::uint64_t r = 0;
        EXPECT_EQ(decodeXattrReference(prefix, r).status, DecodeStatus::NeedMore);
    });
}

TEST(Xattr, Decode_brokenParts_areInvalid)
{
    XattrPair p;
    EXPECT_EQ(decodeXattrPair(test::hex("00 00 00 00"), p).status, DecodeStatus::Invalid);        // no key
    EXPECT_EQ(decodeXattrPair(test::hex("00 02 01 00 6b"), p).status, DecodeStatus::Invalid);     // type bit 0x200
    EXPECT_TRUE(decodeXattrPair(test::hex("03 01 01 00 6b"), p).complete());                      // prefix 3: the reader skips it
    std::span<const std::byte> v;
    EXPECT_EQ(decodeXattrValue(test::hex("01 00 01 00"), kMaxXattrValueLength, v).status, DecodeStatus::Invalid);
    EXPECT_EQ(decodeXattrValue(test::hex("ff ff ff ff"), kMaxXattrValueLength, v).status, DecodeStatus::Invalid);
    EXPECT_EQ(decodeXattrValue(test::hex("ff ff ff ff"), 0xFFFFFFFF, v).bytes, 0x100000003U);     // no wrap
    std::uint64_t r = 0;
    EXPECT_EQ(decodeXattrReference(test::hex("09 00 00 00 00 00 00 00 00 00 00 00"), r).status, DecodeStatus::Invalid);
}

TEST(Xattr, RoundTrip_realIdEntryAndHeader_keepBytes)
{
    const auto id = test::hex("00 00 00 00 00 00 00 00 01 00 00 00 09 00 00 00");
    const XattrIdEntry e = decodeXattrIdEntry(id);
    EXPECT_EQ(e.count, 1U);
    EXPECT_EQ(e.size, 9U);
    std::vector<std::byte> out(16, std::byte{0xAA});
    encodeXattrIdEntry(e, out);
    EXPECT_EQ(out, id);
    const auto header = test::hex("da 11 00 00 00 00 00 00 01 00 00 00 00 00 00 00");
    EXPECT_EQ(decodeXattrHeader(header).pairStart, 0x11daU);
    EXPECT_EQ(decodeXattrHeader(header).ids, 1U);
    std::fill(out.begin(), out.end(), std::byte{0xAA});
    encodeXattrHeader(decodeXattrHeader(header), out);
    EXPECT_EQ(out, header);
}
