// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "unit/pack/metadata_decode.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "format/directory.h"
#include "format/fragment.h"
#include "format/metadata_block.h"
#include "format/tables.h"
#include "format/xattr.h"

#include <algorithm>

namespace sqd::pack::test {

using namespace sqd::format;

const DecodedInode* DecodedImage::at(const std::string& path) const
{
    const auto found = paths.find(path);
    return found == paths.end() ? nullptr : &inodes[found->second];
}

namespace {

class Decoder {
public:
    Decoder(std::span<const std::byte> image, const codec::Backend& backend, const std::vector<MetadataRecord>& expected)
        : m_image(image), m_expected(expected)
    {
        auto made = backend.makeDecompressor(std::max<std::uint32_t>(load32(image, 12), kMetadataBlockSize));
        if (made)
            m_decompressor = std::move(*made);
    }
    DecodedImage run();

private:
    void problem(std::string text) { m_out.problems.push_back(std::move(text)); }
    void check(bool condition, const std::string& text)
    {
        if (!condition)
            problem(text);
    }
    DecodedTable readBlocks(std::uint64_t begin, std::uint64_t end);
    DecodedTable readLookup(std::uint64_t list, std::uint64_t entries, std::size_t entryBytes);
    void readInodes();
    void readInode(std::uint64_t flat, std::span<const std::byte> record, const Inode& inode);
    void walk();
    void readListing(std::size_t folder, const std::string& path, std::vector<std::pair<std::size_t, std::string>>& open);
    void readEntry(const DirectoryHeader& header, const DirectoryEntry& entry, std::size_t folder, const std::string& path, std::uint32_t& subfolders,
                   std::vector<std::pair<std::size_t, std::string>>& open);
    void checkIndex(const DecodedInode& folder, const std::map<std::uint32_t, std::string>& headers);
    void readXattrs();
    source::Xattrs readSet(const XattrIdEntry& entry);
    std::string readValueAt(std::uint64_t reference);
    std::uint64_t flatOf(const DecodedTable& table, std::uint64_t reference);

