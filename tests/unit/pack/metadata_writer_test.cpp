// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "unit/pack/metadata_decode.h"
#include "unit/pack/metadata_tree.h"

#include <gtest/gtest.h>

using namespace sqd;
using namespace sqd::pack;
using namespace sqd::pack::test;
using format::InodeType;

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

static std::string numbered(const std::string& prefix, std::size_t i)
{
    std::string digits = std::to_string(i);
    return prefix + std::string(7 - digits.size(), '0') + digits;
}

TEST(Metadata, EmptyRoot_hasOneInodeAndNoListing)
{
    TestImage image(folder(""));
    const DecodedImage d = writeAndDecode(image, 2);
    ASSERT_EQ(d.inodes.size(), 1U);
    EXPECT_EQ(d.superblock.inodes, 1U);
    EXPECT_EQ(d.superblock.directoryTable, d.superblock.fragmentTable);
    EXPECT_EQ(d.superblock.fragments, 0U);
    EXPECT_EQ(d.inodes[0].inode.listingSize, 3U);
    EXPECT_FALSE(d.inodes[0].inode.extended);
    EXPECT_EQ(d.superblock.xattrTable, format::kNoTable);
}

static Node everyKind(bool xattrs)
{
    std::vector<Node> children{file("empty"),
                               file("small", "text"),
                               file("large", std::string(3 * 4096 + 7, 'x')),
                               softLink("link", "../somewhere/else"),
                               device("block", InodeType::BlockDevice, 0x801),
                               device("char", InodeType::CharDevice, 0xABC123DE),
                               device("fifo", InodeType::Fifo),
                               device("socket", InodeType::Socket),
                               folder("sub", {file("inner", "x"), folder("empty-folder")})};
    if (xattrs) {
        for (Node& n : children)
            n.xattrs = {{"user.k", "v"}};
    }
    return folder("", std::move(children));
}

TEST(Metadata, EveryKind_keepsAttributesInBasicForm)
{
    Node root = everyKind(false);
    root.children[1].uid = 1000;
    root.children[1].gid = 100;
    root.children[1].mode = 04755;
    root.children[1].mtime = 0xFFFFFFFF;
    TestImage image(root);
    const DecodedImage d = writeAndDecode(image, 2);
    ASSERT_EQ(d.paths.size(), 12U);
    for (const auto& [path, inode] : d.paths)
        EXPECT_FALSE(d.inodes[inode].inode.extended) << path;
    const format::Inode& small = d.at("/small")->inode;
    EXPECT_EQ(d.ids[small.uidIndex], 1000U);
    EXPECT_EQ(d.ids[small.gidIndex], 100U);
    EXPECT_EQ(small.mode, 04755U);
    EXPECT_EQ(small.mtime, 0xFFFFFFFFU);
    EXPECT_EQ(small.size, 4U);
    EXPECT_EQ(small.fragment, 0U);
    EXPECT_EQ(d.at("/empty")->inode.fragment, format::kNoFragment);
    EXPECT_EQ(d.at("/empty")->inode.start, 0U);
    EXPECT_EQ(d.at("/large")->words, std::vector<std::uint32_t>(3, 4096 | format::kBlockRawBit));
    EXPECT_EQ(d.at("/link")->target, "../somewhere/else");
    EXPECT_EQ(d.at("/block")->inode.device, 0x801U);
    EXPECT_EQ(d.at("/char")->inode.device, 0xABC123DEU);
    EXPECT_EQ(d.at("/")->inode.links, 3U);
    EXPECT_EQ(d.at("/sub")->inode.links, 3U);
    // The root comes last, and its number is the highest.
    EXPECT_EQ(d.superblock.rootInode, d.inodes.back().reference);
    EXPECT_EQ(d.at("/")->inode.number, 12U);
}

TEST(Metadata, EveryKindWithXattrs_isExtendedAndSharesOneSet)
{
    TestImage image(everyKind(true));
    const DecodedImage d = writeAndDecode(image, 2);
    ASSERT_EQ(d.xattrs.size(), 1U);
    EXPECT_EQ(d.xattrs[0], (source::Xattrs{{"user.k", "v"}}));
    for (const std::string path : {"/empty", "/small", "/large", "/link", "/block", "/char", "/fifo", "/socket", "/sub"}) {
        ASSERT_NE(d.at(path), nullptr) << path;
        EXPECT_TRUE(d.at(path)->inode.extended) << path;
        EXPECT_EQ(d.at(path)->inode.xattr, 0U) << path;
    }
    EXPECT_FALSE(d.at("/sub/inner")->inode.extended);
    EXPECT_EQ(d.at("/link")->target, "../somewhere/else");
    EXPECT_EQ(d.superblock.flags & format::kNoXattrs, 0);
}

