// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "io/memory_file.h"

#include <gtest/gtest.h>

#include <array>

using sqd::io::MemoryFile;

static std::vector<std::byte> bytes(std::string_view text)
{
    const auto* data = reinterpret_cast<const std::byte*>(text.data());
    return {data, data + text.size()};
}

TEST(MemoryFile, WriteBehindTheEnd_fillsWithZeros)
{
    MemoryFile file;
    ASSERT_TRUE(file.write(4, bytes("ab")).has_value());
    EXPECT_EQ(file.bytes(), bytes(std::string_view("\0\0\0\0ab", 6)));
    ASSERT_TRUE(file.write(0, bytes("x")).has_value());
    EXPECT_EQ(file.sizeBytes(), 6U);
    ASSERT_TRUE(file.resize(5).has_value());
    EXPECT_EQ(file.bytes(), bytes(std::string_view("x\0\0\0a", 5)));
}

TEST(MemoryFile, Read_endsWithTheFile)
{
    const MemoryFile file("name", bytes("hello"));
    std::array<std::byte, 8> out{};
    EXPECT_EQ(*file.read(0, out), 5U);
    EXPECT_EQ(*file.read(3, out), 2U);
    EXPECT_EQ(*file.read(5, out), 0U);
    EXPECT_EQ(*file.read(1ULL << 40, out), 0U);
    EXPECT_EQ(file.name(), "name");
}

TEST(MemoryFile, ReadExactPastTheEnd_isCorruptThere)
{
    const MemoryFile file("image", bytes("hello"));
    std::array<std::byte, 4> out{};
    ASSERT_TRUE(file.readExact(1, out).has_value());
    const auto result = file.readExact(3, out);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, sqd::Errc::Corrupt);
    EXPECT_EQ(result.error().where, "image");
    EXPECT_EQ(result.error().imageOffset, 5U);
}
