// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/bytes.h"
#include "codec/registry.h"
#include "io/memory_file.h"
#include "read/metadata_reader.h"
#include "read/table_reader.h"

#include <gtest/gtest.h>

#include <array>

namespace sqd::read {

namespace {

// A table of raw blocks of the given sizes at byte 10, filled with the block's number.
class Table {
public:
    explicit Table(const std::vector<std::size_t>& sizes)
    {
        m_bytes.assign(10, std::byte{0});
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            std::vector<std::byte> header(2);
            store16(header, 0, static_cast<std::uint16_t>(sizes[i] | 0x8000));
            m_starts.push_back(m_bytes.size());
            m_bytes.insert(m_bytes.end(), header.begin(), header.end());
            m_bytes.insert(m_bytes.end(), sizes[i], static_cast<std::byte>(i + 1));
        }
        m_end = m_bytes.size();
    }

    std::vector<std::byte>& bytes() { return m_bytes; }
    std::uint64_t start(std::size_t block) const { return m_starts[block] - 10; }

    const MetadataTable& open(std::uint64_t cut = 0)
    {
        m_view = std::make_unique<ImageBytes>(std::make_shared<io::MemoryFile>("m", m_bytes), 0, m_bytes.size());
        m_cache = std::make_unique<MetadataCache>(*m_view, m_decoders, 1 << 20);
        m_table = std::make_unique<MetadataTable>(*m_cache, "inode table", 10, m_end - cut);
        return *m_table;
    }
    MetadataCache& cache() { return *m_cache; }

private:
    std::vector<std::byte> m_bytes;
    std::vector<std::uint64_t> m_starts;
    std::uint64_t m_end = 0;
    DecoderPool m_decoders{*codec::findBackend("gzip"), 4096};
    std::unique_ptr<ImageBytes> m_view;
    std::unique_ptr<MetadataCache> m_cache;
    std::unique_ptr<MetadataTable> m_table;
};

}  // namespace

TEST(MetadataReader, cursor_crossesFullBlocks)
{
    Table t({8192, 8192, 100});
    auto cursor = MetadataCursor::at(t.open(), makeReference(0, 8190));
    ASSERT_TRUE(cursor);
    std::array<std::byte, 4> out{};
    ASSERT_TRUE(cursor->read(out));
    EXPECT_EQ(out[1], std::byte{1});
    EXPECT_EQ(out[2], std::byte{2});
    EXPECT_EQ(cursor->reference(), makeReference(t.start(1), 2));
    ASSERT_TRUE(cursor->skip(8190));
    EXPECT_EQ(cursor->reference(), makeReference(t.start(2), 0));
    ASSERT_TRUE(cursor->skip(100));
    EXPECT_TRUE(cursor->atEnd());
    EXPECT_FALSE(cursor->read(std::span(out).first(1)));
}

TEST(MetadataReader, innerBlockThatIsNotFull_isCorruptWhenCrossed)
{
    Table t({8191, 100});
    auto cursor = MetadataCursor::at(t.open(), makeReference(0, 8190));
    ASSERT_TRUE(cursor);
    std::array<std::byte, 2> out{};
    const auto done = cursor->read(out);
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().what.find("8191 bytes instead of 8192"), std::string::npos);
}

TEST(MetadataReader, reference_mustBeABlockStart)
{
    Table t({8192, 100});
    const MetadataTable& table = t.open();
    EXPECT_TRUE(MetadataCursor::at(table, makeReference(t.start(1), 99)));
    EXPECT_FALSE(MetadataCursor::at(table, makeReference(t.start(1), 100)));
    EXPECT_FALSE(MetadataCursor::at(table, makeReference(t.start(1) + 1, 0)));
    EXPECT_FALSE(MetadataCursor::at(table, makeReference(table.end() - table.begin(), 0)));
    EXPECT_FALSE(MetadataCursor::at(table, ~0ULL));
}

