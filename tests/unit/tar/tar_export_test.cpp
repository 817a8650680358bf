// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar_fixture.h"

#include "io/memory_file.h"
#include "read/image.h"
#include "support/image_builder.h"
#include "tar/tar_exporter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sqd::tar {

namespace {

using format::InodeType;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint32_t kBlock = 4096;

class StringSink : public ByteSink {
public:
    Result<void> write(std::span<const std::byte> bytes) override
    {
        text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return {};
    }
    std::string text;
};

class RewindingSink final : public StringSink {
public:
    [[nodiscard]] bool canRewind() const override { return true; }
    Result<void> rewind(std::uint64_t size) override
    {
        ++rewinds;
        text.resize(static_cast<std::size_t>(size));
        return {};
    }
    int rewinds = 0;
};

std::shared_ptr<const read::Image> opened(sqd::test::ImageBuilder& b)
{
    auto image = read::Image::open(std::make_shared<io::MemoryFile>("test.sqfs", b.build()));
    EXPECT_TRUE(image) << image.error().line();
    return image ? *image : nullptr;
}

Result<TarExportReport> exported(const std::shared_ptr<const read::Image>& image, ByteSink& sink, TarExportOptions options = {}, std::stop_token stop = {})
{
    concurrency::ProgressCounters counters(std::max(1, options.jobs));
    return exportTar(image, options, sink, counters, std::move(stop));
}

// An image with everything that an archive can hold, and a socket.
void fill(sqd::test::ImageBuilder& b)
{
    auto& folder = b.directory();
    folder.mode = 02750;
    auto& linked = b.file("twice");
    linked.xattrs = {{"user.bin", std::string("\0\xff", 2)}, {"user.text", "x"}};
    folder.add("first", linked);
    folder.add("second", linked);
    b.root().add("dev", [&]() -> sqd::test::ImageNode& {
        auto& node = b.node(InodeType::CharDevice);
        node.device = (259U & 0xFFF) << 8 | (1048575U & 0xFF) | (1048575U & ~0xFFU) << 12;
        return node;
    }());
    b.root().add("empty", b.file(""));
    b.root().add("fifo", b.node(InodeType::Fifo));
    b.root().add("folder", folder);
    b.root().add("holes", b.file(std::string(kBlock, 'a') + std::string(5 * kBlock, '\0') + "tail"));
    b.root().add("hole_at_end", b.file(std::string(kBlock, 'a') + std::string(2 * kBlock, '\0')));
    for (int i = 0; i < 200; ++i)
        b.root().add("many" + std::to_string(1000 + i), b.file(std::string(static_cast<std::size_t>(i) * 97, static_cast<char>('a' + i % 26))));
    b.root().add("sock", b.node(InodeType::Socket));
    b.root().add("sym", b.symlink(std::string(120, 't')));
    b.root().add("wide", b.file(std::string(300 * 1024, 'w')));
}

TEST(TarExport, everyKind_readsBackEqual)
{
    sqd::test::ImageBuilder b;
    fill(b);
    StringSink sink;
    const auto report = exported(opened(b), sink);
    ASSERT_TRUE(report) << report.error().line();
    EXPECT_TRUE(report->lost.empty());
    ASSERT_EQ(report->notes.size(), 1U);
    EXPECT_EQ(report->notes[0].path, "/sock");
    EXPECT_EQ(report->archiveBytes, sink.text.size());
    EXPECT_EQ(sink.text.substr(0, 3), std::string("./\0", 3));

    const test::Outcome back = test::readArchive(sink.text);
    ASSERT_FALSE(back.error) << back.error->line();
    EXPECT_TRUE(back.warnings.empty());
    const auto& e = back.entries;
    EXPECT_EQ(e.size(), report->entries);
    EXPECT_FALSE(e.contains("sock"));
    EXPECT_EQ(e.at("dev").type, InodeType::CharDevice);
    EXPECT_EQ(e.at("dev").device, (259U & 0xFFF) << 8 | (1048575U & 0xFF) | (1048575U & ~0xFFU) << 12);
    EXPECT_EQ(e.at("folder").mode, 02750);
    EXPECT_EQ(e.at("folder/first").inode, e.at("folder/second").inode);
    EXPECT_EQ(e.at("folder/second").data, "twice");
    EXPECT_EQ(e.at("folder/first").xattrs, (source::Xattrs{{"user.bin", std::string("\0\xff", 2)}, {"user.text", "x"}}));
    EXPECT_EQ(e.at("holes").data, std::string(kBlock, 'a') + std::string(5 * kBlock, '\0') + "tail");
    EXPECT_EQ(e.at("hole_at_end").data, std::string(kBlock, 'a') + std::string(2 * kBlock, '\0'));
    EXPECT_EQ(e.at("many1150").data, std::string(150 * 97, static_cast<char>('a' + 150 % 26)));
    EXPECT_EQ(e.at("sym").target, std::string(120, 't'));
    EXPECT_EQ(e.at("wide").data, std::string(300 * 1024, 'w'));
    EXPECT_EQ(e.at("empty").mtime, 1600000000U);
    EXPECT_LT(sink.text.size(), 300U * 1024 + 200 * (97 * 100 + 1024));  // holes take no room
}

TEST(TarExport, anyNumberOfWorkers_givesTheSameBytes)
{
    std::string serial;
    for (const int jobs : {0, 1, 2, 7}) {
        sqd::test::ImageBuilder b;
        fill(b);
        StringSink sink;
        TarExportOptions options;
        options.jobs = jobs;
        ASSERT_TRUE(exported(opened(b), sink, options));
        if (jobs == 0)
            serial = sink.text;
        EXPECT_EQ(sink.text == serial, true) << jobs;
    }
}

TEST(TarExport, patterns_takeWhatTheyMeanAndTellWhatTheyDoNot)
{
    sqd::test::ImageBuilder b;
    fill(b);
    StringSink sink;
    TarExportOptions options;
    options.patterns = {"folder/second", "many100?", "nothing"};
    const auto report = exported(opened(b), sink, options);
    ASSERT_TRUE(report);
    EXPECT_THAT(report->unmatched, ElementsAre("nothing"));
    const test::Outcome back = test::readArchive(sink.text);
    EXPECT_EQ(back.entries.at("folder/second").data, "twice");  // no link to a name that is not there
    EXPECT_FALSE(back.entries.contains("folder/first"));
    EXPECT_EQ(report->entries, 11U);
}

TEST(TarExport, xattrFilters_keepWhatMatches)
{
    TarExportOptions only, without, none;
    only.xattrsInclude = {"bin$"};
    without.xattrsExclude = {"^user[.]bin"};
    none.xattrs = false;
    const std::vector<std::pair<TarExportOptions, std::vector<std::string>>> cases{{only, {"user.bin"}}, {without, {"user.text"}}, {none, {}}};
    for (const auto& [options, names] : cases) {
        sqd::test::ImageBuilder b;
        fill(b);
        StringSink sink;
        ASSERT_TRUE(exported(opened(b), sink, options));
        std::vector<std::string> got;
        const test::Outcome back = test::readArchive(sink.text);
        for (const auto& [name, value] : back.entries.at("folder/first").xattrs)
            got.push_back(name);
        EXPECT_EQ(got, names);
    }
    TarExportOptions bad;
    bad.xattrsInclude = {"("};
    sqd::test::ImageBuilder b;
    StringSink sink;
    EXPECT_EQ(exported(opened(b), sink, bad).error().code, Errc::InvalidArgument);
}

// Blocks that are said to be compressed but are not: found when they are decoded.
void spoil(sqd::test::ImageNode& node, std::size_t block)
{
    node.editWords = [block](std::vector<std::uint32_t>& words) { words[block] &= ~format::kBlockRawBit; };
}

TEST(TarExport, damagedFile_isLeftOutWithItsOtherNames)
{
    for (const int jobs : {0, 2}) {
        sqd::test::ImageBuilder b;
        auto& bad = b.file(std::string(3 * kBlock, 'x'));
        spoil(bad, 2);
        b.root().add("bad", bad);
        b.root().add("bad_too", bad);
        b.root().add("ok", b.file("ok"));
        StringSink sink;
        TarExportOptions options;
        options.jobs = jobs;
        const auto report = exported(opened(b), sink, options);
        ASSERT_TRUE(report) << report.error().line();
        ASSERT_EQ(report->lost.size(), 2U);
        EXPECT_EQ(report->lost[0].path, "/bad");
        EXPECT_THAT(report->lost[0].what, HasSubstr("block 2"));
        EXPECT_EQ(report->lost[1].path, "/bad_too");
        EXPECT_THAT(test::readArchive(sink.text).paths(), ElementsAre("ok"));
    }
}

TEST(TarExport, stopOnError_endsAtTheFirst)
{
    sqd::test::ImageBuilder b;
    auto& bad = b.file(std::string(3 * kBlock, 'x'));
    spoil(bad, 0);
    b.root().add("bad", bad);
    StringSink sink;
    TarExportOptions options;
    options.stopOnError = true;
    const auto report = exported(opened(b), sink, options);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Errc::Corrupt);
    EXPECT_EQ(report.error().where, "/bad");
}

