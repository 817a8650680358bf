// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "format/constants.h"
#include "read/entry_layout.h"

namespace sqd::read {

namespace {

constexpr std::uint32_t kBlock = 4096;

TEST(EntryLayout, fileWithBlocksHoleAndTail_isWhereItsBytesAre)
{
    test::ImageBuilder b;
    b.root().add("first", b.file(std::string(kBlock, 'a')));
    auto& file = b.file(std::string(kBlock, 'x') + std::string(kBlock, '\0') + std::string(kBlock, 'y') + "tail");
    b.root().add("file", file);
    const auto bytes = b.build();
    const auto image = openOrFail(bytes);
    ASSERT_NE(image, nullptr);
    const auto layout = entryLayout(image, "file");
    ASSERT_TRUE(layout) << layout.error().line();
    EXPECT_EQ(layout->path, "/file");
    EXPECT_TRUE(layout->damage.empty());
    ASSERT_EQ(layout->blocks.size(), 3U);
    EXPECT_EQ(layout->storedBytes, 2 * kBlock);
    EXPECT_EQ(layout->blocks[1].position, 0U);
    EXPECT_EQ(layout->blocks[1].storedBytes, 0U);
    EXPECT_EQ(layout->blocks[1].contentBytes, kBlock);
    for (const std::size_t i : {0U, 2U}) {
        EXPECT_EQ(layout->blocks[i].storedBytes, kBlock);
        EXPECT_TRUE(layout->blocks[i].raw);
        EXPECT_EQ(bytes[static_cast<std::size_t>(layout->blocks[i].position)], std::byte{static_cast<unsigned char>(i == 0 ? 'x' : 'y')});
    }
    ASSERT_TRUE(layout->fragment);
    EXPECT_EQ(layout->fragment->tailBytes, 4U);
    EXPECT_EQ(bytes[static_cast<std::size_t>(layout->fragment->position + layout->fragment->offset)], std::byte{'t'});
}

TEST(EntryLayout, lastLink_isNotFollowedButThoseOnTheWayAre)
{
    test::ImageBuilder b;
    auto& folder = b.directory();
    folder.add("link", b.symlink("/nowhere"));
    b.root().add("folder", folder);
    b.root().add("way", b.symlink("folder"));
    const auto image = openOrFail(b.build());
    ASSERT_NE(image, nullptr);
    const auto layout = entryLayout(image, "/way/link");
    ASSERT_TRUE(layout) << layout.error().line();
    EXPECT_EQ(layout->path, "/folder/link");
    EXPECT_EQ(layout->inode.target, "/nowhere");
    EXPECT_TRUE(layout->blocks.empty());
    EXPECT_FALSE(layout->fragment);
    EXPECT_EQ(entryLayout(image, "/folder/none").error().code, Errc::InputUnreadable);
}

TEST(EntryLayout, attributes_areListedInOrder)
{
    test::ImageBuilder b;
    auto& file = b.file("x");
    file.xattrs = {{"user.b", "2"}, {"security.a", std::string("\0\1", 2)}};
    b.root().add("f", file);
    const auto image = openOrFail(b.build());
    ASSERT_NE(image, nullptr);
    const auto layout = entryLayout(image, "f");
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->xattrs.values, file.xattrs);
}

TEST(EntryLayout, impossibleBlock_keepsTheBlocksBeforeItAndTellsWhy)
{
    test::ImageBuilder b;
    auto& file = b.file(std::string(3 * kBlock, 'x') + "tail");
    file.editWords = [](std::vector<std::uint32_t>& words) { words[1] = 0x00FFFFFF; };
    b.root().add("f", file);
    b.editFragment = [](format::FragmentEntry& entry) { entry.start = 1; };
    const auto image = openOrFail(b.build());
    ASSERT_NE(image, nullptr);
    const auto layout = entryLayout(image, "f");
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->blocks.size(), 1U);
    EXPECT_FALSE(layout->fragment);
    ASSERT_EQ(layout->damage.size(), 2U);
    EXPECT_EQ(layout->damage[0].substr(0, 8), "block 1:");
    EXPECT_EQ(layout->damage[1].substr(0, 11), "fragment 0:");
}

}  // namespace

}  // namespace sqd::read
