// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/metadata_block.h"

#include <gtest/gtest.h>

using namespace sqd::format;

TEST(MetadataHeader, Decode_sizeOutsideOneTo8192_isRefused)
{
    EXPECT_FALSE(decodeMetadataHeader(0x0000));
    EXPECT_FALSE(decodeMetadataHeader(0x8000));
    EXPECT_FALSE(decodeMetadataHeader(8193));
    EXPECT_FALSE(decodeMetadataHeader(0x8000 | 8193));
    EXPECT_FALSE(decodeMetadataHeader(0xFFFF));
    ASSERT_TRUE(decodeMetadataHeader(1));
    ASSERT_TRUE(decodeMetadataHeader(8192));
    EXPECT_FALSE(decodeMetadataHeader(8192)->raw);
}

TEST(MetadataHeader, Encode_everyValidWord_roundTrips)
{
    unsigned valid = 0;
    for (unsigned word = 0; word <= 0xFFFF; ++word) {
        if (const auto header = decodeMetadataHeader(static_cast<std::uint16_t>(word))) {
            EXPECT_EQ(encodeMetadataHeader(*header), word);
            ++valid;
        }
    }
    EXPECT_EQ(valid, 2U * 8192);
}

TEST(Reference, Pack_blockAndOffset_areSixteenBitsApart)
{
    EXPECT_EQ(packReference({0, 0xa4}), 0xa4U);
    EXPECT_EQ(packReference({0x123456789a, 8191}), 0x123456789a1fffU);
    const Reference r = unpackReference(0x123456789a1fffU);
    EXPECT_EQ(r.block, 0x123456789aU);
    EXPECT_EQ(r.offset, 8191U);
}

TEST(BlockWord, Decode_badBitsOrSizes_areRefused)
{
    EXPECT_FALSE(decodeBlockWord(1U << 25, 4096));
    EXPECT_FALSE(decodeBlockWord(1U << 31 | 5, 4096));
    EXPECT_FALSE(decodeBlockWord(kBlockRawBit, 4096));
    EXPECT_FALSE(decodeBlockWord(4097, 4096));
    EXPECT_TRUE(decodeBlockWord(4096, 4096));
    ASSERT_TRUE(decodeBlockWord(0, 4096));
    EXPECT_EQ(decodeBlockWord(0, 4096)->storedBytes, 0U);
}

TEST(BlockWord, Encode_rawBlock_setsBit24)
{
    EXPECT_EQ(encodeBlockWord({0x1000, true}), 0x01001000U);
    EXPECT_EQ(encodeBlockWord({4, false}), 4U);
    EXPECT_TRUE(decodeBlockWord(0x01001000, 4096)->raw);
}
