// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/source_file_reader.h"
#include "support/tree_builder.h"
#include "unit/source/scan.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sqd::test;
using sqd::source::DescriptorBudget;
using sqd::source::Entry;
using sqd::source::SourceFileReader;
using test::from;
using test::Scan;

// With a kept descriptor, and with none to keep.
class FileReaderTest : public testing::TestWithParam<int> {
protected:
    // The one file "f" of a tree, and a reader for it.
    void open(Item item)
    {
        ASSERT_EQ(buildTree(m_dir.path(), {std::move(item)}), "");
        m_scan = std::make_unique<Scan>(from(m_dir.path()));
        ASSERT_NE(m_scan->at("/f"), nullptr);
        auto reader = SourceFileReader::open(*m_scan->at("/f"), m_dir / "f", O_NOFOLLOW, m_opener, m_budget);
        ASSERT_TRUE(reader.has_value()) << reader.error().line();
        m_reader = *std::move(reader);
    }
    sqd::Result<void> read(std::uint64_t offset, std::size_t size)
    {
        m_data.assign(size, std::byte{0x55});
        return m_reader->readExact(offset, m_data);
    }
    void expectChanged(std::uint64_t offset, std::size_t size)
    {
        const auto result = read(offset, size);
        ASSERT_FALSE(result.has_value());
        EXPECT_EQ(result.error().code, sqd::Errc::InputUnreadable);
        EXPECT_EQ(result.error().what, "changed while it was read");
        EXPECT_EQ(result.error().where, m_dir / "f");
    }
    TemporaryFolder m_dir;
    sqd::source::PathOpener m_opener;
    DescriptorBudget m_budget{GetParam(), 1};
    std::unique_ptr<Scan> m_scan;
    std::unique_ptr<sqd::source::FileReader> m_reader;
    std::vector<std::byte> m_data;
};

INSTANTIATE_TEST_SUITE_P(KeptAndInTurn, FileReaderTest, testing::Values(1, 0));

TEST_P(FileReaderTest, Parts_areReadAtTheirPlace)
{
    open(file("f", "0123456789"));
    ASSERT_TRUE(read(3, 4).has_value());
    EXPECT_EQ(static_cast<char>(m_data[0]), '3');
    EXPECT_EQ(static_cast<char>(m_data[3]), '6');
    EXPECT_TRUE(read(0, 10).has_value());
    EXPECT_TRUE(read(10, 0).has_value());
    expectChanged(8, 3);  // shorter than wanted
}

TEST_P(FileReaderTest, Truncated_isNoticed)
{
    open(file("f", std::string(100000, 'x')));
    ASSERT_EQ(::truncate((m_dir / "f").c_str(), 50000), 0);
    expectChanged(40000, 20000);
    expectChanged(60000, 40000);
}

TEST_P(FileReaderTest, TruncatedInAHole_isNoticed)
{
    open(file("f", "x").withHoles(0, 1 << 20));
    ASSERT_EQ(::truncate((m_dir / "f").c_str(), 10), 0);
    EXPECT_EQ(m_reader->nextData(4096), 4096U);  // not "a hole to the end"
    expectChanged(4096, 4096);
}

TEST_P(FileReaderTest, GrownOrWritten_isNoticedWithTheLastByte)
{
    open(file("f", std::string(1000, 'x')).withTime(1000));
    const int fd = ::open((m_dir / "f").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    ASSERT_EQ(::write(fd, "y", 1), 1);
    ::close(fd);
    expectChanged(500, 500);
}

TEST_P(FileReaderTest, SameSizeOtherTime_isNoticed)
{
    open(file("f", std::string(1000, 'x')).withTime(1000));
    const int fd = ::open((m_dir / "f").c_str(), O_WRONLY | O_CLOEXEC);
    ASSERT_EQ(::write(fd, "y", 1), 1);
    ::close(fd);
    expectChanged(0, 1000);
}

TEST_P(FileReaderTest, Holes_areSkippedToTheNextData)
{
    const std::uint64_t mib = 1 << 20;
    open(file("f", std::string(4096, 'd')).withHoles(4 * mib, 8 * mib));
    const std::uint64_t first = m_reader->nextData(0);
    if (first == 0)
        GTEST_SKIP() << "this file system tells no holes";
    EXPECT_GT(first, 3 * mib);
    EXPECT_LE(first, 4 * mib);
    EXPECT_EQ(m_reader->nextData(4 * mib + 7), 4 * mib + 7);
    EXPECT_EQ(m_reader->nextData(6 * mib), 12 * mib + 4096);
    EXPECT_EQ(m_reader->nextData(12 * mib + 4096), 12 * mib + 4096);
    EXPECT_EQ(m_reader->nextData(99 * mib), 12 * mib + 4096);
    ASSERT_TRUE(read(4 * mib, 4096).has_value());
    EXPECT_EQ(static_cast<char>(m_data[4095]), 'd');
}

TEST_P(FileReaderTest, Replaced_isNoticedAtOpen)
{
    open(file("f", "same").withTime(77));
    const Entry& entry = *m_scan->at("/f");
    ASSERT_EQ(::rename((m_dir / "f").c_str(), (m_dir / "g").c_str()), 0);
    ASSERT_EQ(buildTree(m_dir.path(), {file("f", "same").withTime(77)}), "");
    const auto again = SourceFileReader::open(entry, m_dir / "f", O_NOFOLLOW, m_opener, m_budget);
    ASSERT_FALSE(again.has_value());
    EXPECT_EQ(again.error().what, "changed while it was read");
    for (const Item& other : {symbolicLink("f", "g"), fifo("f")}) {
        removeTree(m_dir / "f");
        ASSERT_EQ(buildTree(m_dir.path(), {other}), "");
        const auto wrong = SourceFileReader::open(entry, m_dir / "f", O_NOFOLLOW, m_opener, m_budget);
        ASSERT_FALSE(wrong.has_value());
        EXPECT_EQ(wrong.error().what, "changed while it was read");
    }
    removeTree(m_dir / "f");
    const auto gone = SourceFileReader::open(entry, m_dir / "f", O_NOFOLLOW, m_opener, m_budget);
    ASSERT_FALSE(gone.has_value());
    EXPECT_EQ(gone.error().osErrno, ENOENT);
}

TEST_P(FileReaderTest, Reading_leavesTheAccessTime)
{
    open(file("f", "x").withTime(1000));
    ASSERT_TRUE(read(0, 1).has_value());
    struct stat st {};
    ASSERT_EQ(::stat((m_dir / "f").c_str(), &st), 0);
    EXPECT_EQ(st.st_atim.tv_sec, 1000);
}

TEST(FileReader, ZeroSizedFileWithContents_isWhatStatSays)
{
    Scan scan(from("/proc/self/status"));
    ASSERT_TRUE(scan.ok());
    const Entry* entry = scan.at("/status");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->size, 0U);
}