// A tree with every shape that the level-wise writer treats apart: many blocks of inodes, a listing with an index, deep folders, empty
// folders, hard links over levels, xattr sets.
static Node mixedTree()
{
    Node root = folder("");
    for (std::size_t i = 0; i < 40; ++i) {
        Node sub = folder(numbered("dir", i));
        for (std::size_t j = 0; j < 60 + i; ++j) {
            Node f = file(numbered("file-with-a-longer-name-", j), std::string((i * j) % 90, 'q'));
            f.uid = static_cast<std::uint32_t>(j % 7);
            f.mtime = static_cast<std::uint32_t>(i * 1000003 + j * 7919);
            if (j % 13 == 0)
                f.xattrs = {{"security.label", "label-" + std::to_string(j % 39)}, {"user.long", std::string(200 + j % 3, 'l')}};
            sub.children.push_back(std::move(f));
        }
        sub.children.push_back(folder("empty"));
        sub.children.push_back(folder("deep", {folder("er", {file("bottom", "b"), softLink("s", "t")})}));
        if (i > 0)
            sub.children.push_back(hardLink("to-first", "dir0000000/file-with-a-longer-name-0000003"));
        root.children.push_back(std::move(sub));
    }
    Node big = folder("big");
    for (std::size_t i = 0; i < 3000; ++i)
        big.children.push_back(i % 5 == 0 ? folder(numbered("entry", i)) : file(numbered("entry", i)));
    root.children[20].children.push_back(std::move(big));
    return root;
}

TEST(Metadata, MixedTree_anyNumberOfWorkers_givesTheSameBytes)
{
    const Node root = mixedTree();
    for (const char* codec : {"gzip", "lz4", "none"}) {
        std::vector<std::byte> reference;
        for (const int workers : {0, 1, 2, 3, 8}) {
            for (const std::size_t segment : {std::size_t{1}, std::size_t{32}}) {
                TestImage image(root);
                image.options.backend = codec::findBackend(codec);
                image.limits.segmentBlocksPerWorker = segment;
                const DecodedImage d = writeAndDecode(image, workers);
                if (reference.empty())
                    reference = image.bytes();
                EXPECT_TRUE(image.bytes() == reference) << codec << ' ' << workers << ' ' << segment;
                EXPECT_EQ(d.at("/dir0000000/file-with-a-longer-name-0000003")->names, 40U);
            }
        }
    }
}

TEST(Metadata, HardLinks70000_shareOneExtendedInode)
{
    Node a = folder("a");
    a.children.push_back(file("owner", "data"));
    Node b = folder("b");
    for (std::size_t i = 1; i < 70000; ++i)
        (i % 2 == 0 ? a : b).children.push_back(hardLink(numbered("n", i), "a/owner"));
    TestImage image(folder("", {std::move(a), std::move(b)}));
    const DecodedImage d = writeAndDecode(image, 2);
    EXPECT_EQ(d.superblock.inodes, 4U);
    ASSERT_NE(d.at("/a/owner"), nullptr);
    EXPECT_EQ(d.at("/a/owner")->inode.links, 70000U);
    EXPECT_EQ(d.at("/a/owner")->names, 70000U);
    EXPECT_TRUE(d.at("/a/owner")->inode.extended);
}

TEST(Metadata, HardLinkedSymlinkAndDevice_stayBasic)
{
    TestImage image(folder("", {softLink("a", "t"), hardLink("b", "a"), device("c", InodeType::Fifo), hardLink("d", "c")}));
    const DecodedImage d = writeAndDecode(image, 0);
    EXPECT_EQ(d.at("/b")->inode.links, 2U);
    EXPECT_EQ(d.at("/d")->inode.links, 2U);
    EXPECT_FALSE(d.at("/b")->inode.extended);
    EXPECT_EQ(d.at("/a"), d.at("/b"));
}

// Two inodes beside each other in one block whose numbers are more than 32,767 apart: only a new header can express the second.
TEST(Metadata, HardLinksWithDistantNumbers_getHeadersOfTheirOwn)
{
    Node far = folder("far");
    far.children.push_back(file("a"));
    for (std::size_t i = 0; i < 33000; ++i)
        far.children.push_back(folder(numbered("d", i)));
    far.children.push_back(file("z"));
    TestImage image(folder("", {std::move(far), folder("links", {hardLink("x", "far/a"), hardLink("y", "far/z")})}));
    const DecodedImage d = writeAndDecode(image, 2);
    const auto* a = d.at("/links/x");
    const auto* z = d.at("/links/y");
    ASSERT_TRUE(a != nullptr && z != nullptr);
    EXPECT_EQ(a->reference >> 16, z->reference >> 16);
    EXPECT_GT(z->inode.number - a->inode.number, 32767U);
}

