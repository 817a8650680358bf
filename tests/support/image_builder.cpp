// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/image_builder.h"

#include "base/bytes.h"
#include "format/metadata_block.h"
#include "format/tables.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sqd::test {

using format::InodeType;

std::vector<std::byte> toBytes(const std::string& text)
{
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

static void extend(std::vector<std::byte>& to, const std::vector<std::byte>& more) { to.insert(to.end(), more.begin(), more.end()); }

ImageNode::Child& ImageNode::add(std::string name, ImageNode& node)
{
    children.push_back({std::move(name), &node, {}});
    return children.back();
}

ImageBuilder::ImageBuilder(std::uint32_t blockSize) : m_blockSize(blockSize) { m_root = &directory(); }

ImageNode& ImageBuilder::node(InodeType type)
{
    m_nodes.emplace_back().type = type;
    return m_nodes.back();
}

ImageNode& ImageBuilder::directory()
{
    ImageNode& made = node(InodeType::Directory);
    made.mode = 0755;
    return made;
}

ImageNode& ImageBuilder::file(std::string contents)
{
    ImageNode& made = node(InodeType::File);
    made.contents = std::move(contents);
    return made;
}

ImageNode& ImageBuilder::symlink(std::string target)
{
    ImageNode& made = node(InodeType::Symlink);
    made.mode = 0777;
    made.contents = std::move(target);
    return made;
}

std::uint64_t ImageBuilder::reference(std::uint64_t flat)
{
    const std::uint64_t block = flat / format::kMetadataBlockSize * (format::kMetadataBlockSize + format::kMetadataHeaderSize);
    return format::packReference({block, static_cast<std::uint16_t>(flat % format::kMetadataBlockSize)});
}

static std::uint64_t bytePosition(std::uint64_t table, std::uint64_t flat)
{
    const auto place = format::unpackReference(ImageBuilder::reference(flat));
    return table + place.block + format::kMetadataHeaderSize + place.offset;
}

std::uint64_t ImageBuilder::inodePosition(const ImageNode& node) const { return bytePosition(m_superblock.inodeTable, node.flat); }
std::uint64_t ImageBuilder::listingPosition(const ImageNode& node) const { return bytePosition(m_superblock.directoryTable, node.listingFlat); }

void ImageBuilder::number(ImageNode& node)
{
    ++node.links;
    if (node.visited)
        return;
    node.visited = true;
    for (ImageNode::Child& child : node.children)
        number(*child.node);
    m_order.push_back(&node);
    node.number = static_cast<std::uint32_t>(m_order.size());
}

std::uint16_t ImageBuilder::idIndex(std::uint32_t id)
{
    const auto found = std::find(m_ids.begin(), m_ids.end(), id);
    if (found == m_ids.end())
        m_ids.push_back(id);
    return static_cast<std::uint16_t>(found == m_ids.end() ? m_ids.size() - 1 : static_cast<std::size_t>(found - m_ids.begin()));
}

void ImageBuilder::append(const std::vector<std::byte>& bytes) { extend(m_image, bytes); }

void ImageBuilder::appendWord64(std::uint64_t value)
{
    std::vector<std::byte> word(8);
    store64(word, 0, value);
    append(word);
}

void ImageBuilder::appendBlocks(const std::vector<std::byte>& flat)
{
    for (std::size_t at = 0; at < flat.size(); at += format::kMetadataBlockSize) {
        const std::size_t size = std::min(format::kMetadataBlockSize, flat.size() - at);
        std::vector<std::byte> block(format::kMetadataHeaderSize);
        store16(block, 0, format::encodeMetadataHeader({static_cast<std::uint16_t>(size), true}));
        block.insert(block.end(), flat.begin() + static_cast<std::ptrdiff_t>(at), flat.begin() + static_cast<std::ptrdiff_t>(at + size));
        append(block);
    }
}

std::uint64_t ImageBuilder::appendTable(const std::vector<std::byte>& flat)
{
    std::vector<std::uint64_t> places;
    for (std::size_t at = 0; at < flat.size(); at += format::kMetadataBlockSize) {
        places.push_back(m_image.size());
        const std::size_t size = std::min(format::kMetadataBlockSize, flat.size() - at);
        appendBlocks({flat.begin() + static_cast<std::ptrdiff_t>(at), flat.begin() + static_cast<std::ptrdiff_t>(at + size)});
    }
    const std::uint64_t list = m_image.size();
    for (const std::uint64_t place : places)
        appendWord64(place);
    return list;
}

void ImageBuilder::writeData()
{
    std::vector<std::byte> tails;
    const auto closeFragment = [&] {
        if (tails.empty())
            return;
        m_fragments.push_back({m_image.size(), format::encodeBlockWord({static_cast<std::uint32_t>(tails.size()), true})});
        append(tails);
        tails.clear();
    };
    std::vector<ImageNode*> files;
    std::copy_if(m_order.begin(), m_order.end(), std::back_inserter(files), [](const ImageNode* n) { return n->type == InodeType::File; });
    for (ImageNode* file : files) {
        const std::string& data = file->contents;
        const std::size_t whole = file->tailInFragment ? data.size() / m_blockSize * m_blockSize : data.size();
        file->start = whole != 0 ? m_image.size() : 0;
        for (std::size_t at = 0; at < whole; at += m_blockSize) {
            const std::vector<std::byte> block = toBytes(data.substr(at, m_blockSize));
            if (allZero(block)) {
                file->words.push_back(0);
                file->sparse += block.size();
                continue;
            }
            file->words.push_back(format::encodeBlockWord({static_cast<std::uint32_t>(block.size()), true}));
            append(block);
        }
    }
    for (ImageNode* file : files) {
        const std::size_t tail = file->tailInFragment ? file->contents.size() % m_blockSize : 0;
        if (tail == 0)
            continue;
        if (tails.size() + tail > m_blockSize)
            closeFragment();
        file->fragment = static_cast<std::uint32_t>(m_fragments.size());
        file->fragmentOffset = static_cast<std::uint32_t>(tails.size());
        extend(tails, toBytes(file->contents.substr(file->contents.size() - tail)));
    }
    closeFragment();
}

void ImageBuilder::writeXattrPairs()
{
    for (ImageNode* node : m_order) {
        if (node->xattrs.empty())
            continue;
        node->xattr = static_cast<std::uint32_t>(m_xattrIds.size());
        format::XattrIdEntry entry{reference(m_pairs.size()), static_cast<std::uint32_t>(node->xattrs.size()), 0};
        for (const auto& [name, value] : node->xattrs) {
            const auto split = format::splitXattrName(name).value();
            std::vector<std::byte> raw(format::kXattrPairSize + split.key.size() + format::kXattrValueSize + value.size());
            const std::size_t head = format::encodeXattrPair({split.prefix, split.key}, raw);
            format::encodeXattrValue(value, std::span(raw).subspan(head));
            extend(m_pairs, raw);
            entry.size += static_cast<std::uint32_t>(name.size() + 1 + value.size());
        }
        if (editXattrId)
            editXattrId(entry);
        m_xattrIds.push_back(entry);
    }
    if (editXattrPairs)
        editXattrPairs(m_pairs);
}

format::Inode ImageBuilder::record(const ImageNode& node) const
{
    const auto index = [&](std::uint32_t id) { return static_cast<std::uint16_t>(std::find(m_ids.begin(), m_ids.end(), id) - m_ids.begin()); };
    format::Inode n;
    n.type = node.type;
    n.mode = node.mode;
    n.uidIndex = index(node.uid);
    n.gidIndex = index(node.gid);
    n.mtime = node.mtime;
    n.number = node.number;
    n.links = node.type == InodeType::Directory ? 2 : node.links;
    n.xattr = node.xattr;
    n.extended = node.xattr != format::kNoXattr || !node.indexRecords.empty();
    if (node.type == InodeType::Directory) {
        const auto place = format::unpackReference(reference(node.listingFlat));
        n.listingBlock = static_cast<std::uint32_t>(place.block);
        n.listingOffset = place.offset;
        n.listingSize = static_cast<std::uint32_t>(node.listingBytes) + format::kListingSizeBias;
        n.parent = node.parent;
    } else if (node.type == InodeType::File) {
        n.extended = n.extended || node.links > 1 || node.sparse != 0;
        n.start = node.start;
        n.size = node.contents.size();
        n.sparse = node.sparse;
        n.fragment = node.fragment;
        n.fragmentOffset = node.fragmentOffset;
    } else {
        n.targetLength = static_cast<std::uint32_t>(node.contents.size());
        n.device = node.device;
    }
    if (node.edit)
        node.edit(n);
    return n;
}

// Lengths of the records decide where each stands; no hook may depend on places that are not known yet.
void ImageBuilder::placeInodes()
{
    std::uint64_t at = 0;
    for (ImageNode* node : m_order) {
        node->flat = at;
        if (node->editWords)
            node->editWords(node->words);
        const format::Inode n = record(*node);
        at += format::inodeHeadSize(format::inodeTypeWord(n.type, n.extended)).value() + node->words.size() * 4 + node->indexRecords.size();
        if (node->type == InodeType::Symlink)
            at += node->contents.size() + (n.extended ? 4 : 0);
    }
}

void ImageBuilder::writeDirectories()
{
    for (ImageNode* folder : m_order) {
        folder->listingFlat = m_listings.size();
        for (std::size_t first = 0; first < folder->children.size();) {
            const std::uint64_t block = folder->children[first].node->flat / format::kMetadataBlockSize;
            std::size_t last = first;
            while (last < folder->children.size() && last - first < 256 && folder->children[last].node->flat / format::kMetadataBlockSize == block)
                ++last;
            const std::uint32_t base = folder->children[first].node->number;
            format::DirectoryHeader header{static_cast<std::uint32_t>(last - first), static_cast<std::uint32_t>(reference(folder->children[first].node->flat) >> 16), base};
            if (folder->editHeader)
                folder->editHeader(header);
            std::vector<std::byte> raw(format::kDirectoryHeaderSize);
            format::encodeDirectoryHeader(header, raw);
            extend(m_listings, raw);
            for (; first < last; ++first) {
                const ImageNode::Child& child = folder->children[first];
                if (folder->type == InodeType::Directory && child.node->type == InodeType::Directory && child.node->parent == 0)
                    child.node->parent = folder->number;
                format::DirectoryEntry entry{static_cast<std::uint16_t>(child.node->flat % format::kMetadataBlockSize),
                    static_cast<std::int16_t>(child.node->number - base), static_cast<std::uint16_t>(child.node->type), child.name};
                auto lengthLessOne = static_cast<std::uint16_t>(child.name.size() - 1);
                if (child.edit)
                    child.edit(entry, lengthLessOne);
                std::vector<std::byte> one(format::kDirectoryEntrySize + entry.name.size());
                format::encodeDirectoryEntry(entry, one);
                store16(one, 6, lengthLessOne);
                extend(m_listings, one);
            }
        }
        folder->listingBytes = m_listings.size() - folder->listingFlat;
    }
    m_root->parent = static_cast<std::uint32_t>(m_order.size()) + 1;
}

void ImageBuilder::writeInodes()
{
    for (const ImageNode* node : m_order) {
        const format::Inode n = record(*node);
        std::vector<std::byte> raw(format::kMaxInodeHeadSize);
        raw.resize(format::encodeInodeHead(n, raw));
        for (const std::uint32_t word : node->words) {
            raw.resize(raw.size() + 4);
            store32(raw, raw.size() - 4, word);
        }
        if (node->type == InodeType::Symlink) {
            extend(raw, toBytes(node->contents));
            if (n.extended) {
                raw.resize(raw.size() + 4);
                store32(raw, raw.size() - 4, n.xattr);
            }
        }
        extend(raw, node->indexRecords);
        extend(m_inodes, raw);
    }
}

void ImageBuilder::writeTables()
{
    format::Superblock& s = m_superblock;
    s.inodeTable = m_image.size();
    appendBlocks(m_inodes);
    s.directoryTable = m_image.size();
    appendBlocks(m_listings);
    std::vector<std::byte> flat(m_fragments.size() * format::kFragmentEntrySize);
    for (std::size_t i = 0; i < m_fragments.size(); ++i) {
        if (editFragment)
            editFragment(m_fragments[i]);
        format::encodeFragmentEntry(m_fragments[i], std::span(flat).subspan(i * format::kFragmentEntrySize));
    }
    s.fragmentTable = appendTable(flat);
    flat.assign(m_order.size() * format::kExportEntrySize, std::byte{0});
    for (const ImageNode* node : m_order)
        store64(flat, (node->number - std::size_t{1}) * format::kExportEntrySize, reference(node->flat));
    s.exportTable = appendTable(flat);
    flat.assign(m_ids.size() * format::kIdEntrySize, std::byte{0});
    for (std::size_t i = 0; i < m_ids.size(); ++i)
        store32(flat, i * format::kIdEntrySize, m_ids[i]);
    s.idTable = appendTable(flat);
    if (m_xattrIds.empty())
        return;
    format::XattrHeader header{m_image.size(), static_cast<std::uint32_t>(m_xattrIds.size())};
    appendBlocks(m_pairs);
    flat.assign(m_xattrIds.size() * format::kXattrIdEntrySize, std::byte{0});
    for (std::size_t i = 0; i < m_xattrIds.size(); ++i)
        format::encodeXattrIdEntry(m_xattrIds[i], std::span(flat).subspan(i * format::kXattrIdEntrySize));
    const std::uint64_t idBlock = m_image.size();  // one block: tests have few sets
    appendBlocks(flat);
    s.xattrTable = m_image.size();
    if (editXattrHeader)
        editXattrHeader(header);
    std::vector<std::byte> raw(format::kXattrHeaderSize);
    format::encodeXattrHeader(header, raw);
    append(raw);
    appendWord64(idBlock);
}

std::vector<std::byte> ImageBuilder::build()
{
    m_image.assign(format::kSuperblockSize, std::byte{0});
    m_superblock.flags = format::kRawInodes | format::kRawData | format::kRawFragments | format::kRawXattrs | format::kExportable;
    if (!optionsRecord.empty()) {
        std::vector<std::byte> header(format::kMetadataHeaderSize);
        store16(header, 0, static_cast<std::uint16_t>(optionsRecord.size() | format::kMetadataRawBit));
        append(header);
        append(optionsRecord);
        m_superblock.flags |= format::kCompressorOptions;
    }
    number(*m_root);
    for (const ImageNode* node : m_order) {
        idIndex(node->uid);
        idIndex(node->gid);
    }
    writeData();
    writeXattrPairs();
    placeInodes();
    writeDirectories();
    writeInodes();
    writeTables();
    format::Superblock& s = m_superblock;
    s.inodes = static_cast<std::uint32_t>(m_order.size());
    s.mkfsTime = 1600000000;
    s.blockSize = m_blockSize;
    s.blockLog = static_cast<std::uint16_t>(std::countr_zero(m_blockSize));
    s.fragments = static_cast<std::uint32_t>(m_fragments.size());
    s.codecId = static_cast<std::uint16_t>(format::CodecId::Gzip);
    s.ids = static_cast<std::uint16_t>(m_ids.size());
    s.rootInode = reference(m_root->flat);
    s.bytesUsed = m_image.size();
    format::Superblock edited = s;
    if (editSuperblock)
        editSuperblock(edited);
    const auto head = format::encodeSuperblock(edited);
    std::copy(head.begin(), head.end(), m_image.begin());
    if (padTo != 0)
        m_image.resize((m_image.size() + padTo - 1) / padTo * padTo);
    return std::move(m_image);
}

}  // namespace sqd::test
