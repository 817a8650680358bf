// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "base/bytes.h"

namespace sqd::read {

namespace {

using Edit = std::function<void(format::Superblock&)>;

std::vector<std::byte> image(const Edit& edit)
{
    test::ImageBuilder b;
    auto& d = b.directory();
    d.add("f", b.file(std::string(10000, 'x')));
    b.root().add("d", d);
    b.root().add("g", b.file("g\n"));
    b.editSuperblock = edit;
    return b.build();
}

std::string openWhat(const Edit& edit)
{
    auto opened = openBytes(image(edit));
    if (opened)
        return "opened";
    EXPECT_EQ(opened.error().code, Errc::Corrupt);
    return opened.error().what;
}

std::vector<std::string> openCodes(const Edit& edit)
{
    std::vector<std::string> codes;
    if (const auto opened = openOrFail(image(edit))) {
        for (const Finding& f : opened->openFindings())
            codes.push_back(f.code);
        EXPECT_EQ(walk(*opened).size(), 4U);
    }
    return codes;
}

}  // namespace

TEST(Open, goodImage_hasNoFindings)
{
    EXPECT_TRUE(openCodes([](auto&) {}).empty());
}

TEST(Open, blockSizeNonsense_isNamedWithItsValue)
{
    EXPECT_EQ(openWhat([](auto& s) { s.blockSize = 0; }), "block size 0 is not a power of two between 4 KiB and 1 MiB");
    EXPECT_EQ(openWhat([](auto& s) { s.blockSize = 3000; }), "block size 3000 is not a power of two between 4 KiB and 1 MiB");
    EXPECT_EQ(openWhat([](auto& s) { s.blockSize = 2048; }), "block size 2048 is not a power of two between 4 KiB and 1 MiB");
    EXPECT_EQ(openWhat([](auto& s) { s.blockSize = 1U << 21; }), "block size 2097152 is not a power of two between 4 KiB and 1 MiB");
    for (const std::uint16_t log : {std::uint16_t{0}, std::uint16_t{64}, std::uint16_t{255}, std::uint16_t{65535}})
        EXPECT_EQ(openWhat([&](auto& s) { s.blockLog = log; }), "block_log " + std::to_string(log) + " does not match the block size 4096");
}

TEST(Open, bytesUsedNonsense_isNamedWithItsValue)
{
    EXPECT_NE(openWhat([](auto& s) { s.bytesUsed = 1ULL << 63; }).find("it should have 9223372036854775808 bytes"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.bytesUsed = ~0ULL; }).find("18446744073709551615"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.bytesUsed = 95; }).find("95"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.bytesUsed = s.inodeTable; }).find("outside of the image"), std::string::npos);
}

TEST(Open, tablesOutOfOrderOrRange_areRefused)
{
    const std::uint64_t far = 1ULL << 40;
    EXPECT_NE(openWhat([](auto& s) { std::swap(s.inodeTable, s.directoryTable); }).find("inode table"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.directoryTable = s.inodeTable; }).find("directory table"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.inodeTable = 0; }).find("inode table at 0"), std::string::npos);
    EXPECT_NE(openWhat([&](auto& s) { s.inodeTable = far; }).find("inode table"), std::string::npos);
    EXPECT_NE(openWhat([&](auto& s) { s.directoryTable = far; }).find("directory table"), std::string::npos);
    EXPECT_NE(openWhat([&](auto& s) { s.fragmentTable = far; }).find("fragment table"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.fragmentTable = 0; }).find("fragment table"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.idTable = ~0ULL; }).find("id table"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.ids = 0; }).find("owners"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.ids = 65535; }).find("id table"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.fragments = 0xFFFFFFFF; }).find("fragment table"), std::string::npos);
}

TEST(Open, flagBitTwo_isRefused)
{
    EXPECT_NE(openWhat([](auto& s) { s.flags = 0xFFFF; }).find("flags 65535"), std::string::npos);
}

TEST(Open, brokenExportTable_isOnlyAFinding)
{
    EXPECT_EQ(openCodes([](auto& s) { s.exportTable = 1ULL << 40; }).front(), "export-table");
    EXPECT_EQ(openCodes([](auto& s) { s.exportTable = 0; }).front(), "export-table");
}

TEST(Open, inodeCountTooSmall_isReadAllTheSame)
{
    EXPECT_EQ(openCodes([](auto& s) { s.inodes = 0; }).front(), "inode-count");
}

