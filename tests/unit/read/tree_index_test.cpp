// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/tree_index.h"

#include "opened.h"

namespace sqd::read {

namespace {

std::string names(const FolderListing& listing)
{
    std::string text;
    for (const IndexEntry& entry : listing.entries)
        text += std::string(listing.name(entry)) + (entry.isDirectory() ? "/ " : " ");
    return text;
}

std::string dump(TreeIndex& index, FolderId folder = kRootFolder)
{
    std::string text;
    const auto listing = index.loaded(folder);
    for (std::uint32_t row = 0; listing && row < listing->entries.size(); ++row) {
        text += index.path(EntryPlace{folder, row}) + " ";
        if (listing->entries[row].folder != kNoFolder)
            text += dump(index, listing->entries[row].folder);
    }
    return text;
}

}  // namespace

TEST(TreeIndex, NaturalOrder_numbersByValue_isTotal)
{
    const std::vector<std::string> ordered{"1", "02", "2", "2a", "10", "A1", "a1", "a2", "a10", "a10b", "b"};
    for (std::size_t a = 0; a < ordered.size(); ++a) {
        for (std::size_t b = 0; b < ordered.size(); ++b)
            EXPECT_EQ(naturalLess(ordered[a], ordered[b]), a < b) << ordered[a] << " " << ordered[b];
    }
}

TEST(TreeIndex, Folder_isReadOnRequest_foldersFirst)
{
    test::ImageBuilder builder;
    test::ImageNode& root = builder.root();
    root.add("a10", builder.file("x"));
    root.add("a2", builder.file("yy"));
    test::ImageNode& folder = builder.directory();
    folder.add("below", builder.file("z"));
    root.add("zz", folder);
    TreeIndex index(openOrFail(builder.build()));
    EXPECT_EQ(index.loaded(kRootFolder), nullptr);
    const auto listing = index.load(kRootFolder, 0, {});
    ASSERT_TRUE(listing);
    EXPECT_EQ(names(**listing), "zz/ a2 a10 ");
    EXPECT_EQ((*listing)->entries[1].sizeBytes, 2U);
    EXPECT_EQ(index.loaded((*listing)->entries[0].folder), nullptr);
    const auto place = index.find("/zz/below", {});
    ASSERT_TRUE(place && *place);
    EXPECT_EQ(index.path(**place), "/zz/below");
    EXPECT_EQ((*listing)->find("a10"), 2U);
    EXPECT_EQ((*listing)->find("a1"), std::nullopt);
    EXPECT_FALSE(index.find("/a2/below", {}));
}

TEST(TreeIndex, LoadAll_anyNumberOfWorkers_isTheSameTree)
{
    std::string first;
    for (const int workers : {0, 1, 4}) {
        test::ImageBuilder builder;
        for (int i = 0; i < 20; ++i) {
            test::ImageNode& folder = builder.directory();
            for (int k = 0; k < 5; ++k)
                folder.add("f" + std::to_string(k), builder.file("x"));
            builder.root().add("d" + std::string(1, static_cast<char>('a' + i)), folder);
        }
        TreeIndex index(openOrFail(builder.build()));
        ASSERT_TRUE(index.loadAll(workers, {}));
        EXPECT_TRUE(index.complete());
        EXPECT_EQ(index.entryCount(), 120U);
        if (first.empty())
            first = dump(index);
        EXPECT_EQ(dump(index), first);
    }
    EXPECT_NE(first.find("/da /da/f0 "), std::string::npos);
}

TEST(TreeIndex, FolderInsideItself_isNotEnteredTwice)
{
    test::ImageBuilder builder;
    test::ImageNode& folder = builder.directory();
    folder.add("again", folder);
    builder.root().add("loop", folder);
    TreeIndex index(openOrFail(builder.build()));
    ASSERT_TRUE(index.loadAll(2, {}));
    EXPECT_EQ(index.entryCount(), 2U);
    const auto listing = index.loaded(index.loaded(kRootFolder)->entries[0].folder);
    ASSERT_TRUE(listing);
    EXPECT_EQ(listing->entries[0].damage, EntryDamage::Loop);
    EXPECT_EQ(listing->entries[0].folder, kNoFolder);
}

TEST(TreeIndex, StopRequested_isCancelledAndCanBeAskedAgain)
{
    test::ImageBuilder builder;
    builder.root().add("a", builder.file("x"));
    TreeIndex index(openOrFail(builder.build()));
    std::stop_source stop;
    stop.request_stop();
    const auto refused = index.load(kRootFolder, 0, stop.get_token());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::Cancelled);
    EXPECT_TRUE(index.load(kRootFolder, 0, {}));
    EXPECT_EQ(index.entryCount(), 1U);
}

}  // namespace sqd::read
