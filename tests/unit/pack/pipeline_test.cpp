// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/packer.h"

#include "codec/registry.h"
#include "io/memory_file.h"
#include "support/fake_codec.h"
#include "support/memory_source.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>

namespace sqd {
namespace {

using test::FakeCodecPlan;
using test::MemorySource;

std::string randomBytes(std::size_t size, unsigned seed, unsigned symbols = 256)
{
    std::mt19937 generator(seed);
    std::string s(size, '\0');
    for (char& c : s)
        c = static_cast<char>(generator() % symbols);
    return s;
}

// Sizes around the block size, duplicates large and small, zeros, many small files, two levels of folders.
void fillMixedTree(MemorySource& source, std::uint32_t blockSize)
{
    const auto bs = static_cast<std::size_t>(blockSize);
    unsigned seed = 1;
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, bs - 1, bs, bs + 1, 2 * bs, 5 * bs + 7, 40 * bs + 1})
        source.add("sizes/f" + std::to_string(size), randomBytes(size, seed++, 17));
    source.add("copies/big1", source.files["sizes/f" + std::to_string(40 * bs + 1)].contents);
    source.add("copies/big2", source.files["sizes/f" + std::to_string(40 * bs + 1)].contents);
    source.add("copies/other", randomBytes(40 * bs + 1, 99, 17));  // the same size, other contents
    source.add("copies/small", source.files["sizes/f" + std::to_string(bs - 1)].contents);
    source.add("zeros/all", std::string(3 * bs + 5, '\0'));
    source.add("zeros/little", std::string(100, '\0'));
    source.add("zeros/middle", randomBytes(bs, 7) + std::string(4 * bs, '\0') + randomBytes(10, 8));
    for (int i = 0; i < 700; ++i)
        source.add("small/d" + std::to_string(i % 7) + "/n" + std::to_string(i), randomBytes(static_cast<std::size_t>(i * 13 % 3000 + 1), static_cast<unsigned>(i % 500), 30));
}

struct Packed {
    std::vector<std::byte> bytes;
    pack::PackReport report;
};

Packed packTree(MemorySource& source, pack::PackOptions options, int jobs, std::uint64_t memory = 0)
{
    options.jobs = jobs;
    options.memoryBytes = memory;
    options.imageTime = 1600000000;
    io::MemoryFile out;
    pack::Packer packer(source, options);
    auto report = packer.runInto(out, {});
    EXPECT_TRUE(report) << (report ? "" : report.error().line());
    return {out.bytes(), report ? *report : pack::PackReport()};
}

pack::PackOptions smallBlocks(const char* codec = nullptr)
{
    pack::PackOptions o;
    o.backend = codec != nullptr ? codec::findBackend(codec) : &test::fakeBackend();
    o.blockSize = 4096;
    return o;
}

class PipelineIdentity : public ::testing::TestWithParam<const char*> {};

TEST_P(PipelineIdentity, Packer_anyJobsAndMemory_givesTheSameBytes)
{
    MemorySource source;
    fillMixedTree(source, 4096);
    for (const auto tails : {pack::TailEnds::All, pack::TailEnds::Small, pack::TailEnds::None}) {
        pack::PackOptions options = smallBlocks(GetParam());
        options.tailEnds = tails;
        if (std::string(GetParam()) == "xz" || std::string(GetParam()) == "lzma")
            options.codecSettings.level = 1;  // the order of the bytes is tested, not the codec
        const Packed reference = packTree(source, options, 0);
        ASSERT_GT(reference.bytes.size(), 4096U);
        for (const int jobs : {1, 2, 3, 8, 64})
            ASSERT_EQ(packTree(source, options, jobs).bytes, reference.bytes) << jobs << " jobs";
        for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{8} << 20})
            ASSERT_EQ(packTree(source, options, 3, memory).bytes, reference.bytes) << "memory " << memory;
    }
}