TEST(TarExport, damageAtTheEndOfALargeFile_leavesNothingOfIt)
{
    constexpr std::uint32_t kLargeBlock = 1 << 20;
    for (const int jobs : {0, 2}) {
        StringSink forward;
        RewindingSink rewinding;
        for (StringSink* sink : {&forward, static_cast<StringSink*>(&rewinding)}) {
            sqd::test::ImageBuilder b(kLargeBlock);
            auto& large = b.file(std::string(40U << 20, 'L'));
            spoil(large, 39);
            b.root().add("a", b.file("before"));
            b.root().add("large", large);
            b.root().add("z", b.file("behind"));
            TarExportOptions options;
            options.jobs = jobs;
            const auto report = exported(opened(b), *sink, options);
            ASSERT_TRUE(report) << report.error().line();
            ASSERT_EQ(report->lost.size(), 1U);
            EXPECT_EQ(report->lost[0].path, "/large");
            EXPECT_EQ(report->archiveBytes, sink->text.size());
            const test::Outcome back = test::readArchive(sink->text);
            EXPECT_THAT(back.paths(), ElementsAre("a", "z"));
            EXPECT_EQ(back.entries.at("z").data, "behind");
        }
        EXPECT_EQ(rewinding.rewinds, 1);
        EXPECT_EQ(rewinding.text == forward.text, true);
    }
}

