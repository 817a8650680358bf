// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "concurrency/worker_group.h"

namespace sqd::read {

namespace {

constexpr std::uint32_t kBlock = 4096;

std::string pattern(std::size_t bytes)
{
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i)
        text[i] = static_cast<char>('a' + (i * 7 + i / 251) % 26);
    return text;
}

// One file /bad of three full blocks; `spoil` breaks it. Returns what opening and reading say.
std::string readBad(const std::function<void(test::ImageNode& bad, test::ImageBuilder& b)>& spoil, std::size_t bytes = 3 * kBlock)
{
    test::ImageBuilder b;
    auto& bad = b.file(pattern(bytes));
    b.root().add("bad", bad);
    b.root().add("ok", b.file("ok\n"));
    spoil(bad, b);
    const auto image = openOrFail(b.build());
    if (image == nullptr)
        return "not opened";
    const auto ok = image->inode(image->directory(image->root())->find("ok")->reference);
    EXPECT_EQ(*contents(image, *ok, "/ok"), "ok\n");
    const auto inode = image->inode(image->directory(image->root())->find("bad")->reference);
    if (!inode)
        return inode.error().what;
    auto text = contents(image, *inode, "/bad");
    if (!text) {
        EXPECT_EQ(text.error().where, "/bad");
        return text.error().what;
    }
    return *text == pattern(bytes) ? "" : "wrong bytes";
}

class StringSink final : public ContentSink {
public:
    Result<void> data(std::span<const std::byte> bytes) override
    {
        text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return text.size() > limit ? Result<void>(outputError("sink", "full", 0)) : Result<void>();
    }
    Result<void> hole(std::uint64_t bytes) override
    {
        ++holes;
        text.append(static_cast<std::size_t>(bytes), '\0');
        return {};
    }
    std::string text;
    std::size_t holes = 0;
    std::size_t limit = ~std::size_t{0};
};

}  // namespace

TEST(FileReader, everyRangeAcrossBlocksHolesAndTail_isExact)
{
    std::string text = pattern(2 * kBlock) + std::string(3 * kBlock, '\0') + pattern(kBlock) + pattern(777);
    test::ImageBuilder b;
    auto& file = b.file(text);
    b.root().add("f", file);
    const auto image = openOrFail(b.build());
    const auto inode = image->inode(test::ImageBuilder::reference(file.flat));
    const auto reader = FileReader::open(image, *inode, "/f");
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->blockCount(), 7U);
    EXPECT_EQ(reader->storedBytes(), 3U * kBlock);
    EXPECT_EQ(*storedBytes(*image, *inode), 3U * kBlock);
    EXPECT_TRUE(reader->isHole(3));
    for (std::size_t offset = 0; offset < text.size() + 10; offset += 1021) {
        for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{777}, std::size_t{5000}, text.size()}) {
            std::string out(length, '?');
            const auto got = reader->read(offset, std::as_writable_bytes(std::span(out)));
            ASSERT_TRUE(got);
            EXPECT_EQ(*got, offset < text.size() ? std::min(length, text.size() - offset) : 0);
            EXPECT_EQ(out.substr(0, *got), offset < text.size() ? text.substr(offset, *got) : "");
        }
    }
}

TEST(FileReader, shortLastBlockWithoutFragment_isRead)
{
    EXPECT_EQ(readBad([](auto& bad, auto&) { bad.tailInFragment = false; }, 2 * kBlock + 5), "");
}

TEST(FileReader, sizeWordsOutOfRange_nameTheBlock)
{
    const auto word = [](std::size_t block, std::uint32_t value) {
        return readBad([=](auto& bad, auto&) { bad.editWords = [=](auto& words) { words[block] = value; }; });
    };
    EXPECT_EQ(readBad([](auto&, auto&) {}), "");
    EXPECT_EQ(word(0, 0x01FFFFFF), "block 0: stored size 16777215 exceeds the block size 4096");
    EXPECT_EQ(word(1, 0x00FFFFFF), "block 1: stored size 16777215 exceeds the block size 4096");
    EXPECT_NE(word(0, 0xFE001000).find("block 0: size word"), std::string::npos);
    EXPECT_EQ(word(2, 1U << 24), "block 2: stored size 0");
    EXPECT_EQ(word(1, (1U << 24) | 100), "block 1: 100 bytes instead of 4096");
    EXPECT_NE(word(1, 100).find("block 1: cannot be unpacked"), std::string::npos);
}

TEST(FileReader, damagedBlock_leavesTheOthersReadable)
{
    test::ImageBuilder b;
    auto& file = b.file(pattern(3 * kBlock));
    file.editWords = [](auto& words) { words[1] = 4096; };  // says compressed, is not
    b.root().add("f", file);
    const auto image = openOrFail(b.build());
    const auto reader = FileReader::open(image, *image->inode(0), "/f");
    ASSERT_TRUE(reader);
    std::string out(kBlock, '?');
    EXPECT_TRUE(reader->read(0, std::as_writable_bytes(std::span(out))));
    EXPECT_EQ(out, pattern(3 * kBlock).substr(0, kBlock));
    const auto second = reader->read(kBlock, std::as_writable_bytes(std::span(out)));
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Errc::Corrupt);
    EXPECT_EQ(second.error().imageOffset, reader->blockPosition(1));
    EXPECT_TRUE(reader->read(2 * kBlock, std::as_writable_bytes(std::span(out))));
    EXPECT_EQ(out, pattern(3 * kBlock).substr(2 * kBlock));
}