TEST(MetadataReader, headerWithImpossibleSize_isCorrupt)
{
    for (const std::uint16_t header : {std::uint16_t{0x0000}, std::uint16_t{0x8000}, std::uint16_t{0xA001}, std::uint16_t{0xFFFF}}) {
        Table t({100});
        store16(t.bytes(), 10, header);
        EXPECT_FALSE(MetadataCursor::at(t.open(), 0)) << header;
    }
}

TEST(MetadataReader, blockThatLeavesItsTable_isCorruptThoughTheFileGoesOn)
{
    Table t({100, 100});
    const MetadataTable& table = t.open(1);
    EXPECT_TRUE(MetadataCursor::at(table, 0));
    EXPECT_FALSE(MetadataCursor::at(table, makeReference(t.start(1), 0)));
    EXPECT_TRUE(table.starts().broken);
}

TEST(MetadataReader, damagedHeader_doesNotHideTheBlocksBehindIt)
{
    Table t({8192, 8192, 100});
    store16(t.bytes(), static_cast<std::size_t>(10 + t.start(1)), 0);
    const MetadataTable& table = t.open();
    EXPECT_TRUE(MetadataCursor::at(table, 0));
    EXPECT_FALSE(MetadataCursor::at(table, makeReference(t.start(1), 0)));
    EXPECT_TRUE(MetadataCursor::at(table, makeReference(t.start(2), 0)));
}

TEST(MetadataReader, compressedBlockOfGarbage_isCorrupt)
{
    Table t({100});
    store16(t.bytes(), 10, 100);
    const auto cursor = MetadataCursor::at(t.open(), 0);
    ASSERT_FALSE(cursor);
    EXPECT_EQ(cursor.error().code, Errc::Corrupt);
}

TEST(MetadataReader, bytesLeftAndAdvance_countFullBlocks)
{
    Table t({8192, 8192, 100});
    const MetadataTable& table = t.open();
    EXPECT_EQ(table.bytesLeft(makeReference(t.start(1), 192)), 2U * 8192 - 192);
    EXPECT_EQ(table.bytesLeft(~0ULL), 0U);
    EXPECT_EQ(*table.advance(makeReference(0, 8000), 8400), makeReference(t.start(2), 16));
    EXPECT_FALSE(table.advance(makeReference(0, 0), 3 * 8192));
    EXPECT_FALSE(table.advance(makeReference(0, 1), ~0ULL));
}

TEST(TableReader, listOutOfOrderOrRange_isCorrupt)
{
    Table t({8192, 8});
    const std::uint64_t list = t.bytes().size();
    t.bytes().resize(list + 16);
    const auto openWith = [&](std::uint64_t a, std::uint64_t b, std::uint64_t count) {
        store64(t.bytes(), static_cast<std::size_t>(list), a);
        store64(t.bytes(), static_cast<std::size_t>(list) + 8, b);
        t.open();
        return LookupTable::open(t.cache(), {"export table", list, count, 8, 10, t.bytes().size()});
    };
    const auto good = openWith(10, 10 + t.start(1), 1025);
    ASSERT_TRUE(good);
    std::array<std::byte, 8> entry{};
    EXPECT_TRUE(good->entry(1024, entry));
    EXPECT_EQ(entry[0], std::byte{2});
    EXPECT_FALSE(good->entry(1025, entry));
    EXPECT_FALSE(openWith(10 + t.start(1), 10, 1025));
    EXPECT_FALSE(openWith(10, 10, 1025));
    EXPECT_FALSE(openWith(9, 10 + t.start(1), 1025));
    EXPECT_FALSE(openWith(10, list, 1025));
    EXPECT_FALSE(openWith(10, 10 + t.start(1), 2049));
    EXPECT_FALSE(openWith(10, 10 + t.start(1), 1ULL << 31));
    const auto shortBlock = openWith(10, 10 + t.start(1), 1026);
    ASSERT_TRUE(shortBlock);
    EXPECT_FALSE(shortBlock->entry(1025, entry));
}

}  // namespace sqd::read
