// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/inode.h"

#include "base/bytes.h"
#include "format/directory.h"
#include "unit/format/hex.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

using namespace sqd;
using namespace sqd::format;

// The inode table of a real image: a file with an xattr, a file with a hole, a symlink, a directory and the root.
static constexpr std::string_view kTable =
    "09 00 a4 01 00 00 00 00 00 2f 68 59 01 00 00 00 00 00 00 00 00 00 00 00 10 00 00 00 00 00 00 00"
    "00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
    "02 00 a4 01 00 00 00 00 00 2f 68 59 02 00 00 00 60 00 00 00 ff ff ff ff 00 00 00 00 04 20 00 00"
    "00 00 00 00 00 10 00 01 04 00 00 01"
    "03 00 ff 01 00 00 00 00 00 2f 68 59 04 00 00 00 01 00 00 00 08 00 00 00 2e 2e 2f 61 2e 74 78 74"
    "01 00 ed 01 00 00 00 00 00 2f 68 59 03 00 00 00 00 00 00 00 02 00 00 00 18 00 00 00 05 00 00 00"
    "01 00 ed 01 00 00 00 00 00 2f 68 59 05 00 00 00 00 00 00 00 03 00 00 00 32 00 15 00 06 00 00 00";
static constexpr std::uint32_t kBlock = 4096;

static std::vector<Inode> decodeAll(std::span<const std::byte> bytes, std::vector<std::size_t>& starts)
{
    std::vector<Inode> inodes;
    for (std::size_t at = 0; at < bytes.size();) {
        Inode n;
        const Decoded d = decodeInode(bytes.subspan(at), kBlock, n);
        EXPECT_TRUE(d.complete()) << at;
        if (!d.complete())
            break;
        starts.push_back(at);
        inodes.push_back(n);
        at += static_cast<std::size_t>(d.bytes);
    }
    return inodes;
}

TEST(Inode, Decode_realTable_findsEveryRecord)
{
    const auto bytes = test::hex(kTable);
    ASSERT_EQ(bytes.size(), 196U);
    std::vector<std::size_t> starts;
    const auto inodes = decodeAll(bytes, starts);
    EXPECT_EQ(starts, (std::vector<std::size_t>{0, 0x38, 0x64, 0x84, 0xa4}));
    ASSERT_EQ(inodes.size(), 5U);

    EXPECT_EQ(inodes[0].type, InodeType::File);
    EXPECT_TRUE(inodes[0].extended);
    EXPECT_EQ(inodes[0].mode, 0644U);
    EXPECT_EQ(inodes[0].mtime, 1500000000U);
    EXPECT_EQ(inodes[0].number, 1U);
    EXPECT_EQ(inodes[0].size, 16U);
    EXPECT_EQ(inodes[0].fragment, 0U);
    EXPECT_EQ(inodes[0].xattr, 0U);

    EXPECT_FALSE(inodes[1].extended);
    EXPECT_EQ(inodes[1].start, 0x60U);
    EXPECT_EQ(inodes[1].size, 8196U);
    EXPECT_EQ(inodes[1].fragment, kNoFragment);
    EXPECT_EQ(inodes[1].links, 1U);

    EXPECT_EQ(inodes[2].type, InodeType::Symlink);
    EXPECT_EQ(inodes[2].targetLength, 8U);

    EXPECT_EQ(inodes[4].type, InodeType::Directory);
    EXPECT_EQ(inodes[4].links, 3U);
    EXPECT_EQ(inodes[4].listingSize, 50U);
    EXPECT_EQ(inodes[4].listingOffset, 21U);
    EXPECT_EQ(inodes[4].parent, 6U);
}

TEST(Inode, Encode_realHeads_giveTheSameBytes)
{
    const auto bytes = test::hex(kTable);
    std::vector<std::size_t> starts;
    const auto inodes = decodeAll(bytes, starts);
    for (std::size_t i = 0; i < inodes.size(); ++i) {
        std::array<std::byte, kMaxInodeHeadSize> out{};
        const std::size_t size = encodeInodeHead(inodes[i], out);
        ASSERT_GT(size, 0U);
        EXPECT_EQ(std::memcmp(out.data(), bytes.data() + starts[i], size), 0) << i;
    }
}

TEST(Inode, Decode_everyPrefixOfARecord_asksForMore)
{
    const auto bytes = test::hex(kTable);
    std::vector<std::size_t> starts;
    (void)decodeAll(bytes, starts);
    starts.push_back(bytes.size());
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
        const auto record = std::span(bytes).subspan(starts[i], starts[i + 1] - starts[i]);
        test::forEachPrefix(record, [&](std::span<const std::byte> prefix) {
            Inode n;
            const Decoded d = decodeInode(prefix, kBlock, n);
            EXPECT_EQ(d.status, DecodeStatus::NeedMore);
            EXPECT_GT(d.bytes, prefix.size());
            EXPECT_LE(d.bytes, record.size());
        });
    }
}

// Every kind with every field set to something of its own.
static Inode sample(InodeType type, bool extended)
{
    Inode n;
    n.type = type;
    n.extended = extended;
    n.mode = 07755;
    n.uidIndex = 0x1234;
    n.gidIndex = 0xFEDC;
    n.mtime = 0xFFFFFFFE;
    n.number = 0x01020304;
    n.links = type == InodeType::File && !extended ? 1 : 0x0A0B0C0D;
    n.xattr = extended ? 77 : kNoXattr;
    if (type == InodeType::Directory) {
        n.listingBlock = 0xCAFEBABE;
        n.listingOffset = 8191;
        n.listingSize = extended ? 0x7FFFFFFF : 65535;
        n.parent = 0x0F0E0D0C;
        n.indexCount = extended ? 2 : 0;
    } else if (type == InodeType::File) {
        n.start = extended ? 0x0102030405060708 : 0xF0E0D0C0;
        n.size = 3 * kBlock + 5;
        n.sparse = extended ? kBlock : 0;
        n.fragment = 9;
        n.fragmentOffset = 100;
    } else if (type == InodeType::Symlink) {
        n.targetLength = 5;
    } else if (type == InodeType::BlockDevice || type == InodeType::CharDevice) {
        n.device = 0x00A1B2C3;
    }
    return n;
}

