// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "unit/pack/metadata_decode.h"
#include "unit/pack/metadata_tree.h"

#include "concurrency/worker_group.h"
#include "pack/directory_listing.h"

#include <gtest/gtest.h>

#include <cerrno>

using namespace sqd;
using namespace sqd::pack;
using namespace sqd::pack::test;
using format::InodeType;

static Node owners(std::uint32_t count)
{
    Node root = folder("");
    for (std::uint32_t i = 1; i < count; ++i) {  // the root has id 0
        Node f = file("f" + std::to_string(100000 + i));
        f.uid = f.gid = i;
        root.children.push_back(std::move(f));
    }
    return root;
}

TEST(MetadataLimits, Owners65535_fit)
{
    TestImage image(owners(65535));
    const auto result = image.write(2);
    ASSERT_TRUE(result.has_value()) << result.error().line();
    const DecodedImage d = decodeImage(image.bytes(), *image.options.backend, result->blocks);
    EXPECT_EQ(d.problems, std::vector<std::string>{});
    ASSERT_EQ(d.ids.size(), 65535U);
    EXPECT_EQ(d.ids[0], 0U);
    EXPECT_EQ(d.ids[65534], 65534U);
    EXPECT_EQ(d.at("/f165534")->inode.uidIndex, 65534U);
}

TEST(MetadataLimits, Owners65536_areRefusedWithTheEntry)
{
    TestImage image(owners(65536));
    const auto result = image.write(2);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, Errc::NotExpressible);
    EXPECT_EQ(result.error().where, "/f165535");
    EXPECT_FALSE(result.error().hint.empty());
}

static Node manyFiles(std::size_t count)
{
    Node sub = folder("sub");
    for (std::size_t i = 0; i < count; ++i) {
        Node f = file("file" + std::to_string(100000 + i));
        f.mtime = static_cast<std::uint32_t>(i * 2654435761U);
        sub.children.push_back(std::move(f));
    }
    return folder("", {std::move(sub)});
}

TEST(MetadataLimits, InodeTableTooLarge_namesAFile)
{
    TestImage image(manyFiles(3000));
    image.options.backend = codec::findBackend("none");
    image.limits.tableBytes = 50000;
    const auto result = image.write(2);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, Errc::NotExpressible);
    EXPECT_EQ(result.error().where.substr(0, 9), "/sub/file");
}

TEST(MetadataLimits, DirectoryTableTooLarge_namesAFolder)
{
    // Directories only: their inodes (32 bytes) come after the listings (8 + 255 bytes each).
    Node sub = folder("sub");
    for (std::size_t i = 0; i < 300; ++i)
        sub.children.push_back(folder(std::to_string(100 + i) + std::string(250, 'n')));
    TestImage image(folder("", {std::move(sub)}));
    image.options.backend = codec::findBackend("none");
    image.limits.tableBytes = 30000;
    const auto result = image.write(2);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, Errc::NotExpressible);
    EXPECT_EQ(result.error().where, "/sub");
}

TEST(MetadataLimits, ListingTooLarge_namesTheFolder)
{
    TestImage image(manyFiles(1000));
    image.limits.listingBytes = 10000;
    const auto result = image.write(2);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, Errc::NotExpressible);
    EXPECT_EQ(result.error().where, "/sub");
}

TEST(MetadataLimits, TooManyInodes_namesTheFirstBeyond)
{
    TestImage fits(manyFiles(8));  // with sub and root: 10
    fits.limits.inodes = 10;
    EXPECT_TRUE(fits.write(0).has_value());
    TestImage image(manyFiles(9));
    image.limits.inodes = 10;
    const auto result = image.write(0);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, Errc::NotExpressible);
    EXPECT_EQ(result.error().where, "/sub/file100008");
}