TEST(FileReader, blocksOutsideTheDataArea_areRefused)
{
    const auto start = [](std::uint64_t value) {
        return readBad([=](auto& bad, auto&) { bad.edit = [=](format::Inode& n) { n.extended = true; n.start = value; }; });
    };
    EXPECT_NE(start(1ULL << 33).find("lie outside of the data area"), std::string::npos);
    EXPECT_NE(start(~0ULL).find("lie outside of the data area"), std::string::npos);
    EXPECT_NE(start(0).find("lie outside of the data area"), std::string::npos);
    EXPECT_NE(start(3 * kBlock).find("lie outside of the data area"), std::string::npos);  // the last block runs into the inodes
}

TEST(FileReader, fragmentOutOfRange_saysHowManyThereAre)
{
    for (const std::uint32_t index : {1U, 2U, 600U, 0xFFFFFFFEU}) {
        EXPECT_EQ(readBad([=](auto& bad, auto&) { bad.edit = [=](format::Inode& n) { n.fragment = index; }; }, 9),
            "fragment " + std::to_string(index) + " is out of range (the image has 1)");
    }
}

TEST(FileReader, fragmentRules_areEnforced)
{
    const auto inode = [](auto edit) { return readBad([=](auto& bad, auto&) { bad.edit = edit; }, 9); };
    EXPECT_NE(inode([](format::Inode& n) { n.fragmentOffset = 4; }).find("leaves the fragment block, which has 12"), std::string::npos);
    EXPECT_NE(inode([](format::Inode& n) { n.fragmentOffset = 0xFFFFFFFF; }).find("leaves the fragment block"), std::string::npos);
    EXPECT_NE(inode([](format::Inode& n) { n.size = 0; }).find("without a tail end"), std::string::npos);
}

TEST(FileReader, fragmentEntriesThatAreImpossible_areRefused)
{
    const auto open = [](auto edit) -> std::string {
        test::ImageBuilder b;
        auto& file = b.file("tail");
        b.root().add("f", file);
        b.editFragment = edit;
        const auto image = openOrFail(b.build());
        const auto text = contents(image, *image->inode(0), "/f");
        return text ? *text : text.error().what;
    };
    EXPECT_EQ(open([](auto&) {}), "tail");
    EXPECT_NE(open([](auto& e) { e.word = 0; }).find("fragment 0: size word 0"), std::string::npos);
    EXPECT_NE(open([](auto& e) { e.word = 0xFF000004; }).find("size word"), std::string::npos);
    EXPECT_NE(open([](auto& e) { e.start = ~0ULL - 1; }).find("outside of the data area"), std::string::npos);
    EXPECT_NE(open([](auto& e) { e.start = 0; }).find("outside of the data area"), std::string::npos);
    EXPECT_NE(open([](auto& e) { e.start += 1; }).find("outside of the data area"), std::string::npos);
}

TEST(FileReader, notAFile_isInvalidArgument)
{
    test::ImageBuilder b;
    const auto image = openOrFail(b.build());
    const auto reader = FileReader::open(image, image->root(), "/");
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, Errc::InvalidArgument);
}

TEST(StreamContents, anyNumberOfWorkers_givesTheSameBytes)
{
    const std::string text = pattern(37 * kBlock) + std::string(50 * kBlock, '\0') + pattern(kBlock) + std::string(5 * kBlock, '\0') + pattern(33);
    test::ImageBuilder b;
    auto& file = b.file(text);
    b.root().add("f", file);
    const auto image = openOrFail(b.build());
    const auto reader = FileReader::open(image, *image->inode(0), "/f");
    ASSERT_TRUE(reader);
    for (const int jobs : {0, 1, 2, 3, 8}) {
        concurrency::WorkerGroup workers(jobs);
        StringSink sink;
        ASSERT_TRUE(streamContents(*reader, sink, &workers));
        EXPECT_TRUE(sink.text == text) << jobs;
        EXPECT_GE(sink.holes, 2U);
        EXPECT_LE(sink.holes, 8U);
    }
}

TEST(StreamContents, sinkFailureAndDamage_endIt)
{
    test::ImageBuilder b;
    auto& file = b.file(pattern(40 * kBlock));
    auto& bad = b.file(pattern(40 * kBlock));
    bad.editWords = [](auto& words) { words[30] = 4096; };
    b.root().add("bad", bad);
    b.root().add("f", file);
    const auto image = openOrFail(b.build());
    for (const int jobs : {0, 2, 3}) {
        concurrency::WorkerGroup workers(jobs);
        const auto good = FileReader::open(image, *image->inode(test::ImageBuilder::reference(file.flat)), "/f");
        StringSink full;
        full.limit = 5 * kBlock;
        const auto stopped = streamContents(*good, full, &workers);
        ASSERT_FALSE(stopped);
        EXPECT_EQ(stopped.error().code, Errc::OutputUnwritable);
        const auto broken = FileReader::open(image, *image->inode(test::ImageBuilder::reference(bad.flat)), "/bad");
        StringSink some;
        const auto damaged = streamContents(*broken, some, &workers);
        ASSERT_FALSE(damaged);
        EXPECT_NE(damaged.error().what.find("block 30"), std::string::npos);
        EXPECT_TRUE(some.text == pattern(40 * kBlock).substr(0, 30 * kBlock));
        std::stop_source stop;
        stop.request_stop();
        StringSink none;
        EXPECT_EQ(streamContents(*good, none, &workers, stop.get_token()).error().code, Errc::Cancelled);
    }
}

}  // namespace sqd::read