TEST(Metadata, Folder100000Entries_hasAnIndexAndFewHeaders)
{
    Node big = folder("big");
    for (std::size_t i = 0; i < 100000; ++i)
        big.children.push_back(file(numbered("a-name-of-twenty-nine-b", i)));
    TestImage image(folder("", {std::move(big)}));
    const DecodedImage d = writeAndDecode(image, 2);
    const format::Inode& inode = d.at("/big")->inode;
    EXPECT_TRUE(inode.extended);
    // Listing bytes over 8 KiB, as mksquashfs makes them.
    EXPECT_NEAR(inode.indexCount, inode.listingSize / 8192.0, 5);
    EXPECT_LE(d.headers, 100000U / 256 + 100000U * 32 / 8192 + inode.indexCount + 10);
    EXPECT_EQ(d.paths.size(), 100002U);
}

TEST(Metadata, FolderJustBelowTheIndexSizes_staysBasic)
{
    Node few = folder("few");
    for (std::size_t i = 0; i < 256; ++i)
        few.children.push_back(file(numbered("n", i)));
    Node many = few;
    many.name = "many";
    many.children.push_back(file("n0000256-and-a-rather-long-name"));
    for (Node& n : many.children)
        n.name += std::string(30, 'x');
    Node shortNames = folder("short");
    for (int i = 0; i < 400; ++i)
        shortNames.children.push_back(file({static_cast<char>('A' + i / 20), static_cast<char>('A' + i % 20)}));
    TestImage image(folder("", {std::move(few), std::move(many), std::move(shortNames)}));
    const DecodedImage d = writeAndDecode(image, 0);
    EXPECT_FALSE(d.at("/few")->inode.extended);
    EXPECT_TRUE(d.at("/many")->inode.extended);
    EXPECT_GT(d.at("/many")->inode.indexCount, 0U);
    // 400 entries, but no signpost is due in a listing of one block: nothing needs the long form.
    EXPECT_FALSE(d.at("/short")->inode.extended);
}

TEST(Metadata, ThreeHundredLevels_keepTheirParents)
{
    Node node = folder("level");
    node.children.push_back(file("bottom", "deep"));
    for (int i = 0; i < 299; ++i) {
        Node upper = folder("level");
        upper.children.push_back(std::move(node));
        upper.children.push_back(file("beside"));
        node = std::move(upper);
    }
    TestImage image(folder("", {std::move(node)}));
    const DecodedImage d = writeAndDecode(image, 3);
    std::string path;
    for (int i = 0; i < 300; ++i)
        path += "/level";
    EXPECT_NE(d.at(path + "/bottom"), nullptr);
}

TEST(Metadata, HundredThousandLevels_doNotRecurse)
{
    TestImage image(folder(""));
    source::Folder* at = image.tree().root.folder.get();
    for (std::uint32_t i = 0; i < 100000; ++i) {
        at->names = std::make_unique<char[]>(1);
        at->names[0] = 'd';
        at->entries = std::make_unique<source::Entry[]>(1);
        at->count = 1;
        source::Entry& entry = at->entries[0];
        entry.name = at->names.get();
        entry.nameLength = 1;
        entry.type = InodeType::Directory;
        entry.parent = at;
        entry.folder = std::make_unique<source::Folder>();
        entry.folder->self = &entry;
        at = entry.folder.get();
    }
    const auto result = image.write(2);
    ASSERT_TRUE(result.has_value()) << result.error().line();
    EXPECT_EQ(result->superblock.inodes, 100001U);
}

TEST(Metadata, DroppedEntries_leaveNoTrace)
{
    Node root = mixedTree();
    Node without = root;
    for (std::size_t i = 0; i < without.children.size(); ++i) {
        Node dropped = folder("dropped-folder", {file("inside", "x"), folder("more")});
        dropped.dropped = true;
        Node droppedFile = file("file-with-a-longer-name-0000010-dropped");
        droppedFile.dropped = true;
        root.children[i].children.push_back(dropped);
        root.children[i].children.push_back(droppedFile);
    }
    for (Node* tree : {&root, &without})
        for (Node& sub : tree->children)
            for (Node& child : sub.children)
                child.text = child.type == InodeType::Symlink ? child.text : "";
    TestImage image(root);
    TestImage expected(without);
    findEntry(image.tree(), "dir0000000/dropped-folder/inside")->dropped = false;  // below a dropped folder: gone with it
    (void)writeAndDecode(expected, 2);
    const DecodedImage d = writeAndDecode(image, 2);
    EXPECT_EQ(d.at("/dir0000000/dropped-folder/inside"), nullptr);
    EXPECT_EQ(d.superblock.inodes, decodeImage(expected.bytes(), *expected.options.backend, {}).superblock.inodes);
}