INSTANTIATE_TEST_SUITE_P(Codecs, PipelineIdentity, ::testing::Values("gzip", "lzma", "lzo", "xz", "lz4", "zstd", "none"));

// Numbered 4 KiB pages, so that no two files but equal ones share more than their first page.
std::string numberedPages(char begin, std::size_t pages, std::uint32_t series)
{
    std::string s(pages * 4096, begin);
    for (std::size_t page = 1; page < pages; ++page)
        std::memcpy(s.data() + page * 4096, &series, sizeof series), std::memcpy(s.data() + page * 4096 + 4, &page, sizeof page);
    return s;
}

// What is hashed ahead has an allowance of 64 MiB. Two alike files of 40 MiB take it; that the file before both has to be hashed, too,
// turns out only by the file behind them. It is the next one to be packed, so it must not wait for the allowance.
TEST(Pipeline, Packer_nextFileHasToBeHashed_whileTheAllowanceIsTaken_goesOn)
{
    MemorySource source;
    source.add("1", numberedPages('a', 400, 1));
    source.add("2", numberedPages('b', 10240, 2));
    source.add("3", numberedPages('b', 10240, 3));
    source.add("4", source.files["1"].contents);
    for (const int jobs : {0, 1, 2, 8}) {
        const Packed packed = packTree(source, smallBlocks(), jobs);
        EXPECT_EQ(packed.report.duplicates, 1U) << jobs << " jobs";
        EXPECT_EQ(packed.report.files, 4U);
    }
}

TEST(Pipeline, Packer_duplicates_areFoundAndNotCompressed)
{
    MemorySource source;
    fillMixedTree(source, 4096);
    FakeCodecPlan::reset();
    const Packed with = packTree(source, smallBlocks(), 3);
    const long calls = FakeCodecPlan::calls;
    FakeCodecPlan::reset();
    pack::PackOptions off = smallBlocks();
    off.duplicates = false;
    const Packed without = packTree(source, off, 3);
    // big1 and big2 equal the file in sizes/, small equals one there; of 700 small files with 500 seeds the equal (seed, size) pairs are few.
    std::set<std::string> distinct;
    std::uint64_t expected = 0;
    for (const auto& [path, file] : source.files)
        if (!file.contents.empty() && file.contents.find_first_not_of('\0') != std::string::npos && !distinct.insert(file.contents).second)
            ++expected;
    EXPECT_EQ(with.report.duplicates, expected);
    EXPECT_GE(expected, 3U);
    EXPECT_EQ(without.report.duplicates, 0U);
    EXPECT_GE(FakeCodecPlan::calls - calls, 2 * 40);  // 40 blocks of two big copies were not compressed
    EXPECT_LT(with.bytes.size(), without.bytes.size());
    FakeCodecPlan::reset();
}

TEST(Pipeline, Packer_hashCollisions_areToldApartByBytes)
{
    // The same size and, for the fake collision, the same contents but for one byte: bytes decide.
    MemorySource source;
    std::string a = randomBytes(9000, 5);
    source.add("a", a);
    a[8000] = static_cast<char>(a[8000] ^ 1);
    source.add("b", a);
    source.add("c", a);
    const Packed packed = packTree(source, smallBlocks(), 2);
    EXPECT_EQ(packed.report.duplicates, 1U);
}

TEST(Pipeline, Packer_hugeFolders_areFilledInPartsThatEndInAnyOrder)
{
    MemorySource source;
    for (int i = 0; i < 6000; ++i)
        source.add("n" + std::to_string(i), std::to_string(i));
    for (int repeat = 0; repeat < 15; ++repeat) {  // a stress test: the window is a few instructions wide
        pack::PackOptions options = smallBlocks();
        options.verify = false;
        EXPECT_EQ(packTree(source, options, 16).report.files, 6000U);
        ASSERT_FALSE(HasFailure()) << "repeat " << repeat;
    }
}