    std::span<const std::byte> m_image;
    const std::vector<MetadataRecord>& m_expected;
    std::unique_ptr<codec::Decompressor> m_decompressor;
    DecodedImage m_out;
    std::size_t m_seen = 0;               // of m_expected
    std::uint64_t m_listed = 0;           // bytes of the directory table that listings cover
};

DecodedTable Decoder::readBlocks(std::uint64_t begin, std::uint64_t end)
{
    DecodedTable table;
    table.base = begin;
    table.end = end;
    for (std::uint64_t at = begin; at < end;) {
        const auto header = decodeMetadataHeader(load16(m_image, static_cast<std::size_t>(at)));
        if (!header) {
            problem("block header");
            break;
        }
        const auto stored = m_image.subspan(static_cast<std::size_t>(at) + 2, header->storedBytes);
        std::vector<std::byte> block(stored.begin(), stored.end());
        if (!header->raw) {
            block.resize(kMetadataBlockSize);
            auto size = m_decompressor->decompress(stored, block);
            check(size.has_value() && *size > stored.size(), "block does not unpack, or did not shrink");
            block.resize(size ? *size : 0);
        }
        check(table.flat.size() % kMetadataBlockSize == 0, "inner block not full");
        table.starts.push_back(at);
        table.flat.insert(table.flat.end(), block.begin(), block.end());
        if (m_seen < m_expected.size()) {
            const MetadataRecord& r = m_expected[m_seen++];
            check(r.start == at && r.header == load16(m_image, static_cast<std::size_t>(at)) && r.rawBytes == block.size() && r.hash == hashBytes64(block),
                  "record of a block is wrong");
        } else {
            problem("block without a record");
        }
        at += 2 + header->storedBytes;
    }
    return table;
}

// A table's blocks are read up to its list; the caller checks that they begin where the section before ended.
DecodedTable Decoder::readLookup(std::uint64_t list, std::uint64_t entries, std::size_t entryBytes)
{
    if (entries == 0)
        return {};
    DecodedTable table = readBlocks(load64(m_image, static_cast<std::size_t>(list)), list);
    check(table.flat.size() == entries * entryBytes, "lookup table of a wrong size");
    check(table.starts.size() == lookupBlocks(entries, entryBytes), "lookup table with a wrong number of blocks");
    for (std::size_t i = 0; i < table.starts.size(); ++i)
        check(load64(m_image, static_cast<std::size_t>(list) + 8 * i) == table.starts[i], "list of a lookup table");
    table.end = list + lookupListBytes(entries, entryBytes);
    return table;
}

std::uint64_t Decoder::flatOf(const DecodedTable& table, std::uint64_t reference)
{
    const Reference r = unpackReference(reference);
    const auto found = std::lower_bound(table.starts.begin(), table.starts.end(), table.base + r.block);
    const auto flat = static_cast<std::uint64_t>(found - table.starts.begin()) * kMetadataBlockSize + r.offset;
    if (found == table.starts.end() || *found != table.base + r.block || flat >= table.flat.size()) {
        problem("reference to no block");
        return 0;
    }
    return flat;
}

void Decoder::readInode(std::uint64_t flat, std::span<const std::byte> record, const Inode& inode)
{
    DecodedInode d;
    d.inode = inode;
    d.flat = flat;
    d.bytes = record.size();
    const auto& table = m_out.inodeTable;
    d.reference = packReference({table.starts[static_cast<std::size_t>(flat / kMetadataBlockSize)] - table.base, static_cast<std::uint16_t>(flat % kMetadataBlockSize)});
    const std::size_t head = *inodeHeadSize(inodeTypeWord(inode.type, inode.extended));
    if (inode.type == InodeType::Symlink)
        d.target.assign(reinterpret_cast<const char*>(record.data() + head), inode.targetLength);
    if (inode.type == InodeType::File) {
        for (std::size_t at = head; at < record.size(); at += 4)
            d.words.push_back(load32(record, at));
    }
    m_out.byReference[d.reference] = m_out.inodes.size();
    m_out.inodes.push_back(std::move(d));
}

void Decoder::readInodes()
{
    const std::span<const std::byte> flat = m_out.inodeTable.flat;
    std::vector<bool> numbers(m_out.superblock.inodes + std::size_t{1});
    for (std::uint64_t at = 0; at < flat.size();) {
        Inode inode;
        const Decoded d = decodeInode(flat.subspan(static_cast<std::size_t>(at)), m_out.superblock.blockSize, inode);
        if (!d.complete() || inode.number == 0 || inode.number > m_out.superblock.inodes || numbers[inode.number]) {
            problem("inode record or number");
            return;
        }
        numbers[inode.number] = true;
        check(inode.uidIndex < m_out.superblock.ids && inode.gidIndex < m_out.superblock.ids, "id index");
        readInode(at, flat.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(d.bytes)), inode);
        at += d.bytes;
    }
    check(m_out.inodes.size() == m_out.superblock.inodes, "number of inodes");
}

void Decoder::readEntry(const DirectoryHeader& header, const DirectoryEntry& entry, std::size_t folder, const std::string& path, std::uint32_t& subfolders,
                        std::vector<std::pair<std::size_t, std::string>>& open)
{
    const auto found = m_out.byReference.find(packReference({header.inodeBlock, entry.inodeOffset}));
    if (found == m_out.byReference.end()) {
        problem("entry names no inode: " + path);
        return;
    }
    DecodedInode& child = m_out.inodes[found->second];
    ++child.names;
    check(child.inode.number == header.numberBase + static_cast<std::uint32_t>(entry.numberDelta), "number of an entry: " + path);
    check(static_cast<std::uint16_t>(child.inode.type) == entry.type, "type of an entry: " + path);
    m_out.paths[path] = found->second;
    if (child.inode.type != InodeType::Directory)
        return;
    ++subfolders;
    check(child.names == 1, "directory with two names: " + path);
    check(child.inode.parent == m_out.inodes[folder].inode.number, "parent of a directory: " + path);
    open.emplace_back(found->second, path);
}

void Decoder::checkIndex(const DecodedInode& folder, const std::map<std::uint32_t, std::string>& headers)
{
    std::span<const std::byte> rest = std::span<const std::byte>(m_out.inodeTable.flat).subspan(static_cast<std::size_t>(folder.flat + 40));
    std::uint32_t last = 0;
    for (unsigned i = 0; i < folder.inode.indexCount; ++i) {
        DirectoryIndex index;
        const Decoded d = decodeDirectoryIndex(rest, index);
        const auto header = headers.find(index.index);
        check(header != headers.end() && header->second == index.name, "index record names no header");
        check(index.index > last, "index records not ascending");
        check(index.index - last <= kMetadataBlockSize, "index records too far apart");
        last = index.index;
        const std::uint64_t flat = flatOf(m_out.directoryTable, packReference({folder.inode.listingBlock, folder.inode.listingOffset})) + index.index;
        check(m_out.directoryTable.starts[static_cast<std::size_t>(flat / kMetadataBlockSize)] == m_out.directoryTable.base + index.block, "block of an index record");
        rest = rest.subspan(static_cast<std::size_t>(d.bytes));
    }
}

void Decoder::readListing(std::size_t folder, const std::string& path, std::vector<std::pair<std::size_t, std::string>>& open)
{
    const Inode inode = m_out.inodes[folder].inode;
    std::span<const std::byte> rest;
    if (inode.listingSize > kListingSizeBias) {
        const std::uint64_t flat = flatOf(m_out.directoryTable, packReference({inode.listingBlock, inode.listingOffset}));
        rest = std::span<const std::byte>(m_out.directoryTable.flat).subspan(static_cast<std::size_t>(flat), inode.listingSize - kListingSizeBias);
        m_listed += rest.size();
    }
    const std::size_t size = rest.size();
    std::map<std::uint32_t, std::string> headers;
    std::string last;
    std::uint32_t subfolders = 0;
    while (!rest.empty()) {
        const auto position = static_cast<std::uint32_t>(size - rest.size());
        DirectoryHeader header;
        const Decoded h = decodeDirectoryHeader(rest, header);
        if (!h.complete())
            return problem("directory header in " + path);
        ++m_out.headers;
        rest = rest.subspan(static_cast<std::size_t>(h.bytes));
        for (std::uint32_t i = 0; i < header.count; ++i) {
            DirectoryEntry entry;
            const Decoded e = decodeDirectoryEntry(rest, entry);
            if (!e.complete())
                return problem("directory entry in " + path);
            if (i == 0)
                headers[position] = entry.name;
            check(last.empty() || compareNames(last, entry.name) < 0, "names not ascending in " + path);
            last = entry.name;
            readEntry(header, entry, folder, (path == "/" ? path : path + '/') + last, subfolders, open);
            rest = rest.subspan(static_cast<std::size_t>(e.bytes));
        }
    }
    check(inode.links == 2 + subfolders, "links of a directory: " + path);
    if (inode.indexCount > 0)
        checkIndex(m_out.inodes[folder], headers);
}

void Decoder::walk()
{
    const auto root = m_out.byReference.find(m_out.superblock.rootInode);
    if (root == m_out.byReference.end())
        return problem("root reference");
    DecodedInode& rootInode = m_out.inodes[root->second];
    rootInode.names = 1;
    check(rootInode.inode.parent == m_out.superblock.inodes + 1, "parent of the root");
    m_out.paths["/"] = root->second;
    std::vector<std::pair<std::size_t, std::string>> open{{root->second, "/"}};
    while (!open.empty()) {
        const auto [folder, path] = std::move(open.back());
        open.pop_back();
        readListing(folder, path, open);
    }
    check(m_listed == m_out.directoryTable.flat.size(), "directory table with bytes that no folder uses");
    for (const DecodedInode& d : m_out.inodes) {
        check(d.names > 0, "inode without a name");
        check(d.inode.type == InodeType::Directory || d.inode.links == d.names, "link count");
    }
}

std::string Decoder::readValueAt(std::uint64_t reference)
{
    const std::uint64_t flat = flatOf(m_out.xattrPairs, reference);
    std::span<const std::byte> value;
    check(decodeXattrValue(std::span<const std::byte>(m_out.xattrPairs.flat).subspan(static_cast<std::size_t>(flat)), kMaxXattrValueLength, value).complete(), "xattr value");
    return {reinterpret_cast<const char*>(value.data()), value.size()};
}

source::Xattrs Decoder::readSet(const XattrIdEntry& entry)
{
    source::Xattrs set;
    std::uint64_t flat = flatOf(m_out.xattrPairs, entry.reference);
    const std::span<const std::byte> pairs = m_out.xattrPairs.flat;
    std::uint32_t listing = 0;
    for (std::uint32_t i = 0; i < entry.count; ++i) {
        XattrPair pair;
        const Decoded p = decodeXattrPair(pairs.subspan(static_cast<std::size_t>(flat)), pair);
        if (!p.complete()) {
            problem("xattr pair");
            return set;
        }
        flat += p.bytes;
        const auto rest = pairs.subspan(static_cast<std::size_t>(flat));
        std::string text;
        std::span<const std::byte> value;
        std::uint64_t reference = 0;
        const Decoded v = pair.outOfLine() ? decodeXattrReference(rest, reference) : decodeXattrValue(rest, kMaxXattrValueLength, value);
        check(v.complete(), "xattr value");
        flat += v.bytes;
        text = pair.outOfLine() ? readValueAt(reference) : std::string(reinterpret_cast<const char*>(value.data()), value.size());
        set.emplace_back(std::string(xattrPrefix(pair.prefix())) + std::string(pair.key), text);
        listing += static_cast<std::uint32_t>(set.back().first.size() + 1 + text.size());
    }
    check(listing == entry.size, "xattr size field");
    return set;
}

void Decoder::readXattrs()
{
    const Superblock& s = m_out.superblock;
    const auto header = decodeXattrHeader(m_image.subspan(static_cast<std::size_t>(s.xattrTable)));
    const std::uint64_t list = s.xattrTable + kXattrHeaderSize;
    check(list + lookupListBytes(header.ids, kXattrIdEntrySize) == s.bytesUsed, "xattr list does not end the image");
    m_out.xattrPairs = readBlocks(header.pairStart, load64(m_image, static_cast<std::size_t>(list)));
    DecodedTable ids = readBlocks(m_out.xattrPairs.end, s.xattrTable);
    check(ids.flat.size() == header.ids * kXattrIdEntrySize, "xattr id blocks");
    for (std::size_t i = 0; i < ids.starts.size(); ++i)
        check(load64(m_image, static_cast<std::size_t>(list) + 8 * i) == ids.starts[i], "xattr list");
    for (std::size_t i = 0; i < header.ids; ++i)
        m_out.xattrs.push_back(readSet(decodeXattrIdEntry(std::span<const std::byte>(ids.flat).subspan(i * kXattrIdEntrySize))));
    for (const DecodedInode& d : m_out.inodes)
        check(d.inode.xattr == kNoXattr || d.inode.xattr < header.ids, "xattr index");
}

DecodedImage Decoder::run()
{
    m_out.superblock = decodeSuperblock(m_image);
    const Superblock& s = m_out.superblock;
    check(s.bytesUsed == m_image.size(), "bytes used");
    const auto firstBlock = [&](std::uint64_t list, std::uint64_t entries) { return entries == 0 ? list : load64(m_image, static_cast<std::size_t>(list)); };
    const std::uint64_t directoriesEnd = firstBlock(s.fragmentTable, s.fragments);
    m_out.inodeTable = readBlocks(s.inodeTable, s.directoryTable);
    m_out.directoryTable = readBlocks(s.directoryTable, directoriesEnd);
    const DecodedTable fragments = readLookup(s.fragmentTable, s.fragments, kFragmentEntrySize);
    std::uint64_t end = s.fragments > 0 ? fragments.end : s.fragmentTable;
    readInodes();
    if (s.exportTable != kNoTable) {
        const DecodedTable exported = readLookup(s.exportTable, s.inodes, kExportEntrySize);
        check(exported.base == end, "export table does not touch the fragment table");
        end = exported.end;
        for (const DecodedInode& d : m_out.inodes)
            check(load64(exported.flat, (d.inode.number - 1) * kExportEntrySize) == d.reference, "export entry");
    }
    const DecodedTable ids = readLookup(s.idTable, s.ids, kIdEntrySize);
    check(ids.base == end, "id table does not touch the table before");
    for (std::size_t i = 0; i < s.ids; ++i)
        m_out.ids.push_back(load32(ids.flat, i * kIdEntrySize));
    walk();
    if (s.xattrTable != kNoTable) {
        check(decodeXattrHeader(m_image.subspan(static_cast<std::size_t>(s.xattrTable))).pairStart == ids.end, "xattr pairs do not touch the id table");
        readXattrs();
    } else {
        check(ids.end == s.bytesUsed, "id list does not end the image");
    }
    check(m_seen == m_expected.size(), "records of blocks that are not there");
    return std::move(m_out);
}

}  // namespace

DecodedImage decodeImage(std::span<const std::byte> image, const codec::Backend& backend, const std::vector<MetadataRecord>& expected)
{
    return Decoder(image, backend, expected).run();
}

}  // namespace sqd::pack::test
