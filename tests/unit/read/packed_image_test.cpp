// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "codec/registry.h"
#include "pack/packer.h"
#include "read/info.h"
#include "read/metadata_reader.h"
#include "read/path_lookup.h"
#include "support/memory_source.h"

// What the packer writes, read back: compressed metadata, several metadata blocks, duplicates, holes, tail ends.
namespace sqd::read {

namespace {

constexpr std::uint32_t kBlock = 4096;

std::string text(std::size_t bytes, std::size_t seed)
{
    std::string out;
    while (out.size() < bytes)
        out += "line " + std::to_string(out.size() * seed % 9973) + "\n";
    out.resize(bytes);
    return out;
}

class PackedImage : public ::testing::TestWithParam<const char*> {
protected:
    PackedImage()
    {
        m_source.add("big", text(37 * kBlock + 11, 3));
        m_source.add("copy", m_source.files["big"].contents);
        m_source.add("empty", "");
        m_source.add("exact", text(2 * kBlock, 5));
        m_source.add("holes", text(kBlock, 7) + std::string(9 * kBlock, '\0') + text(100, 9));
        for (int i = 0; i < 700; ++i)
            m_source.add("many/file_with_a_long_name_" + std::to_string(1000 + i), text(static_cast<std::size_t>(i), 11));
        pack::PackOptions options;
        options.backend = codec::findBackend(GetParam());
        options.codecSettings.level = GetParam() == std::string("none") ? std::nullopt : std::optional<int>(1);
        options.blockSize = kBlock;
        options.jobs = 0;
        io::MemoryFile output;
        const auto report = pack::Packer(m_source, options).runInto(output, {});
        EXPECT_TRUE(report) << report.error().line();
        m_bytes = output.bytes();
    }

    test::MemorySource m_source;
    std::vector<std::byte> m_bytes;
};

}  // namespace

TEST_P(PackedImage, everyFile_readsBack)
{
    const auto image = openOrFail(m_bytes);
    ASSERT_NE(image, nullptr);
    EXPECT_TRUE(image->openFindings().empty());
    for (const auto& [path, file] : m_source.files) {
        const auto found = lookupPath(*image, path);
        ASSERT_TRUE(found) << path;
        const auto read = contents(image, found->inode, path);
        ASSERT_TRUE(read) << read.error().line();
        EXPECT_TRUE(*read == file.contents) << path;
    }
    EXPECT_EQ(walk(*image).size(), m_source.files.size() + 2);
}

TEST_P(PackedImage, verification_isCleanWithAnyJobs)
{
    for (const int jobs : {0, 1, 3}) {
        const VerifyReport report = verifyBytes(m_bytes, jobs);
        EXPECT_TRUE(report.ok);
        EXPECT_EQ(problems(report), std::vector<std::string>{});
        EXPECT_EQ(report.files, m_source.files.size());
        EXPECT_LT(report.decodedBytes, report.bytes);  // the duplicate and the holes are not decoded
    }
}

TEST_P(PackedImage, figures_fitTheSource)
{
    const auto info = collectInfo(*openOrFail(m_bytes));
    ASSERT_TRUE(info);
    std::uint64_t bytes = 0;
    for (const auto& [path, file] : m_source.files)
        bytes += file.contents.size();
    EXPECT_EQ(info->contentBytes, bytes);
    EXPECT_EQ(info->files, m_source.files.size());
    EXPECT_EQ(info->directories, 2U);
    EXPECT_TRUE(info->options.valid());
    std::uint64_t end = info->tables.front().position;
    for (const TablePlace& table : info->tables) {
        EXPECT_EQ(table.position, end) << table.name;
        end += table.sizeBytes;
    }
    EXPECT_EQ(end, info->bytesUsed);
}

class PackedImageWithChecksums : public PackedImage {};

// gzip and xz carry a checksum in every compressed block, so no flipped byte of the tables may go unseen.
TEST_P(PackedImageWithChecksums, flippedMetadataByte_isFound)
{
    const auto image = openOrFail(m_bytes);
    for (std::uint64_t at = image->superblock().inodeTable; at < image->directoryTable().end(); at += 127) {
        auto broken = m_bytes;
        broken[static_cast<std::size_t>(at)] ^= std::byte{0x41};
        EXPECT_FALSE(verifyBytes(broken).ok) << at;
    }
}

INSTANTIATE_TEST_SUITE_P(Codecs, PackedImage, ::testing::Values("gzip", "lzma", "lzo", "xz", "lz4", "zstd", "none"),
    [](const auto& codec) { return std::string(codec.param); });

INSTANTIATE_TEST_SUITE_P(Codecs, PackedImageWithChecksums, ::testing::Values("gzip", "xz"), [](const auto& codec) { return std::string(codec.param); });

TEST(PackedImageDamage, flippedDataByte_isFoundByTheStreamsOwnChecksum)
{
    for (const char* codecName : {"gzip", "xz"}) {
        test::MemorySource source;
        source.add("a", text(5 * kBlock, 3));
        source.add("b", text(5 * kBlock, 13));
        pack::PackOptions options;
        options.backend = codec::findBackend(codecName);
        options.blockSize = kBlock;
        options.jobs = 0;
        io::MemoryFile output;
        ASSERT_TRUE(pack::Packer(source, options).runInto(output, {}));
        auto bytes = output.bytes();
        const auto image = openOrFail(bytes);
        const auto found = lookupPath(*image, "/b");
        ASSERT_TRUE(found);
        const auto reader = FileReader::open(image, found->inode, "/b");
        ASSERT_TRUE(reader);
        ASSERT_EQ(reader->words()[3] & format::kBlockRawBit, 0U);
        const std::uint64_t at = reader->blockPosition(3) + (reader->words()[3] & format::kBlockSizeMask) / 2;
        bytes[static_cast<std::size_t>(at)] ^= std::byte{0x10};
        const VerifyReport report = verifyBytes(bytes, 2);
        EXPECT_EQ(problems(report), std::vector<std::string>{"data-block /b"});
        EXPECT_NE(report.findings.front().what.find("block 3"), std::string::npos);
        EXPECT_EQ(report.findings.front().offset, reader->blockPosition(3));
    }
}

}  // namespace sqd::read
