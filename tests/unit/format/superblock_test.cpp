// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/superblock.h"

#include "unit/format/hex.h"

#include <gtest/gtest.h>

using namespace sqd::format;

// The header of a real image of five inodes (uncompressed gzip image, 4 KiB blocks).
static constexpr std::string_view kExample =
    "68 73 71 73 05 00 00 00 00 10 5e 5f 00 10 00 00 01 00 00 00 01 00 0c 00 cb 01 01 00 04 00 00 00"
    "a4 00 00 00 00 00 00 00 11 12 00 00 00 00 00 00 d2 11 00 00 00 00 00 00 f9 11 00 00 00 00 00 00"
    "74 10 00 00 00 00 00 00 3a 11 00 00 00 00 00 00 92 11 00 00 00 00 00 00 c4 11 00 00 00 00 00 00";

TEST(Superblock, Decode_realImage_splitsEveryField)
{
    const auto bytes = test::hex(kExample);
    ASSERT_EQ(bytes.size(), kSuperblockSize);
    const Superblock s = decodeSuperblock(bytes);
    EXPECT_EQ(s.inodes, 5U);
    EXPECT_EQ(s.mkfsTime, 1600000000U);
    EXPECT_EQ(s.blockSize, 4096U);
    EXPECT_EQ(s.fragments, 1U);
    EXPECT_EQ(s.codecId, 1U);
    EXPECT_EQ(s.blockLog, 12U);
    EXPECT_EQ(s.flags, kRawInodes | kRawData | kRawFragments | kDuplicates | kExportable | kRawXattrs);
    EXPECT_EQ(s.ids, 1U);
    EXPECT_EQ(s.versionMajor, 4U);
    EXPECT_EQ(s.versionMinor, 0U);
    EXPECT_EQ(s.rootInode, 0xa4U);
    EXPECT_EQ(s.bytesUsed, 0x1211U);
    EXPECT_EQ(s.idTable, 0x11d2U);
    EXPECT_EQ(s.xattrTable, 0x11f9U);
    EXPECT_EQ(s.inodeTable, 0x1074U);
    EXPECT_EQ(s.directoryTable, 0x113aU);
    EXPECT_EQ(s.fragmentTable, 0x1192U);
    EXPECT_EQ(s.exportTable, 0x11c4U);
}

TEST(Superblock, Encode_decodedHeader_givesTheSameBytes)
{
    const auto bytes = test::hex(kExample);
    const auto again = encodeSuperblock(decodeSuperblock(bytes));
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), again.begin(), again.end()));
}
