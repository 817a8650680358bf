// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/data_reader.h"

#include "base/bytes.h"
#include "base/checked.h"
#include "format/fragment.h"
#include "format/metadata_block.h"
#include "read/block_list.h"
#include "read/image.h"
#include "read/limits.h"
#include "read/page_store.h"
#include "read/read_error.h"

#include <algorithm>

namespace sqd::read {

namespace {

// Positions are kept for every so many blocks; the sum over the words between is a few cache lines.
constexpr std::uint64_t kCheckpointStep = 512;

}  // namespace

FileReader::FileReader(std::shared_ptr<const Image> image, const Inode& inode, std::string label)
    : m_image(std::move(image)), m_inode(inode), m_label(std::move(label)), m_blockSize(m_image->superblock().blockSize)
{
}

Result<FileReader> FileReader::open(std::shared_ptr<const Image> image, const Inode& inode, std::string label)
{
    FileReader reader(std::move(image), inode, std::move(label));
    if (!inode.isFile())
        return usageError(reader.m_label, std::string("is not a file but a ") + inodeTypeName(inode.type));
    SQD_CHECK(reader.loadWords());
    SQD_CHECK(reader.checkFragment());
    return reader;
}

Result<void> FileReader::loadWords()
{
    if (m_inode.blockCount * sizeof(std::uint32_t) > kMaxBlockListBytes)
        return limitError(m_label, "the file has " + std::to_string(m_inode.blockCount) + " blocks, more than this program reads", m_inode.position);
    auto done = forEachBlock(*m_image, m_inode, [&](const BlockPlace& block) {
        if (block.index % kCheckpointStep == 0)
            m_checkpoints.push_back(block.position);
        m_words.push_back(block.word);
        m_storedBytes += block.word & format::kBlockSizeMask;
    });
    if (!done)
        return errorAt(m_label, std::move(done).error());
    return {};
}

Result<void> FileReader::checkFragment()
{
    if (!m_inode.hasFragment())
        return {};
    auto entry = fragmentOf(*m_image, m_inode);
    if (!entry)
        return errorAt(m_label, std::move(entry).error());
    m_fragmentPosition = entry->start;
    m_fragmentWord = entry->word;
    return {};
}

std::uint64_t FileReader::blockPosition(std::uint64_t block) const
{
    if (block >= m_words.size())
        return m_fragmentPosition;
    std::uint64_t position = m_checkpoints[static_cast<std::size_t>(block / kCheckpointStep)];
    for (std::uint64_t i = block / kCheckpointStep * kCheckpointStep; i < block; ++i)
        position += m_words[static_cast<std::size_t>(i)] & format::kBlockSizeMask;
    return position;
}

std::uint32_t FileReader::blockLength(std::uint64_t block) const
{
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(m_blockSize, m_inode.sizeBytes - block * m_blockSize));
}

Error FileReader::blockError(std::uint64_t block, Error cause) const
{
    cause.what = (block < m_words.size() ? "block " + std::to_string(block) : "fragment " + std::to_string(m_inode.fragment)) + ": " + cause.what;
    cause.where = m_label;
    return cause;
}

Result<std::shared_ptr<const Page>> FileReader::page(std::uint64_t block) const
{
    auto page = m_image->pages().page({blockPosition(block), m_words[static_cast<std::size_t>(block)], blockLength(block)});
    if (!page)
        return blockError(block, std::move(page).error());
    return page;
}

Result<void> FileReader::readTail(std::span<std::byte> out, std::uint32_t skip) const
{
    const std::uint64_t tail = m_words.size();
    auto page = m_image->pages().page({m_fragmentPosition, m_fragmentWord, 0});
    if (!page)
        return blockError(tail, std::move(page).error());
    if (!insideRange(m_inode.fragmentOffset, blockLength(tail), (*page)->length))
        return blockError(tail, corruptError({}, "the tail of " + std::to_string(blockLength(tail)) + " bytes at " + std::to_string(m_inode.fragmentOffset) +
                " leaves the fragment block, which has " + std::to_string((*page)->length), m_fragmentPosition));
    std::copy_n((*page)->bytes.get() + m_inode.fragmentOffset + skip, out.size(), out.begin());
    return {};
}

Result<std::size_t> FileReader::read(std::uint64_t offset, std::span<std::byte> out) const
{
    if (offset >= m_inode.sizeBytes)
        return std::size_t{0};
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_inode.sizeBytes - offset));
    std::size_t done = 0;
    while (done < wanted) {
        const std::uint64_t block = (offset + done) / m_blockSize;
        const std::uint32_t skip = static_cast<std::uint32_t>((offset + done) % m_blockSize);
        const std::size_t part = std::min<std::size_t>(wanted - done, blockLength(block) - skip);
        const std::span<std::byte> target = out.subspan(done, part);
        if (block == m_words.size()) {
            SQD_CHECK(readTail(target, skip));
        } else if (isHole(block)) {
            std::fill(target.begin(), target.end(), std::byte{0});
        } else {
            SQD_TRY(const auto contents, page(block));
            std::copy_n(contents->bytes.get() + skip, part, target.begin());
        }
        done += part;
    }
    return done;
}

Result<void> FileReader::readBlock(std::uint64_t block, std::span<std::byte> out) const
{
    const std::span<std::byte> target = out.first(blockLength(block));
    if (block == m_words.size())
        return readTail(target, 0);
    if (isHole(block)) {
        std::fill(target.begin(), target.end(), std::byte{0});
        return {};
    }
    auto done = m_image->pages().decode({blockPosition(block), m_words[static_cast<std::size_t>(block)], blockLength(block)}, target);
    if (!done)
        return blockError(block, std::move(done).error());
    return {};
}

Result<std::uint64_t> storedBytes(const Image& image, const Inode& inode)
{
    std::uint64_t sum = 0;
    if (inode.isFile())
        SQD_CHECK(forEachBlock(image, inode, [&](const BlockPlace& block) { sum += block.word & format::kBlockSizeMask; }));
    return sum;
}

}  // namespace sqd::read
