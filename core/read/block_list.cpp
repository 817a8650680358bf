// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/block_list.h"

#include "base/bytes.h"
#include "base/checked.h"
#include "format/metadata_block.h"
#include "read/image.h"
#include "read/metadata_reader.h"
#include "read/table_reader.h"

#include <algorithm>
#include <array>

namespace sqd::read {

namespace {

Error blockProblem(std::uint64_t index, const std::string& what, std::uint64_t position)
{
    return corruptError({}, "block " + std::to_string(index) + ": " + what, position);
}

Result<void> checkWord(const Image& image, const BlockPlace& block, std::uint64_t wordsAt)
{
    if (block.word == 0)
        return {};
    const std::uint32_t blockSize = image.superblock().blockSize;
    const std::uint32_t size = block.word & format::kBlockSizeMask;
    if ((block.word & ~(format::kBlockSizeMask | format::kBlockRawBit)) != 0)
        return blockProblem(block.index, "size word " + std::to_string(block.word) + " has bits set that must be 0", wordsAt);
    if (size > blockSize)
        return blockProblem(block.index, "stored size " + std::to_string(size) + " exceeds the block size " + std::to_string(blockSize), wordsAt);
    if (size == 0)
        return blockProblem(block.index, "stored size 0", wordsAt);
    if (block.position < image.dataStart() || !insideRange(block.position, size, image.superblock().inodeTable))
        return blockProblem(block.index, std::to_string(size) + " bytes at " + std::to_string(block.position) + " lie outside of the data area", wordsAt);
    // A raw block is as long as it is stored, so this needs no decoding.
    if ((block.word & format::kBlockRawBit) != 0 && size != block.length)
        return blockProblem(block.index, std::to_string(size) + " bytes instead of " + std::to_string(block.length), block.position);
    return {};
}

}  // namespace

Result<void> forEachBlock(const Image& image, const Inode& inode, const std::function<void(const BlockPlace&)>& visit)
{
    if (inode.blockCount == 0)
        return {};
    SQD_TRY(auto cursor, MetadataCursor::at(image.inodeTable(), inode.wordsReference));
    const std::uint32_t blockSize = image.superblock().blockSize;
    std::array<std::byte, 4096> raw;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled before it is read
    BlockPlace block;
    block.position = inode.start;
    while (block.index < inode.blockCount) {
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(raw.size() / 4, inode.blockCount - block.index));
        const std::uint64_t wordsAt = cursor.position();
        SQD_CHECK(cursor.read(std::span(raw).first(part * 4)));
        for (std::size_t i = 0; i < part; ++i, ++block.index) {
            block.word = load32(std::span<const std::byte>(raw), i * 4);
            block.length = static_cast<std::uint32_t>(std::min<std::uint64_t>(blockSize, inode.sizeBytes - block.index * blockSize));
            SQD_CHECK(checkWord(image, block, wordsAt));
            visit(block);
            block.position += block.word & format::kBlockSizeMask;
        }
    }
    return {};
}

Result<format::FragmentEntry> fragmentEntry(const Image& image, std::uint32_t index)
{
    const LookupTable& table = image.fragmentTable();
    const std::string which = "fragment " + std::to_string(index);
    if (index >= table.count())
        return corruptError({}, which + " is out of range (the image has " + std::to_string(table.count()) + ")");
    std::array<std::byte, format::kFragmentEntrySize> raw{};
    SQD_CHECK(table.entry(index, raw));
    const format::FragmentEntry entry = format::decodeFragmentEntry(raw);
    const auto word = format::decodeBlockWord(entry.word, image.superblock().blockSize);
    if (!word || word->storedBytes == 0)
        return corruptError({}, which + ": size word " + std::to_string(entry.word) + " is not possible", table.list());
    if (entry.start < image.dataStart() || !insideRange(entry.start, word->storedBytes, image.superblock().inodeTable))
        return corruptError({}, which + ": " + std::to_string(word->storedBytes) + " bytes at " + std::to_string(entry.start) + " lie outside of the data area", table.list());
    return entry;
}

Result<format::FragmentEntry> fragmentOf(const Image& image, const Inode& inode)
{
    auto entry = fragmentEntry(image, inode.fragment);
    if (!entry) {
        if (entry.error().imageOffset == kNoOffset)
            entry.error().imageOffset = inode.position;
        return entry;
    }
    const std::uint32_t blockSize = image.superblock().blockSize;
    const std::uint64_t tail = inode.sizeBytes % blockSize;
    const std::string which = "fragment " + std::to_string(inode.fragment);
    if (tail == 0)
        return corruptError({}, which + " is named by a file without a tail end", inode.position);
    if (!insideRange(inode.fragmentOffset, tail, blockSize))
        return corruptError({}, which + ": the tail of " + std::to_string(tail) + " bytes at " + std::to_string(inode.fragmentOffset) + " leaves the fragment block", inode.position);
    return entry;
}

}  // namespace sqd::read