TEST(Pipeline, Packer_equalBlocksWithOtherTails_areStoredOnce)
{
    MemorySource source;
    const std::string base = randomBytes(20 * 4096, 3);
    source.add("a", base);
    source.add("b", base + "tail");                        // packed tail end of its own
    source.add("c", base + "other tail");
    source.add("d", base + std::string(4096 + 5, '\0'));  // a hole and a tail of zeros
    source.add("e", base + "tail");                        // b as a whole
    source.add("f", base.substr(0, 19 * 4096) + randomBytes(4096, 4));  // begins alike, but is not equal
    std::vector<std::byte> serial;
    for (const int jobs : {0, 1, 3, 8}) {
        const Packed packed = packTree(source, smallBlocks("none"), jobs);
        EXPECT_LT(packed.bytes.size(), 2U * 20 * 4096 + 3 * 4096) << "two sets of blocks, one fragment, the tables";
        EXPECT_EQ(packed.report.duplicates, 1U);
        if (jobs == 0)
            serial = packed.bytes;
        EXPECT_EQ(packed.bytes, serial) << jobs << " jobs";
    }
}

TEST(Pipeline, Packer_report_countsWhatIsThere)
{
    MemorySource source;
    fillMixedTree(source, 4096);
    std::uint64_t bytes = 0;
    for (const auto& [path, file] : source.files)
        bytes += file.contents.size();
    const Packed packed = packTree(source, smallBlocks("zstd"), 2);
    EXPECT_EQ(packed.report.files, source.files.size());
    EXPECT_EQ(packed.report.directories, 1U + 3 + 1 + 7);
    EXPECT_EQ(packed.report.bytesIn, bytes);
    EXPECT_EQ(packed.report.bytesOut, packed.bytes.size());
    EXPECT_TRUE(packed.report.verified);
    ASSERT_EQ(packed.report.workers.size(), 2U);
    EXPECT_EQ(packed.report.workers[0].blocks + packed.report.workers[1].blocks, packed.report.blocks);  // verification is not counted
    EXPECT_LE(packed.report.workers[0].bytesIn + packed.report.workers[1].bytesIn, bytes);
}

TEST(Pipeline, Packer_hardLinks_areCountedInTheirOwner)
{
    MemorySource source;
    for (const char* path : {"a/one", "b/two", "three"})
        source.files[path] = {"the same inode", 77};
    source.add("b/alone", "another");
    io::MemoryFile out;
    pack::PackOptions options = smallBlocks("zstd");
    pack::Packer packer(source, options);
    const auto report = packer.runInto(out, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->hardLinks, 1U);
    std::uint32_t counted = 0;
    for (std::uint32_t i = 0; i < source.root->count; ++i)
        if (const source::Folder* folder = source.root->entries[i].folder.get(); folder != nullptr && folder->entries[folder->count - 1].linkOwner == nullptr)
            counted = std::max(counted, folder->entries[folder->count - 1].links);
    EXPECT_EQ(counted, 3U);
}

TEST(Pipeline, Packer_sample_neverPassesTheTotal)
{
    MemorySource source;
    fillMixedTree(source, 4096);
    io::MemoryFile out;
    pack::PackOptions options = smallBlocks("zstd");
    options.jobs = 2;
    pack::Packer packer(source, options);
    std::atomic<bool> done{false};
    std::thread watcher([&] {
        while (!done) {
            const auto s = packer.sample();
            ASSERT_LE(s.bytesIn, s.bytesTotal);
            ASSERT_LE(s.filesDone, s.filesTotal);
        }
    });
    const auto report = packer.runInto(out, {});
    done = true;
    watcher.join();
    ASSERT_TRUE(report);
    const auto s = packer.sample();
    EXPECT_EQ(s.bytesIn, s.bytesTotal);
    EXPECT_EQ(s.filesDone, s.filesTotal);
    EXPECT_EQ(s.phase, concurrency::Phase::Done);
}

}  // namespace
}  // namespace sqd
