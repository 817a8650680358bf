// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_image.h"

#include "base/bytes.h"
#include "format/inode.h"
#include "format/superblock.h"
#include "io/memory_file.h"
#include "read/data_reader.h"
#include "read/info.h"
#include "read/path_lookup.h"
#include "read/tree_walker.h"
#include "read/verifier.h"
#include "read/xattr_reader.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

namespace sqd::fuzz {

// A target must stay fast: what is beyond these is left to the next input.
static constexpr std::uint64_t kMaxContentBytes = 1U << 20;
static constexpr std::uint64_t kMaxEntries = 2000;
static constexpr std::uint64_t kMaxDeclaredBytes = 64ULL << 20;

static void append(Bytes& image, std::span<const std::byte> bytes)
{
    image.insert(image.end(), bytes.begin(), bytes.end());
}

static void append64(Bytes& image, std::uint64_t value)
{
    image.resize(image.size() + 8);
    store64(image, image.size() - 8, value);
}

Bytes rawMetadata(std::span<const std::byte> contents)
{
    Bytes stored;
    while (!contents.empty()) {
        const auto piece = contents.first(std::min(contents.size(), format::kMetadataBlockSize));
        stored.resize(stored.size() + 2);
        store16(stored, stored.size() - 2, static_cast<std::uint16_t>(piece.size() | format::kMetadataRawBit));
        append(stored, piece);
        contents = contents.subspan(piece.size());
    }
    return stored;
}

// A lookup table: raw metadata blocks, then their positions. Returns where the list stands.
static std::uint64_t appendTable(Bytes& image, std::span<const std::byte> entries)
{
    std::vector<std::uint64_t> starts;
    while (!entries.empty()) {
        const auto piece = entries.first(std::min(entries.size(), format::kMetadataBlockSize));
        starts.push_back(image.size());
        append(image, rawMetadata(piece));
        entries = entries.subspan(piece.size());
    }
    const std::uint64_t list = image.size();
    for (const std::uint64_t start : starts)
        append64(image, start);
    return list;
}

Bytes compose(const ImagePieces& pieces)
{
    format::Superblock s;
    s.codecId = static_cast<std::uint16_t>(pieces.codec);
    s.blockSize = 4096;
    s.blockLog = 12;
    s.inodes = 64;
    s.ids = 1;
    s.flags = format::kNoXattrs;
    s.rootInode = pieces.rootInode;
    Bytes image(format::kSuperblockSize);
    image.resize(image.size() + 4096, std::byte{'d'});  // room for data
    s.inodeTable = image.size();
    append(image, pieces.inodes);
    s.directoryTable = image.size();
    append(image, pieces.directories);
    s.fragments = static_cast<std::uint32_t>(pieces.fragments.size() / 16);
    s.fragmentTable = appendTable(image, std::span(pieces.fragments).first(s.fragments * std::size_t{16}));
    const Bytes ids(4);
    s.idTable = appendTable(image, ids);
    if (const std::size_t sets = pieces.xattrIds.size() / 16; sets != 0) {
        s.flags = 0;
        const std::uint64_t pairs = image.size();
        append(image, pieces.xattrPairs);
        std::vector<std::uint64_t> starts{image.size()};
        append(image, rawMetadata(std::span(pieces.xattrIds).first(std::min<std::size_t>(sets, 512) * 16)));
        s.xattrTable = image.size();
        image.resize(image.size() + 16);
        store64(image, static_cast<std::size_t>(s.xattrTable), pairs);
        store32(image, static_cast<std::size_t>(s.xattrTable) + 8, static_cast<std::uint32_t>(std::min<std::size_t>(sets, 512)));
        for (const std::uint64_t start : starts)
            append64(image, start);
    }
    s.bytesUsed = image.size();
    const auto head = format::encodeSuperblock(s);
    std::copy(head.begin(), head.end(), image.begin());
    return image;
}

static Bytes encoded(const format::Inode& inode)
{
    Bytes record(format::kMaxInodeHeadSize);
    record.resize(format::encodeInodeHead(inode, record));
    return record;
}

Bytes directoryRecord(std::uint32_t number, std::uint32_t listingBlock, std::uint16_t listingOffset, std::uint32_t listingBytes)
{
    format::Inode inode;
    inode.type = format::InodeType::Directory;
    inode.extended = listingBytes > 0xFFFC;
    inode.mode = 0755;
    inode.number = number;
    inode.links = 2;
    inode.listingBlock = listingBlock;
    inode.listingOffset = listingOffset;
    inode.listingSize = listingBytes + 3;
    inode.parent = 65;
    return encoded(inode);
}

Bytes fileRecord(std::uint32_t number, std::uint32_t size, std::uint32_t xattr)
{
    format::Inode inode;
    inode.extended = xattr != format::kNoXattr;
    inode.mode = 0644;
    inode.number = number;
    inode.xattr = xattr;
    inode.start = format::kSuperblockSize;
    inode.size = size;
    Bytes record = encoded(inode);
    for (std::uint32_t at = 0; at < size; at += 4096) {
        record.resize(record.size() + 4);
        store32(record, record.size() - 4, std::min<std::uint32_t>(4096, size - at) | format::kBlockRawBit);
    }
    return record;
}

static void readFile(const std::shared_ptr<const read::Image>& image, const read::Inode& inode, const std::string& path, std::uint64_t& budget)
{
    (void)read::storedBytes(*image, inode);
    const auto reader = read::FileReader::open(image, inode, path);
    if (!reader || budget == 0)
        return;
    std::vector<std::byte> out(static_cast<std::size_t>(std::min<std::uint64_t>({inode.sizeBytes, budget, 256U << 10})));
    if (out.empty())
        return;
    const auto got = reader->read(0, out);
    if (got && *got > out.size())
        std::abort();
    budget -= out.size();
    std::byte last{};
    (void)reader->read(inode.sizeBytes - 1, std::span(&last, 1));
    if (const std::uint64_t blocks = reader->blockCount(); blocks != 0) {
        std::vector<std::byte> block(reader->blockSize());
        (void)reader->readBlock(blocks - 1, block);
    }
}

void exerciseImage(Bytes bytes)
{
    const auto file = std::make_shared<io::MemoryFile>("fuzzed.sqfs", std::move(bytes));
    (void)read::inspectSuperblock(*file);
    read::OpenOptions options;
    options.pageBytes = 1U << 20;
    options.metadataBytes = 1U << 20;
    const auto image = read::Image::open(file, options);
    if (!image)
        return;
    std::uint64_t entries = 0, budget = kMaxContentBytes, declared = 0;
    const auto walked = read::walkTree(**image, [&](const read::Visit& visit) {
        if (visit.inode != nullptr) {
            (void)read::readXattrs(**image, *visit.inode);
            if (visit.inode->isFile()) {
                declared += std::min<std::uint64_t>(visit.inode->sizeBytes, kMaxDeclaredBytes);
                readFile(*image, *visit.inode, visit.path, budget);
            } else if (visit.inode->isSymlink()) {
                (void)read::lookupPath(**image, visit.path);
            }
        }
        return ++entries < kMaxEntries ? read::WalkStep::Continue : read::WalkStep::Stop;
    });
    if (!walked && walked.error().code == Errc::Internal)
        std::abort();  // an error of our own, whatever the image
    if (entries >= kMaxEntries || declared >= kMaxDeclaredBytes)
        return;  // the rest reads all of it
    (void)read::collectInfo(**image);
    concurrency::ProgressCounters counters(1);
    read::VerifyOptions verify;
    verify.jobs = 0;
    const auto report = read::verifyImage(file, verify, counters, {});
    if (!report && report.error().code == Errc::Internal)
        std::abort();
}

}  // namespace sqd::fuzz