TEST(MetadataLimits, NamesAndTargets_thatNoImageHolds_areRefused)
{
    for (const Node& bad : {file(std::string(256, 'n')), file("a/b"), file(".."), softLink("l", ""), softLink("l", std::string(65536, 't'))}) {
        TestImage image(folder("", {}));
        Node root = folder("", {bad});
        TestImage broken(root);
        const auto result = broken.write(0);
        ASSERT_FALSE(result.has_value()) << bad.name;
        EXPECT_EQ(result.error().code, Errc::NotExpressible) << bad.name;
        EXPECT_EQ(result.error().where, "/" + bad.name);
    }
    TestImage longest(folder("", {file(std::string(255, 'n')), softLink("l", std::string(65535, 't'))}));
    const auto result = longest.write(0);
    ASSERT_TRUE(result.has_value()) << result.error().line();
    const DecodedImage d = decodeImage(longest.bytes(), *longest.options.backend, result->blocks);
    EXPECT_EQ(d.problems, std::vector<std::string>{});
    EXPECT_EQ(d.at("/l")->target.size(), 65535U);
}

TEST(MetadataLimits, BrokenTrees_areInternalErrors)
{
    TestImage words(folder("", {file("f", std::string(5000, 'x'))}));
    words.options.blockSize = 4096;
    findEntry(words.tree(), "f")->size = 50000;
    EXPECT_EQ(words.write(0).error().code, Errc::Internal);

    TestImage unsorted(folder("", {file("a"), file("b")}));
    std::swap(unsorted.tree().root.folder->entries[0].name, unsorted.tree().root.folder->entries[1].name);
    EXPECT_EQ(unsorted.write(0).error().code, Errc::Internal);

    TestImage droppedOwner(folder("", {file("a"), hardLink("b", "a")}));
    findEntry(droppedOwner.tree(), "a")->dropped = true;
    EXPECT_EQ(droppedOwner.write(0).error().code, Errc::Internal);
}

TEST(MetadataLimits, Stop_endsWithCancelled)
{
    for (const int workers : {0, 2}) {
        std::stop_source stop;
        stop.request_stop();
        TestImage image(manyFiles(3000));
        image.stop = stop.get_token();
        const auto result = image.write(workers);
        ASSERT_FALSE(result.has_value());
        EXPECT_EQ(result.error().code, Errc::Cancelled);
    }
}

// Fails at the n-th write.
class FailingOutput final : public io::OutputFile {
public:
    explicit FailingOutput(int failAt) : m_left(failAt) {}
    Result<void> write(std::uint64_t offset, std::span<const std::byte> data) override
    {
        if (m_left-- == 0)
            return outputError(name(), "cannot write", ENOSPC);
        return m_file.write(offset, data);
    }
    Result<void> resize(std::uint64_t size) override { return m_file.resize(size); }
    [[nodiscard]] const io::RandomAccessFile& readBack() const override { return m_file; }
    [[nodiscard]] const std::string& name() const override { return m_file.name(); }

private:
    int m_left;
    io::MemoryFile m_file;
};

TEST(MetadataLimits, EveryWriteThatFails_isReported)
{
    const Node root = folder("", {file("a"), softLink("b", "c")});
    int failures = 0;
    for (int failAt = 0;; ++failAt) {
        source::Tree tree;
        buildTree(root, tree);
        tree.root.xattrs = std::make_unique<source::Xattrs>(source::Xattrs{{"user.a", "b"}});
        PackOptions options;
        options.backend = codec::findBackend("lz4");
        FailingOutput output(failAt);
        concurrency::WorkerGroup workers(2);
        concurrency::ProgressCounters progress(2);
        const auto result = writeMetadata({tree, options, {}, output, 0, 96, workers, progress, {}});
        if (result)
            break;
        EXPECT_EQ(result.error().code, Errc::OutputUnwritable);
        EXPECT_EQ(result.error().osErrno, ENOSPC);
        ++failures;
    }
    // One each for inodes, directories, the blocks and the list of export and id table, xattr pairs, xattr ids and their list.
    EXPECT_EQ(failures, 9);
}

TEST(DirectoryIndex, Thin_keepsAnAscendingSelection)
{
    std::vector<IndexPoint> points;
    for (std::uint32_t i = 0; i < 1000; ++i)
        points.push_back({i * 8000, i});
    EXPECT_EQ(thinIndex(points, 1000).size(), 1000U);
    for (const std::size_t limit : {999U, 500U, 333U, 7U, 1U}) {
        const auto thin = thinIndex(points, limit);
        ASSERT_LE(thin.size(), limit);
        ASSERT_GE(thin.size(), limit / 2);
        for (std::size_t i = 1; i < thin.size(); ++i)
            EXPECT_GT(thin[i].entry, thin[i - 1].entry);
    }
}
