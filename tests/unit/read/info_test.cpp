// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "base/bytes.h"
#include "read/info.h"

namespace sqd::read {

TEST(Info, figures_areThoseOfTheImage)
{
    test::ImageBuilder b;
    auto& f = b.file(std::string(5000, 'x'));
    f.xattrs = {{"user.a", "1"}};
    b.root().add("f", f);
    b.root().add("hard", f);
    b.root().add("l", b.symlink("f"));
    b.root().add("p", b.node(format::InodeType::Fifo));
    b.optionsRecord = {std::byte{7}, std::byte{0}, std::byte{0}, std::byte{0}, std::byte{14}, std::byte{0}, std::byte{1}, std::byte{0}};
    const auto bytes = b.build();
    const format::Superblock& s = b.superblock();
    const auto info = collectInfo(*openOrFail(bytes));
    ASSERT_TRUE(info);
    EXPECT_EQ(info->codec, "gzip");
    EXPECT_TRUE(info->optionsStored);
    EXPECT_TRUE(info->options.valid());
    EXPECT_EQ(info->options.value("level", 0), 7);
    EXPECT_EQ(info->options.value("window", 0), 14);
    EXPECT_EQ(info->blockSize, 4096U);
    EXPECT_EQ(info->inodes, 4U);
    EXPECT_EQ(info->fragments, 1U);
    EXPECT_EQ(info->ids, 1U);
    EXPECT_EQ(info->xattrSets, 1U);
    EXPECT_EQ(info->contentBytes, 5000U);
    EXPECT_EQ(info->files, 1U);
    EXPECT_EQ(info->directories, 1U);
    EXPECT_EQ(info->symlinks, 1U);
    EXPECT_EQ(info->others, 1U);
    EXPECT_EQ(info->bytesUsed, s.bytesUsed);
    EXPECT_EQ(info->trailingBytes, bytes.size() - s.bytesUsed);
    EXPECT_TRUE(info->trailingZero);
    EXPECT_EQ(info->version, "4.0");
    EXPECT_EQ(info->flags, (std::vector<std::string>{"uncompressed_inodes", "uncompressed_data", "uncompressed_fragments", "exportable", "uncompressed_xattrs", "compressor_options"}));
    std::vector<std::string> names;
    std::uint64_t end = s.inodeTable;
    for (const TablePlace& table : info->tables) {
        names.push_back(table.name);
        EXPECT_EQ(table.position, end) << table.name;  // sections touch
        end = table.position + table.sizeBytes;
    }
    EXPECT_EQ(end, s.bytesUsed);
    EXPECT_EQ(names, (std::vector<std::string>{"inodes", "directories", "fragments", "export", "ids", "xattrs"}));
}

TEST(Info, trailingBytesThatAreNotZero_areToldApart)
{
    test::ImageBuilder b;
    auto bytes = b.build();
    bytes.resize(bytes.size() + (3U << 20));
    EXPECT_TRUE(collectInfo(*openOrFail(bytes))->trailingZero);
    bytes.back() = std::byte{1};
    const auto info = collectInfo(*openOrFail(bytes));
    EXPECT_FALSE(info->trailingZero);
    EXPECT_EQ(info->trailingBytes, bytes.size() - b.superblock().bytesUsed);
}

TEST(Info, imageAtAnOffset_tellsIt)
{
    test::ImageBuilder b;
    auto bytes = b.build();
    bytes.insert(bytes.begin(), 1234, std::byte{'j'});
    const auto info = collectInfo(*openOrFail(bytes));
    EXPECT_EQ(info->offset, 1234U);
    EXPECT_EQ(info->fileBytes, bytes.size());
    EXPECT_EQ(info->trailingBytes, bytes.size() - 1234 - b.superblock().bytesUsed);
}

TEST(Info, damagedInodeTable_leavesTheContentOut)
{
    test::ImageBuilder b;
    auto& f = b.file("x");
    f.edit = [](format::Inode& n) { n.uidIndex = 9; };
    b.root().add("f", f);
    const auto info = collectInfo(*openOrFail(b.build()));
    ASSERT_TRUE(info);
    EXPECT_FALSE(info->contentBytes);
    ASSERT_FALSE(info->findings.empty());
    EXPECT_EQ(info->findings.back().code, "inode-table");
}

TEST(Info, impossibleSuperblock_isShownFieldByField)
{
    test::ImageBuilder b;
    b.editSuperblock = [](auto& s) {
        s.blockSize = 3000;
        s.exportTable = 1ULL << 40;
    };
    const auto report = inspectSuperblock(*inMemory(b.build()));
    ASSERT_TRUE(report);
    EXPECT_EQ(report->superblock.blockSize, 3000U);
    std::vector<std::string> codes;
    for (const Finding& f : report->problems)
        codes.push_back(f.code);
    EXPECT_EQ(codes[0], "superblock-block-size");
    EXPECT_EQ(codes[1], "export-table");
}

TEST(Info, unknownFlagBits_areNamedByNumber)
{
    EXPECT_EQ(flagNames(0x8040), (std::vector<std::string>{"duplicates", "unknown_15"}));
}

}  // namespace sqd::read
