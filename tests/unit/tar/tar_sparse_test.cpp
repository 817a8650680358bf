// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "io/memory_file.h"
#include "tar/tar_file_reader.h"
#include "tar_builder.h"
#include "tar_fixture.h"

#include <gtest/gtest.h>

namespace sqd::tar::test {

using namespace std::string_literals;

// "ab" at 0, "xyz" at 1000, and a hole to 1500.
static const std::string kStored = "abxyz";

static std::string whole()
{
    std::string data(1500, '\0');
    data.replace(0, 2, "ab");
    data.replace(1000, 3, "xyz");
    return data;
}

static void expectWhole(const TarBuilder& tar)
{
    const Outcome out = readArchive(tar.finished());
    ASSERT_FALSE(out.error) << out.error->line();
    EXPECT_EQ(out.paths(), (std::vector<std::string>{"end", "f"}));
    EXPECT_EQ(out.entries.at("f").data, whole());
    EXPECT_EQ(out.entries.at("end").data, "end");
}

TEST(TarSparse, oldGnuHeader_isReadWithFurtherBlocks)
{
    const auto field = [](const char* text) { return std::string(text) + '\0'; };
    // The header has room for four; the second stretch stands in a block behind it.
    std::string more = field("00000001750") + field("00000000003");
    more.resize(512);
    TarBuilder tar;
    tar.add({.name = "f", .flag = 'S', .size = "00000000005", .magic = "ustar  ",
             .patches = {{386, field("00000000000") + field("00000000002")}, {482, "\1"}, {483, field("00000002734")}}});
    tar.raw(more).raw(kStored).file("end", "end");
    expectWhole(tar);
}

TEST(TarSparse, paxZeroZero_isReadFromRepeatedRecords)
{
    TarBuilder tar;
    tar.pax({{"GNU.sparse.size", "1500"}, {"GNU.sparse.numblocks", "2"}, {"GNU.sparse.offset", "0"}, {"GNU.sparse.numbytes", "2"},
             {"GNU.sparse.offset", "1000"}, {"GNU.sparse.numbytes", "3"}});
    expectWhole(tar.file("f", kStored).file("end", "end"));
}

TEST(TarSparse, paxZeroOne_isReadFromAListAndGetsItsRealName)
{
    TarBuilder tar;
    tar.pax({{"GNU.sparse.size", "1500"}, {"GNU.sparse.map", "0,2,1000,3,1500,0"}, {"GNU.sparse.name", "f"}});
    expectWhole(tar.file("GNUSparseFile.1/f", kStored).file("end", "end"));
}

TEST(TarSparse, paxOneZero_isReadFromTheStartOfTheData)
{
    std::string stored = "3\n0\n2\n1000\n3\n1500\n0\n";
    stored.resize(512);
    TarBuilder tar;
    tar.pax({{"GNU.sparse.major", "1"}, {"GNU.sparse.minor", "0"}, {"GNU.sparse.name", "f"}, {"GNU.sparse.realsize", "1500"}});
    expectWhole(tar.file("GNUSparseFile.1/f", stored + kStored).file("end", "end"));
}

TEST(TarSparse, mapsThatMakeNoSense_areBadEntries)
{
    for (const char* map : {"0,2,1,3", "1000,3,0,2", "0,2,1499,3", "0,2,1000,9", "0,2,1000", "0,2,x,3", "-1,2", "0,99999999999999999999"}) {
        TarBuilder tar;
        tar.pax({{"GNU.sparse.size", "1500"}, {"GNU.sparse.map", map}}).file("f", kStored);
        const Outcome out = readArchive(tar.finished());
        ASSERT_TRUE(out.error) << map;
        EXPECT_NE(out.error->line().find("sparse map"), std::string::npos) << map;
    }
    for (const std::string& stored : {"99999999999\n0\n2\n"s, "x\n"s, ""s, "1\n0\n"s, "1\n0\n" + std::string(600, '1')}) {
        TarBuilder tar;
        tar.pax({{"GNU.sparse.major", "1"}, {"GNU.sparse.realsize", "1500"}}).file("f", stored);
        ASSERT_TRUE(readArchive(tar.finished()).error) << stored;
    }
}

TEST(TarSparse, sizeOfExbibytes_isRefused)
{
    TarBuilder tar;
    tar.pax({{"GNU.sparse.size", "9000000000000000000"}, {"GNU.sparse.map", "0,5"}}).file("f", kStored);
    EXPECT_TRUE(readArchive(tar.finished()).error);
}

TEST(TarFileReader, nextData_skipsHolesAndEndsAtTheSize)
{
    const io::MemoryFile file("in.tar", std::vector<std::byte>(64));
    Inode inode;
    inode.size = 100;
    inode.extents = std::make_unique<std::vector<Extent>>(std::vector<Extent>{{10, 5, 0}, {40, 1, 5}});
    TarFileReader reader(file, inode);
    EXPECT_EQ(reader.nextData(0), 10U);
    EXPECT_EQ(reader.nextData(12), 12U);
    EXPECT_EQ(reader.nextData(15), 40U);
    EXPECT_EQ(reader.nextData(41), 100U);
    EXPECT_EQ(reader.nextData(100), 100U);
    inode.extents.reset();
    EXPECT_EQ(reader.nextData(41), 41U);
    std::vector<std::byte> beyond(101);
    EXPECT_FALSE(reader.readExact(0, beyond));
    inode.dataPosition = 60;  // the archive became shorter
    EXPECT_FALSE(reader.readExact(0, std::span(beyond).first(10)));
}

}  // namespace sqd::tar::test