TEST(TarExport, largeFile_passesThroughWhole)
{
    sqd::test::ImageBuilder b(1 << 20);
    std::string data(40U << 20, 'L');
    for (std::size_t i = 0; i < data.size(); i += 4096)
        data[i] = static_cast<char>('a' + i / 4096 % 26);
    b.root().add("large", b.file(data));
    StringSink sink;
    TarExportOptions options;
    options.jobs = 3;
    ASSERT_TRUE(exported(opened(b), sink, options));
    EXPECT_EQ(sink.text.substr(1024, data.size()) == data, true);  // behind two headers
}

TEST(TarExport, attributesThatCannotBeRead_areLeftOutAndTold)
{
    sqd::test::ImageBuilder b;
    auto& file = b.file("data");
    file.xattrs = {{"user.a", "1"}};
    file.edit = [](format::Inode& inode) { inode.xattr = 77; };
    b.root().add("f", file);
    StringSink sink;
    const auto report = exported(opened(b), sink);
    ASSERT_TRUE(report);
    ASSERT_EQ(report->lost.size(), 1U);
    EXPECT_EQ(report->lost[0].path, "/f");
    EXPECT_EQ(test::readArchive(sink.text).entries.at("f").data, "data");
}

TEST(TarExport, stopRequest_isCancelled)
{
    sqd::test::ImageBuilder b;
    fill(b);
    StringSink sink;
    std::stop_source stop;
    stop.request_stop();
    TarExportOptions options;
    options.jobs = 2;
    EXPECT_EQ(exported(opened(b), sink, options, stop.get_token()).error().code, Errc::Cancelled);
}

TEST(TarExport, compressed_isTheSameArchiveForAnyNumberOfWorkers)
{
    for (const char* format : {"gzip", "bzip2", "xz", "zstd", "lz4"}) {
        std::string first;
        for (const int jobs : {0, 3}) {
            sqd::test::ImageBuilder b(1 << 20);
            b.root().add("large", b.file(std::string(20U << 20, 'L')));
            b.root().add("small", b.file("s"));
            StringSink sink;
            TarExportOptions options;
            options.compress = format;
            options.jobs = jobs;
            const auto report = exported(opened(b), sink, options);
            ASSERT_TRUE(report) << report.error().line();
            EXPECT_LT(sink.text.size(), 1U << 20) << format;
            EXPECT_EQ(report->archiveBytes, sink.text.size());
            if (first.empty())
                first = sink.text;
            EXPECT_EQ(sink.text == first, true) << format;
        }
    }
}

}  // namespace

}  // namespace sqd::tar