static std::vector<std::byte> encodeWhole(const Inode& n)
{
    std::vector<std::byte> bytes(kMaxInodeHeadSize);
    bytes.resize(encodeInodeHead(n, bytes));
    const auto append = [&](std::size_t size) { bytes.resize(bytes.size() + size); };
    if (n.type == InodeType::File)
        append(4 * 3);
    if (n.type == InodeType::Symlink) {
        append(n.targetLength + (n.extended ? 4U : 0U));
        if (n.extended)
            store32(bytes, bytes.size() - 4, n.xattr);
    }
    for (unsigned i = 0; i < n.indexCount; ++i) {
        const std::size_t at = bytes.size();
        append(kDirectoryIndexSize + 3);
        encodeDirectoryIndex({i, i, "abc"}, std::span(bytes).subspan(at));
    }
    return bytes;
}

TEST(Inode, RoundTrip_all14Kinds_keepEveryFieldAndRefuseNoPrefix)
{
    for (std::uint16_t word = 1; word <= 14; ++word) {
        const bool extended = word > kExtendedInode;
        const Inode n = sample(static_cast<InodeType>(extended ? word - kExtendedInode : word), extended);
        const auto bytes = encodeWhole(n);
        EXPECT_EQ(load16(bytes, 0), word);
        Inode back;
        const Decoded d = decodeInode(bytes, kBlock, back);
        ASSERT_TRUE(d.complete()) << word;
        EXPECT_EQ(d.bytes, bytes.size()) << word;
        EXPECT_EQ(encodeWhole(back), bytes) << word;
        EXPECT_EQ(back.links, n.links) << word;
        EXPECT_EQ(back.xattr, n.xattr) << word;
        EXPECT_EQ(back.size, n.size) << word;
        EXPECT_EQ(back.start, n.start) << word;
        EXPECT_EQ(back.listingSize, n.listingSize) << word;
        EXPECT_EQ(back.device, n.device) << word;
        EXPECT_EQ(back.parent, n.parent) << word;
        test::forEachPrefix(bytes, [&](std::span<const std::byte> prefix) {
            Inode partial;
            EXPECT_EQ(decodeInode(prefix, kBlock, partial).status, DecodeStatus::NeedMore) << word << ' ' << prefix.size();
        });
    }
}

TEST(Inode, HeadSize_wordsOutsideOneToFourteen_haveNone)
{
    EXPECT_FALSE(inodeHeadSize(0));
    EXPECT_FALSE(inodeHeadSize(15));
    EXPECT_FALSE(inodeHeadSize(0xFFFF));
    EXPECT_EQ(inodeHeadSize(1), 32U);
    EXPECT_EQ(inodeHeadSize(9), 56U);
    std::vector<std::byte> bytes(64, std::byte{0xFF});
    Inode n;
    EXPECT_EQ(decodeInode(bytes, kBlock, n).status, DecodeStatus::Invalid);
}

TEST(Inode, Decode_hugeSparseFile_namesItsNeedWithoutAllocating)
{
    Inode n = sample(InodeType::File, true);
    n.size = (std::uint64_t{1} << 63) - 1;
    n.fragment = kNoFragment;
    std::array<std::byte, kMaxInodeHeadSize> head{};
    const std::size_t size = encodeInodeHead(n, head);
    Inode back;
    const Decoded d = decodeInode(std::span(head).first(size), kBlock, back);
    EXPECT_EQ(d.status, DecodeStatus::NeedMore);
    EXPECT_EQ(d.bytes, 56 + 4 * (std::uint64_t{1} << 51));
}

TEST(Inode, Decode_indexNameOver256_isInvalid)
{
    Inode n = sample(InodeType::Directory, true);
    n.indexCount = 1;
    auto bytes = encodeWhole(n);
    store32(bytes, 40 + 8, 256);
    Inode back;
    const Decoded d = decodeInode(bytes, kBlock, back);
    EXPECT_EQ(d.status, DecodeStatus::Invalid);
    EXPECT_EQ(d.bytes, 52U);
}

TEST(Inode, BlockWordCount_tailInFragment_isNotCounted)
{
    EXPECT_EQ(blockWordCount(0, kNoFragment, kBlock), 0U);
    EXPECT_EQ(blockWordCount(1, kNoFragment, kBlock), 1U);
    EXPECT_EQ(blockWordCount(1, 0, kBlock), 0U);
    EXPECT_EQ(blockWordCount(8192, kNoFragment, kBlock), 2U);
    EXPECT_EQ(blockWordCount(8193, kNoFragment, kBlock), 3U);
    EXPECT_EQ(blockWordCount(8193, 7, kBlock), 2U);
}

TEST(Device, EncodeDecode_limitsAndSplitMinor_roundTrip)
{
    EXPECT_EQ(encodeDevice({8, 1}), 0x801U);
    EXPECT_EQ(encodeDevice({0x123, 0xABCDE}), 0xABC123DEU);
    EXPECT_EQ(decodeDevice(0xABC123DE), (DeviceNumber{0x123, 0xABCDE}));
    EXPECT_EQ(encodeDevice({4095, 1048575}), 0xFFFFFFFFU);
    EXPECT_FALSE(encodeDevice({4096, 0}));
    EXPECT_FALSE(encodeDevice({0, 1048576}));
}
