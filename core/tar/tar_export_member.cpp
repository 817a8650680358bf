// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_export_member.h"

#include "read/xattr_reader.h"
#include "tar/pax_writer.h"

#include <algorithm>
#include <new>
#include <utility>

namespace sqd::tar {

using format::InodeType;

namespace {

// Ranges of a sparse file beyond which its map would be larger than what it saves: it is then written in full.
constexpr std::size_t kMaxSparseRanges = 1U << 20;

Error outOfMemory(const std::string& path)
{
    Error e = corruptError(path, "there is not enough memory for it");
    e.code = Errc::LimitExceeded;
    return e;
}

char flagOf(const ExportMember& member)
{
    if (member.isLink)
        return '1';
    switch (member.inode.type) {
    case InodeType::Directory: return '5';
    case InodeType::Symlink: return '2';
    case InodeType::CharDevice: return '3';
    case InodeType::BlockDevice: return '4';
    case InodeType::Fifo: return '6';
    default: return '0';
    }
}

void takeXattrs(ExportMember& member, const ExportContext& context, PaxMember& pax)
{
    if (!context.xattrs || member.isLink)
        return;
    auto set = read::readXattrs(*context.image, member.inode);
    if (!set) {
        member.xattrDamage = std::move(set).error();
        return;
    }
    member.unknownXattrs = set->unknownPrefixes;
    for (auto& [name, value] : set->values)
        if ((context.include.empty() || context.include.anyMatches(name)) && !context.exclude.anyMatches(name))
            pax.xattrs.emplace_back(std::move(name), std::move(value));
    std::ranges::sort(pax.xattrs);
}

std::optional<std::vector<SparseRange>> dataRanges(const read::FileReader& reader)
{
    std::vector<SparseRange> ranges;
    std::uint64_t offset = 0;
    for (std::uint64_t block = 0; block < reader.blockCount(); ++block) {
        const std::uint32_t length = reader.blockLength(block);
        if (!reader.isHole(block)) {
            if (!ranges.empty() && ranges.back().offset + ranges.back().length == offset)
                ranges.back().length += length;
            else if (ranges.size() == kMaxSparseRanges)
                return std::nullopt;
            else
                ranges.push_back({offset, length});
        }
        offset += length;
    }
    return ranges;
}

Result<void> openContents(ExportMember& member, const ExportContext& context, PaxMember& pax)
{
    SQD_TRY(read::FileReader reader, read::FileReader::open(context.image, member.inode, member.path));
    member.reader = std::make_shared<const read::FileReader>(std::move(reader));
    member.dataBytes = pax.size;
    if (std::ranges::find(member.reader->words(), 0U) == member.reader->words().end())
        return {};
    auto ranges = dataRanges(*member.reader);
    if (!ranges)
        return {};
    member.sparse = true;
    member.dataBytes = 0;
    for (const SparseRange& range : *ranges)
        member.dataBytes += range.length;
    pax.sparse = std::move(ranges);
    return {};
}

Result<void> prepare(ExportMember& member, const ExportContext& context)
{
    const read::Inode& inode = member.inode;
    PaxMember pax;
    pax.flag = flagOf(member);
    pax.name = member.name;
    pax.link = member.isLink ? member.group->firstName : inode.target;
    pax.mode = inode.mode;
    pax.uid = inode.uid;
    pax.gid = inode.gid;
    pax.mtime = inode.mtime;
    pax.major = inode.major;
    pax.minor = inode.minor;
    takeXattrs(member, context, pax);
    if (pax.flag == '0') {
        pax.size = inode.sizeBytes;
        if (pax.size != 0)
            SQD_CHECK(openContents(member, context, pax));
    }
    member.headers = paxHeaders(pax);
    return {};
}

}  // namespace

void prepareMember(ExportMember& member, const ExportContext& context)
{
    try {
        if (auto done = prepare(member, context); !done)
            member.damage = std::move(done).error();
    } catch (const std::bad_alloc&) {
        member.damage = outOfMemory(member.path);
    }
}

std::unique_ptr<ExportChunk> nextChunk(const ExportMember& member, std::uint64_t firstBlock, std::size_t chunkBytes)
{
    if (member.reader == nullptr)
        return nullptr;
    const read::FileReader& reader = *member.reader;
    auto chunk = std::make_unique<ExportChunk>();
    chunk->firstBlock = firstBlock;
    std::uint64_t block = firstBlock;
    for (; block < reader.blockCount() && chunk->byteCount < chunkBytes; ++block)
        if (!member.sparse || !reader.isHole(block))
            chunk->byteCount += reader.blockLength(block);
    chunk->endBlock = block;
    return block == firstBlock ? nullptr : std::move(chunk);
}

void decodeChunk(const ExportMember& member, ExportChunk& chunk, bool keep, concurrency::WorkerCounters* counters)
{
    if (counters != nullptr)
        counters->enter(concurrency::Activity::Decoding);
    try {
        const std::size_t room = keep ? chunk.byteCount : member.reader->blockSize();
        chunk.bytes = std::make_unique_for_overwrite<std::byte[]>(room);
        const std::span<std::byte> bytes(chunk.bytes.get(), room);
        std::size_t at = 0;
        for (std::uint64_t block = chunk.firstBlock; block < chunk.endBlock; ++block) {
            if (member.sparse && member.reader->isHole(block))
                continue;
            if (auto done = member.reader->readBlock(block, bytes.subspan(at)); !done) {
                chunk.error = std::move(done).error();
                return;
            }
            at += keep ? member.reader->blockLength(block) : 0;
        }
    } catch (const std::bad_alloc&) {
        chunk.error = outOfMemory(member.path);
    }
    if (counters != nullptr) {
        counters->bytesIn.fetch_add(chunk.byteCount, std::memory_order_relaxed);
        counters->blocks.fetch_add(chunk.endBlock - chunk.firstBlock, std::memory_order_relaxed);
    }
}

}  // namespace sqd::tar
