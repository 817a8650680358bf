// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/pax_writer.h"
#include "tar/pax_records.h"
#include "tar/tar_header.h"

#include <gtest/gtest.h>

namespace sqd::tar {

namespace {

// The records in front of a member, and the member's own header.
struct Split {
    PaxRecords records;
    bool extended = false;
    TarHeader header;
    std::string rest;
};

Split split(const std::string& bytes)
{
    Split s;
    std::size_t at = 0;
    EXPECT_TRUE(TarHeader::isHeader(std::string_view(bytes).substr(0, kBlock)));
    TarHeader first(std::string_view(bytes).substr(0, kBlock));
    if (first.flag() == 'x') {
        s.extended = true;
        const auto size = static_cast<std::size_t>(first.size().value);
        EXPECT_TRUE(s.records.add(std::string_view(bytes).substr(kBlock, size)));
        at = kBlock + (size + kBlock - 1) / kBlock * kBlock;
        EXPECT_TRUE(TarHeader::isHeader(std::string_view(bytes).substr(at, kBlock)));
    }
    s.header = TarHeader(std::string_view(bytes).substr(at, kBlock));
    s.rest = bytes.substr(at + kBlock);
    EXPECT_EQ(bytes.size() % kBlock, 0U);
    return s;
}

std::string value(const Split& s, const char* key)
{
    const std::string* found = s.records.find(key);
    return found == nullptr ? "(none)" : *found;
}

TEST(PaxWriter, plainMember_isOneHeaderOfExactBytes)
{
    PaxMember m;
    m.name = "a/b";
    m.mode = 04755;
    m.uid = 1000;
    m.gid = 2097151;
    m.mtime = 0xFFFFFFFF;
    m.size = 077777777777;
    const std::string bytes = paxHeaders(m);
    ASSERT_EQ(bytes.size(), kBlock);
    EXPECT_EQ(bytes.substr(100, 8), std::string("0004755\0", 8));
    EXPECT_EQ(bytes.substr(108, 8), std::string("0001750\0", 8));
    EXPECT_EQ(bytes.substr(116, 8), std::string("7777777\0", 8));
    EXPECT_EQ(bytes.substr(124, 12), std::string("77777777777\0", 12));
    EXPECT_EQ(bytes.substr(136, 12), std::string("37777777777\0", 12));
    EXPECT_EQ(bytes[156], '0');
    EXPECT_EQ(bytes.substr(257, 8), std::string("ustar\0" "00", 8));
    EXPECT_EQ(bytes.substr(329, 16), std::string("0000000\0" "0000000\0", 16));
    EXPECT_EQ(bytes[154], '\0');
    EXPECT_EQ(bytes[155], ' ');
    EXPECT_TRUE(TarHeader::isHeader(bytes));
}

TEST(PaxWriter, longNames_useThePrefixAndThenARecord)
{
    PaxMember m;
    m.flag = '5';
    for (const std::size_t folder : {1U, 99U, 154U, 155U, 156U, 300U}) {
        for (const std::size_t last : {1U, 98U, 99U, 100U, 101U, 255U}) {
            m.name = std::string(folder, 'd') + "/" + std::string(last, 'n') + "/";
            const Split s = split(paxHeaders(m));
            EXPECT_EQ(s.extended, m.name.size() > 100 && (folder > 155 || last > 99)) << folder << " " << last;
            EXPECT_EQ(s.extended ? value(s, "path") : s.header.name(), m.name);
        }
    }
    m.name = std::string(150, 'x') + "/";  // the only slash is the folder's own
    EXPECT_EQ(value(split(paxHeaders(m)), "path"), m.name);
}

TEST(PaxWriter, longLink_isARecord)
{
    PaxMember m;
    m.flag = '2';
    m.name = "l";
    m.link = std::string(100, 't');
    EXPECT_EQ(split(paxHeaders(m)).header.linkName(), m.link);
    m.link += 't';
    EXPECT_EQ(value(split(paxHeaders(m)), "linkpath"), m.link);
}

TEST(PaxWriter, numbersWithoutRoom_areRecordsAndBase256)
{
    PaxMember m;
    m.name = "f";
    m.uid = 2097152;
    m.gid = 0xFFFFFFFF;
    m.size = 077777777777 + std::uint64_t{1};
    m.mtime = -5;
    const Split s = split(paxHeaders(m));
    EXPECT_EQ(value(s, "uid"), "2097152");
    EXPECT_EQ(value(s, "gid"), "4294967295");
    EXPECT_EQ(value(s, "size"), "8589934592");
    EXPECT_EQ(value(s, "mtime"), "-5");
    EXPECT_EQ(s.header.uid().value, 2097152);
    EXPECT_EQ(s.header.gid().value, 0xFFFFFFFF);
    EXPECT_EQ(s.header.size().value, 8589934592);
}

TEST(PaxWriter, recordLength_countsItself)
{
    for (std::size_t length = 1; length < 1200; ++length) {
        PaxMember m;
        m.name = "f";
        m.xattrs = {{"user.x", std::string(length, 'v')}};
        EXPECT_EQ(value(split(paxHeaders(m)), "SCHILY.xattr.user.x"), m.xattrs[0].second);
    }
}

TEST(PaxWriter, bytesThatAreNoText_comeInBothForms)
{
    PaxMember m;
    m.name = "f";
    m.xattrs = {{"user.a=b%c", "text"}, {"user.nul", std::string("\0a\0\n", 4)}};
    const Split s = split(paxHeaders(m));
    EXPECT_EQ(value(s, "SCHILY.xattr.user.a%3Db%25c"), "text");
    EXPECT_EQ(value(s, "LIBARCHIVE.xattr.user.a%3Db%25c"), "(none)");
    EXPECT_EQ(value(s, "SCHILY.xattr.user.nul"), m.xattrs[1].second);
    EXPECT_EQ(value(s, "LIBARCHIVE.xattr.user.nul"), "AGEACg");
}

TEST(PaxWriter, namesThatAreNoUtf8_saySoOnlyInRecords)
{
    PaxMember m;
    m.name = "\xff";
    EXPECT_FALSE(split(paxHeaders(m)).extended);
    m.name += std::string(300, 'x');
    const Split s = split(paxHeaders(m));
    EXPECT_EQ(value(s, "hdrcharset"), "BINARY");
    EXPECT_EQ(value(s, "path"), m.name);
    m.name = std::string(300, 'x');
    EXPECT_EQ(value(split(paxHeaders(m)), "hdrcharset"), "(none)");
}

TEST(PaxWriter, sparseFile_hasItsMapInFrontOfTheData)
{
    PaxMember m;
    m.name = "dir/f";
    m.size = 1 << 20;
    m.sparse = {{4096, 8192}, {65536, 10}};
    const Split s = split(paxHeaders(m));
    EXPECT_EQ(s.rest.substr(0, 30), std::string("3\n4096\n8192\n65536\n10\n1048576\n0\n").substr(0, 30));
    EXPECT_EQ(s.rest.size(), kBlock);
    EXPECT_EQ(static_cast<std::uint64_t>(s.header.size().value), kBlock + 8202);
    EXPECT_EQ(value(s, "GNU.sparse.name"), "dir/f");
    EXPECT_EQ(value(s, "GNU.sparse.realsize"), "1048576");
    EXPECT_EQ(s.header.name(), "dir/GNUSparseFile.0/f");
}

TEST(PaxWriter, paddingAndEnd_fillBlocksAndRecords)
{
    EXPECT_EQ(paxPadding(0), 0U);
    EXPECT_EQ(paxPadding(1), 511U);
    EXPECT_EQ(paxPadding(512), 0U);
    EXPECT_EQ(paxEnd(0), 10240U);
    EXPECT_EQ(paxEnd(10240 - 1024), 1024U);
    EXPECT_EQ(paxEnd(10240 - 512), 512U + 10240U);
}

}  // namespace

}  // namespace sqd::tar
