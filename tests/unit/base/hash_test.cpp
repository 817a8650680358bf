// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

using namespace sqd;

static std::span<const std::byte> bytes(const std::string& s)
{
    return std::as_bytes(std::span(s.data(), s.size()));
}

TEST(Hash, EqualBytes_equalHash)
{
    const std::string a(100000, 'a');
    std::string b = a;
    EXPECT_EQ(hashBytes(bytes(a)), hashBytes(bytes(b)));
    EXPECT_EQ(hashBytes64(bytes(a)), hashBytes64(bytes(b)));
    b[99999] = 'b';
    EXPECT_FALSE(hashBytes(bytes(a)) == hashBytes(bytes(b)));
    EXPECT_NE(hashBytes64(bytes(a)), hashBytes64(bytes(b)));
}

TEST(Hash, Lengths_areTold)
{
    std::set<std::uint64_t> seen;
    for (std::size_t n = 0; n < 300; ++n)
        seen.insert(hashBytes(bytes(std::string(n, '\0'))).low);
    EXPECT_EQ(seen.size(), 300U);
}

TEST(CombineHashes, OrderAndParts_count)
{
    const Hash128 a = hashBytes(bytes("a"));
    const Hash128 b = hashBytes(bytes("b"));
    EXPECT_FALSE(combineHashes(a, b) == combineHashes(b, a));
    EXPECT_FALSE(combineHashes(a, b) == combineHashes(a, a));
    EXPECT_EQ(combineHashes(a, b), combineHashes(a, b));
    EXPECT_FALSE(combineHashes({}, a) == a);
}