TEST(Metadata, ExtendedFiles_onlyWhereNeeded)
{
    TestImage image(folder("", {file("plain", "x"), file("far", "x"), file("big"), file("holes", std::string(8192, '\0') + std::string(4096, 'x'))}));
    image.options.blockSize = 1 << 20;
    source::Entry& big = *findEntry(image.tree(), "big");
    big.size = std::uint64_t{1} << 32;
    source::FileData& bigData = image.dataOf(big);
    bigData.blockCount = 4096;
    bigData.blocks->words = std::make_unique<std::uint32_t[]>(4096);
    bigData.blocks->sparseBytes = big.size;
    source::FileData& far = image.dataOf(*findEntry(image.tree(), "far"));
    far.blocks->start = std::uint64_t{1} << 32;
    const DecodedImage d = writeAndDecode(image, 2);
    EXPECT_FALSE(d.at("/plain")->inode.extended);
    EXPECT_TRUE(d.at("/far")->inode.extended);
    EXPECT_EQ(d.at("/far")->inode.start, std::uint64_t{1} << 32);
    EXPECT_TRUE(d.at("/big")->inode.extended);
    EXPECT_EQ(d.at("/big")->inode.size, std::uint64_t{1} << 32);
    EXPECT_EQ(d.at("/big")->inode.sparse, std::uint64_t{1} << 32);
    EXPECT_EQ(d.at("/big")->words.size(), 4096U);
    EXPECT_FALSE(d.at("/holes")->inode.extended);  // one fragment at this block size
    TestImage small(folder("", {file("holes", std::string(8192, '\0') + std::string(4096, 'x'))}));
    const DecodedImage s = writeAndDecode(small, 2);
    EXPECT_TRUE(s.at("/holes")->inode.extended);
    EXPECT_EQ(s.at("/holes")->inode.sparse, 8192U);
    EXPECT_EQ(s.at("/holes")->words, (std::vector<std::uint32_t>{0, 0, 4096 | format::kBlockRawBit}));
}

TEST(Metadata, FileSize4GiBMinusOne_isBasic)
{
    TestImage image(folder("", {file("f")}));
    image.options.blockSize = 1 << 20;
    source::Entry& f = *findEntry(image.tree(), "f");
    f.size = 0xFFFFFFFF;
    source::FileData& data = image.dataOf(f);
    data.blockCount = 4096;
    data.blocks->start = 0xFFFFFFFF;
    data.blocks->words = std::make_unique<std::uint32_t[]>(4096);
    std::fill_n(data.blocks->words.get(), 4096, 1U);
    const DecodedImage d = writeAndDecode(image, 0);
    EXPECT_FALSE(d.at("/f")->inode.extended);
    EXPECT_EQ(d.at("/f")->inode.size, 0xFFFFFFFFU);
}

TEST(Metadata, SuperblockOffset_shiftsEverythingButNoPosition)
{
    const Node root = mixedTree();
    TestImage plain(root), shifted(root, 1000);
    (void)writeAndDecode(plain, 2);
    (void)writeAndDecode(shifted, 2);
    EXPECT_TRUE(plain.bytes() == shifted.bytes());
}

TEST(Metadata, Flags_sayWhatTheTablesHold)
{
    using namespace format;
    TestImage image(folder("", {file("f", "x")}));
    EXPECT_EQ(writeAndDecode(image, 0).superblock.flags, kAlwaysFragments | kDuplicates | kExportable | kNoXattrs);
    TestImage raw(folder("", {file("f", "x")}));
    raw.options.compressInodes = raw.options.compressData = raw.options.compressFragments = raw.options.compressIds = raw.options.compressXattrs = false;
    raw.options.exportTable = raw.options.duplicates = false;
    raw.options.tailEnds = TailEnds::Small;
    const DecodedImage r = writeAndDecode(raw, 0);
    EXPECT_EQ(r.superblock.flags, kRawInodes | kRawData | kRawFragments | kRawIds | kRawXattrs | kNoXattrs);
    EXPECT_EQ(r.superblock.exportTable, kNoTable);
    TestImage none(folder("", {file("f")}));
    none.options.backend = codec::findBackend("none");
    const DecodedImage n = writeAndDecode(none, 0);
    EXPECT_EQ(n.superblock.flags, kRawInodes | kRawData | kRawFragments | kRawIds | kRawXattrs | kNoXattrs | kNoFragments | kDuplicates | kExportable);
    EXPECT_EQ(n.superblock.codecId, 1U);
}

TEST(Metadata, ManyFragments_fillSeveralTableBlocks)
{
    Node root = folder("");
    for (std::size_t i = 0; i < 1300; ++i)
        root.children.push_back(file(numbered("f", i), std::string(3000, static_cast<char>('a' + i % 26))));
    TestImage image(root);
    const DecodedImage d = writeAndDecode(image, 2);
    EXPECT_EQ(d.superblock.fragments, 1300U);
    EXPECT_EQ(d.at("/f0001299")->inode.fragment, 1299U);
}
