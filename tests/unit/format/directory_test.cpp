// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/directory.h"

#include "unit/format/hex.h"

#include <gtest/gtest.h>

#include <string>

using namespace sqd::format;

// The root's listing of a real image: "a.txt", "b.bin", "d".
static constexpr std::string_view kListing = "02 00 00 00 00 00 00 00 01 00 00 00"
                                             "00 00 00 00 02 00 04 00 61 2e 74 78 74"
                                             "38 00 01 00 02 00 04 00 62 2e 62 69 6e"
                                             "84 00 02 00 01 00 00 00 64";

TEST(Directory, Decode_realListing_givesItsEntries)
{
    const auto bytes = test::hex(kListing);
    std::span<const std::byte> rest = bytes;
    DirectoryHeader header;
    Decoded d = decodeDirectoryHeader(rest, header);
    ASSERT_TRUE(d.complete());
    EXPECT_EQ(header.count, 3U);
    EXPECT_EQ(header.inodeBlock, 0U);
    EXPECT_EQ(header.numberBase, 1U);
    rest = rest.subspan(static_cast<std::size_t>(d.bytes));
    std::vector<std::string> names;
    std::vector<int> offsets, deltas, types;
    for (std::uint32_t i = 0; i < header.count; ++i) {
        DirectoryEntry e;
        d = decodeDirectoryEntry(rest, e);
        ASSERT_TRUE(d.complete());
        names.emplace_back(e.name);
        offsets.push_back(e.inodeOffset);
        deltas.push_back(e.numberDelta);
        types.push_back(e.type);
        rest = rest.subspan(static_cast<std::size_t>(d.bytes));
    }
    EXPECT_TRUE(rest.empty());
    EXPECT_EQ(names, (std::vector<std::string>{"a.txt", "b.bin", "d"}));
    EXPECT_EQ(offsets, (std::vector<int>{0, 0x38, 0x84}));
    EXPECT_EQ(deltas, (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(types, (std::vector<int>{2, 2, 1}));
}

TEST(Directory, Encode_realListing_givesTheSameBytes)
{
    std::vector<std::byte> out(64);
    std::size_t at = encodeDirectoryHeader({3, 0, 1}, out);
    at += encodeDirectoryEntry({0, 0, 2, "a.txt"}, std::span(out).subspan(at));
    at += encodeDirectoryEntry({0x38, 1, 2, "b.bin"}, std::span(out).subspan(at));
    at += encodeDirectoryEntry({0x84, 2, 1, "d"}, std::span(out).subspan(at));
    out.resize(at);
    EXPECT_EQ(out, test::hex(kListing));
}

TEST(Directory, Decode_everyPrefix_asksForMore)
{
    std::vector<std::byte> entry(8 + 256), index(12 + 256), header(12);
    const std::string name(256, 'x');
    encodeDirectoryHeader({256, 1, 2}, header);
    encodeDirectoryEntry({1, -32768, 7, name}, entry);
    encodeDirectoryIndex({1, 2, name}, index);
    test::forEachPrefix(header, [](auto prefix) {
        DirectoryHeader h;
        EXPECT_EQ(decodeDirectoryHeader(prefix, h).status, DecodeStatus::NeedMore);
    });
    test::forEachPrefix(entry, [](auto prefix) {
        DirectoryEntry e;
        EXPECT_EQ(decodeDirectoryEntry(prefix, e).status, DecodeStatus::NeedMore);
    });
    test::forEachPrefix(index, [](auto prefix) {
        DirectoryIndex i;
        EXPECT_EQ(decodeDirectoryIndex(prefix, i).status, DecodeStatus::NeedMore);
    });
    DirectoryEntry e;
    ASSERT_TRUE(decodeDirectoryEntry(entry, e).complete());
    EXPECT_EQ(e.numberDelta, -32768);
    EXPECT_EQ(e.name.size(), 256U);
    DirectoryIndex i;
    const Decoded d = decodeDirectoryIndex(index, i);
    ASSERT_TRUE(d.complete());
    EXPECT_EQ(d.bytes, index.size());
    EXPECT_EQ(i.block, 2U);
    EXPECT_EQ(i.name, name);
}

TEST(Directory, Decode_countOrNameTooLarge_isInvalid)
{
    DirectoryHeader h;
    EXPECT_EQ(decodeDirectoryHeader(test::hex("00 01 00 00 00 00 00 00 00 00 00 00"), h).status, DecodeStatus::Invalid);
    EXPECT_EQ(decodeDirectoryHeader(test::hex("ff ff ff ff 00 00 00 00 00 00 00 00"), h).status, DecodeStatus::Invalid);
    EXPECT_TRUE(decodeDirectoryHeader(test::hex("ff 00 00 00 00 00 00 00 00 00 00 00"), h).complete());
    DirectoryEntry e;
    EXPECT_EQ(decodeDirectoryEntry(test::hex("00 00 00 00 02 00 00 01 61"), e).status, DecodeStatus::Invalid);
    DirectoryIndex i;
    EXPECT_EQ(decodeDirectoryIndex(test::hex("00 00 00 00 02 00 00 00 00 01 00 00 61"), i).status, DecodeStatus::Invalid);
}

TEST(Directory, EntryNameAllowed_dotsSlashNul_areNot)
{
    for (const std::string_view bad : {std::string_view(""), std::string_view("."), std::string_view(".."), std::string_view("a/b"), std::string_view("a\0b", 3)})
        EXPECT_FALSE(isEntryNameAllowed(bad)) << bad;
    for (const std::string_view good : {"...", ".a", "a", "\xff", "a b"})
        EXPECT_TRUE(isEntryNameAllowed(good)) << good;
}

TEST(Directory, CompareNames_isUnsignedAndPrefixFirst)
{
    EXPECT_LT(compareNames("a", "b"), 0);
    EXPECT_LT(compareNames("a", "ab"), 0);
    EXPECT_LT(compareNames("ab", "b"), 0);
    EXPECT_LT(compareNames("z", "\x80"), 0);
    EXPECT_GT(compareNames("\xff", "\x7f"), 0);
    EXPECT_EQ(compareNames("same", "same"), 0);
}