TEST(Open, spareBytesBehindTheIdTable_areAFinding)
{
    test::ImageBuilder b;
    b.editSuperblock = [](auto& s) { s.bytesUsed += 8; };
    const auto opened = openOrFail(b.build());
    ASSERT_NE(opened, nullptr);
    ASSERT_EQ(opened->openFindings().size(), 1U);
    EXPECT_EQ(opened->openFindings().front().code, "table-gap");
}

TEST(Open, fragmentPositionLeftOut_isOnlyANote)
{
    test::ImageBuilder b;
    b.editSuperblock = [](auto& s) { s.fragmentTable = format::kNoTable; };
    const auto opened = openOrFail(b.build());
    ASSERT_NE(opened, nullptr);
    for (const Finding& f : opened->openFindings())
        EXPECT_EQ(f.severity, Severity::Note);
}

TEST(Open, codecOptions_wrongOnesAreAWarning)
{
    const auto codesWith = [](const std::vector<std::byte>& options, std::uint16_t flags) {
        test::ImageBuilder b;
        b.root().add("f", b.file("hello\n"));
        b.optionsRecord = options;
        b.editSuperblock = [&](auto& s) { s.flags = static_cast<std::uint16_t>(s.flags | flags); };
        std::string text;
        const auto opened = openOrFail(b.build());
        for (const Finding& f : opened->openFindings())
            text += f.what;
        EXPECT_EQ(*contents(opened, *opened->inode(0), "/f"), "hello\n");
        return text;
    };
    const auto gzip = [](std::uint32_t level, std::uint16_t window, std::uint16_t strategies) {
        std::vector<std::byte> raw(8);
        store32(raw, 0, level);
        store16(raw, 4, window);
        store16(raw, 6, strategies);
        return raw;
    };
    EXPECT_EQ(codesWith(gzip(9, 15, 1), 0), "");
    EXPECT_NE(codesWith(gzip(0, 15, 0), 0).find("level"), std::string::npos);
    EXPECT_NE(codesWith(gzip(999, 77, 0xFFFF), 0).find("level"), std::string::npos);
    EXPECT_NE(codesWith(gzip(9, 77, 1), 0).find("window"), std::string::npos);
    EXPECT_NE(codesWith(std::vector<std::byte>(3), 0).find("options of 3 bytes"), std::string::npos);
    EXPECT_NE(codesWith(std::vector<std::byte>(500), 0).find("options of 500 bytes"), std::string::npos);
    EXPECT_NE(codesWith({}, format::kCompressorOptions).find("no options block"), std::string::npos);
}

TEST(Open, rootReference_mustLeadToADirectory)
{
    EXPECT_NE(openWhat([](auto& s) { s.rootInode = ~0ULL; }).find("outside of the inode table"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.rootInode = 0x7FFF0000ULL << 16; }).find("outside of the inode table"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.rootInode = (s.rootInode & ~0xFFFFULL) | 9000; }).find("root inode reference"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.rootInode += 1; }).find("root inode reference"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.rootInode -= 1; }).find("root inode reference"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.rootInode += 5ULL << 16; }).find("not the start of a metadata block"), std::string::npos);
    EXPECT_NE(openWhat([](auto& s) { s.rootInode = 0; }).find("not a directory but a file"), std::string::npos);
}

TEST(Open, everyTruncation_isRefused)
{
    test::ImageBuilder b;
    b.root().add("f", b.file("hello\n"));
    b.padTo = 0;
    const auto bytes = b.build();
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_FALSE(openBytes({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)})) << length;
    EXPECT_TRUE(openBytes(bytes));
}

TEST(Open, everyByteOfTheMetadataSetToFF_isSurvivedAndMostlyFound)
{
    test::ImageBuilder b;
    auto& d = b.directory();
    d.add("f", b.file("hello\n"));
    auto& x = b.file("x");
    x.xattrs = {{"user.a", "1"}};
    d.add("x", x);
    b.root().add("d", d);
    b.root().add("l", b.symlink("d/f"));
    const auto bytes = b.build();
    std::size_t sound = 0;  // times, modes and the like can hold any value
    for (std::size_t at = 4; at < b.superblock().bytesUsed; ++at) {
        auto broken = bytes;
        broken[at] = std::byte{0xFF};
        sound += verifyBytes(broken).ok ? 1 : 0;
    }
    EXPECT_LT(sound, b.superblock().bytesUsed / 2);
}

}  // namespace sqd::read
