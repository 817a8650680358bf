// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/fragment.h"
#include "format/tables.h"
#include "unit/format/hex.h"

#include <gtest/gtest.h>

using namespace sqd::format;

TEST(FragmentEntry, RoundTrip_realEntry_keepsBytes)
{
    const auto bytes = test::hex("64 10 00 00 00 00 00 00 10 00 00 01 00 00 00 00");
    const FragmentEntry e = decodeFragmentEntry(bytes);
    EXPECT_EQ(e.start, 0x1064U);
    EXPECT_EQ(e.word, 0x01000010U);
    std::vector<std::byte> out(kFragmentEntrySize, std::byte{0xAA});
    encodeFragmentEntry(e, out);
    EXPECT_EQ(out, bytes);
}

TEST(LookupTable, Blocks_countsAroundABlock_areExact)
{
    EXPECT_EQ(entriesPerBlock(kIdEntrySize), 2048U);
    EXPECT_EQ(entriesPerBlock(kExportEntrySize), 1024U);
    EXPECT_EQ(entriesPerBlock(kFragmentEntrySize), 512U);
    EXPECT_EQ(lookupBlocks(0, 16), 0U);
    EXPECT_EQ(lookupBlocks(1, 16), 1U);
    EXPECT_EQ(lookupBlocks(512, 16), 1U);
    EXPECT_EQ(lookupBlocks(513, 16), 2U);
    EXPECT_EQ(lookupListBytes(513, 16), 16U);
    EXPECT_EQ(lookupBlockBytes(513, 16, 0), 8192U);
    EXPECT_EQ(lookupBlockBytes(513, 16, 1), 16U);
    EXPECT_EQ(lookupBlockBytes(512, 16, 0), 8192U);
    EXPECT_EQ(lookupBlocks(0xFFFFFFFF, 16), 8388608U);
}

TEST(LookupTable, Place_ofAnEntry_neverCrossesABlock)
{
    for (const std::size_t size : {std::size_t{4}, std::size_t{8}, std::size_t{16}}) {
        for (std::uint64_t i = 0; i < 5000; ++i) {
            const LookupPlace p = lookupPlace(i, size);
            EXPECT_EQ(p.block * 8192 + p.offset, i * size);
            EXPECT_LE(p.offset + size, 8192U);
        }
    }
}
