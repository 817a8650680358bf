// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "unit/pack/metadata_decode.h"
#include "unit/pack/metadata_tree.h"

#include <gtest/gtest.h>

using namespace sqd;
using namespace sqd::pack;
using namespace sqd::pack::test;

static Node withXattrs(std::string name, source::Xattrs xattrs)
{
    Node n = file(std::move(name));
    n.xattrs = std::move(xattrs);
    return n;
}

static DecodedImage writeAndDecode(TestImage& image, int workers)
{
    auto result = image.write(workers);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().line());
    if (!result)
        return {};
    DecodedImage decoded = decodeImage(image.bytes(), *image.options.backend, result->blocks);
    EXPECT_EQ(decoded.problems, std::vector<std::string>{});
    return decoded;
}

// Every entry of `root` has in the image what it has in the tree.
static void expectXattrs(const DecodedImage& d, const Node& root)
{
    for (const Node& n : root.children) {
        const DecodedInode* inode = d.at("/" + n.name);
        ASSERT_NE(inode, nullptr);
        if (n.xattrs.empty())
            EXPECT_EQ(inode->inode.xattr, format::kNoXattr);
        else
            EXPECT_TRUE(d.xattrs.at(inode->inode.xattr) == n.xattrs) << n.name;
    }
}

TEST(MetadataXattrs, EqualSets_areStoredOnceInOrderOfFirstUse)
{
    const Node root = folder("", {withXattrs("a", {{"user.x", "1"}}), withXattrs("b", {{"user.x", "2"}}), withXattrs("c", {{"user.x", "1"}}), file("d"),
                                  withXattrs("e", {{"security.y", "2"}, {"trusted.z", ""}, {"user.x", "1"}})});
    TestImage image(root);
    const DecodedImage d = writeAndDecode(image, 2);
    ASSERT_EQ(d.xattrs.size(), 3U);
    EXPECT_EQ(d.at("/a")->inode.xattr, 0U);
    EXPECT_EQ(d.at("/b")->inode.xattr, 1U);
    EXPECT_EQ(d.at("/c")->inode.xattr, 0U);
    expectXattrs(d, root);
    // Short values stay where they are: type, key length, key, length, value.
    EXPECT_EQ(d.xattrPairs.flat.size(), 2U * (4 + 1 + 4 + 1) + (4 + 1 + 4 + 1) + (4 + 1 + 4) + (4 + 1 + 4 + 1));
}

TEST(MetadataXattrs, RepeatedValue_standsAloneOnce)
{
    const std::string value(100, 'v');
    Node root = folder("");
    for (int i = 0; i < 10; ++i)
        root.children.push_back(withXattrs("f" + std::to_string(i), {{"user.n", std::to_string(i)}, {"user.v", value}}));
    TestImage image(root);
    const DecodedImage d = writeAndDecode(image, 2);
    expectXattrs(d, root);
    EXPECT_EQ(d.xattrs.size(), 10U);
    EXPECT_EQ(d.xattrPairs.flat.size(), 104U + 10 * ((4 + 1 + 4 + 1) + (4 + 1 + 12)));
}

TEST(MetadataXattrs, LongValue_standsAloneAlthoughUsedOnce)
{
    const Node root = folder("", {withXattrs("a", {{"user.v", std::string(129, 'v')}}), withXattrs("b", {{"user.v", std::string(128, 'w')}})});
    TestImage image(root);
    const DecodedImage d = writeAndDecode(image, 0);
    expectXattrs(d, root);
    EXPECT_EQ(d.xattrPairs.flat.size(), 133U + (4 + 1 + 12) + (4 + 1 + 4 + 128));
}

TEST(MetadataXattrs, LargestValue_roundTrips)
{
    std::string value(65536, '\0');
    for (std::size_t i = 0; i < value.size(); ++i)
        value[i] = static_cast<char>(i * 2654435761U >> 13);
    const Node root = folder("", {withXattrs("a", {{"user.v", value}}), withXattrs("b", {{"user.empty", ""}, {"user.v", value}})});
    TestImage image(root);
    const DecodedImage d = writeAndDecode(image, 2);
    expectXattrs(d, root);
    EXPECT_LT(d.xattrPairs.flat.size(), 2 * value.size());
}

TEST(MetadataXattrs, SetAbove64KiB_movesShorterValuesOut)
{
    source::Xattrs many;
    for (int i = 0; i < 1000; ++i)
        many.emplace_back("user." + std::to_string(1000 + i), std::to_string(i) + std::string(100, 'x'));
    const Node root = folder("", {withXattrs("a", many)});
    TestImage image(root);
    const DecodedImage d = writeAndDecode(image, 2);
    expectXattrs(d, root);
    // 1000 values of 101 to 103 bytes are below the usual threshold, but inline the set would have 112 KB.
    std::size_t alone = 0;
    for (const auto& [name, value] : many)
        alone += 4 + value.size();
    EXPECT_EQ(d.xattrPairs.flat.size(), alone + 1000 * (4 + 4 + 12));
}

TEST(MetadataXattrs, ManySets_packInParallelToTheSameBytes)
{
    Node root = folder("");
    for (int i = 0; i < 3000; ++i)
        root.children.push_back(withXattrs("f" + std::to_string(i), {{"security.capability", std::string(20, static_cast<char>(i % 5))},
                                                                     {"user.sum", std::to_string(i * 7919) + std::string(150 + i % 9, static_cast<char>(i))},
                                                                     {"user.tag", std::to_string(i % 100) + " repeated value of a tag"}}));
    std::vector<std::byte> reference;
    for (const int workers : {0, 1, 2, 3, 8}) {
        TestImage image(root);
        image.limits.segmentBlocksPerWorker = 2;
        const DecodedImage d = writeAndDecode(image, workers);
        expectXattrs(d, root);
        EXPECT_EQ(d.xattrs.size(), 3000U);
        if (reference.empty())
            reference = image.bytes();
        EXPECT_TRUE(image.bytes() == reference) << workers;
    }
}

TEST(MetadataXattrs, WhatNoImageHolds_isRefusedWithTheEntry)
{
    for (const source::Xattrs& bad : {source::Xattrs{{"system.posix_acl_access", "x"}}, source::Xattrs{{"user.", "x"}},
                                      source::Xattrs{{"user." + std::string(251, 'k'), "x"}}, source::Xattrs{{"user.v", std::string(65537, 'x')}},
                                      source::Xattrs{{std::string("user.a\0b", 8), "x"}}}) {
        TestImage image(folder("", {folder("sub", {withXattrs("f", bad)})}));
        const auto result = image.write(0);
        ASSERT_FALSE(result.has_value()) << bad[0].first;
        EXPECT_EQ(result.error().code, Errc::NotExpressible);
        EXPECT_EQ(result.error().where, "/sub/f");
    }
    TestImage unsorted(folder("", {withXattrs("f", {{"user.b", "1"}, {"user.a", "1"}})}));
    EXPECT_EQ(unsorted.write(0).error().code, Errc::Internal);
}

TEST(MetadataXattrs, Root_canHaveThem)
{
    Node root = folder("", {file("a")});
    root.xattrs = {{"user.root", "yes"}};
    TestImage image(root);
    const DecodedImage d = writeAndDecode(image, 0);
    ASSERT_EQ(d.xattrs.size(), 1U);
    EXPECT_EQ(d.at("/")->inode.xattr, 0U);
    EXPECT_TRUE(d.at("/")->inode.extended);
}
