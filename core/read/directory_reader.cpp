// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/directory_reader.h"

#include "base/bytes.h"
#include "format/directory.h"
#include "read/image.h"
#include "read/limits.h"
#include "read/read_error.h"
#include "read/metadata_reader.h"

#include <algorithm>

namespace sqd::read {

namespace {

// The listing is taken in steps of this size, so that memory grows with what is really there and not with what the inode says.
constexpr std::uint64_t kStep = 64 * 1024;

std::optional<Error> loadListing(const Image& image, const Inode& inode, std::string& out)
{
    const MetadataTable& table = image.directoryTable();
    const std::uint64_t reference = makeReference(inode.listingBlock, inode.listingOffset);
    auto cursor = MetadataCursor::at(table, reference);
    if (!cursor)
        return std::move(cursor).error();
    if (inode.listingBytes > table.bytesLeft(reference))
        return corruptError("directory listing", std::to_string(inode.listingBytes) + " bytes are more than the directory table holds", cursor->position());
    if (inode.listingBytes > kMaxListingBytes)
        return limitError("directory listing", std::to_string(inode.listingBytes) + " bytes are more than this program reads", cursor->position());
    while (out.size() < inode.listingBytes) {
        const std::size_t had = out.size();
        const std::uint64_t position = cursor->position();
        out.resize(static_cast<std::size_t>(std::min(inode.listingBytes, had + kStep)));
        if (auto done = cursor->read(std::as_writable_bytes(std::span(out).subspan(had))); !done) {
            out.resize(had);
            Error error = std::move(done).error();
            if (error.imageOffset == kNoOffset)
                error.imageOffset = position;
            return error;
        }
    }
    return std::nullopt;
}

class ListingParser {
public:
    ListingParser(const Image& image, Directory& directory) : m_image(image), m_directory(directory), m_bytes(std::as_bytes(std::span(directory.names))) {}

    // nullopt when the listing ends exactly with an entry.
    std::optional<Error> run()
    {
        while (m_at < m_bytes.size()) {
            if (auto error = header())
                return error;
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] static Error broken(const std::string& what) { return corruptError("directory listing", what); }

    std::optional<Error> header()
    {
        format::DirectoryHeader head;
        const std::size_t at = m_at;
        const format::Decoded decoded = format::decodeDirectoryHeader(m_bytes.subspan(m_at), head);
        if (decoded.status == format::DecodeStatus::NeedMore)
            return broken("ends inside of a header (its byte " + std::to_string(at) + ")");
        if (!decoded.complete())
            return broken(std::string(decoded.problem) + " (its byte " + std::to_string(at) + ")");
        const MetadataTable& inodes = m_image.inodeTable();
        if (head.inodeBlock >= inodes.end() - inodes.begin())
            return broken("the header at its byte " + std::to_string(at) + " names inode block " + std::to_string(head.inodeBlock) + ", which is outside of the inode table");
        m_at += static_cast<std::size_t>(decoded.bytes);
        for (std::uint32_t i = 0; i < head.count; ++i) {
            if (auto error = entry(head, at))
                return error;
        }
        return std::nullopt;
    }

    std::optional<Error> entry(const format::DirectoryHeader& head, std::size_t headerAt)
    {
        // Read by hand instead of format::decodeDirectoryEntry: an overlong name makes that entry unusable, not the ones behind it.
        const auto bytes = m_bytes.subspan(m_at);
        if (bytes.size() < format::kDirectoryEntrySize)
            return broken("an entry runs past the end (its byte " + std::to_string(m_at) + ")");
        DirectoryEntry e;
        e.nameLength = std::uint32_t{load16(bytes, 6)} + 1;
        if (bytes.size() - format::kDirectoryEntrySize < e.nameLength)
            return broken("an entry with a name of " + std::to_string(e.nameLength) + " bytes runs past the end (its byte " + std::to_string(m_at) + ")");
        e.reference = makeReference(head.inodeBlock, load16(bytes, 0));
        e.number = head.numberBase + static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int16_t>(load16(bytes, 2))));
        e.type = load16(bytes, 4);
        e.nameOffset = static_cast<std::uint32_t>(m_at + format::kDirectoryEntrySize);
        e.headerOffset = static_cast<std::uint32_t>(headerAt);
        if (!m_directory.entries.empty() &&
            format::compareNames(m_directory.name(m_directory.entries.back()), m_directory.name(e)) >= 0)
            m_directory.sorted = false;
        m_directory.entries.push_back(e);
        m_at = e.nameOffset + e.nameLength;
        return std::nullopt;
    }

    const Image& m_image;
    Directory& m_directory;
    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
};

}  // namespace

const DirectoryEntry* Directory::find(std::string_view wanted) const
{
    const auto named = [&](const DirectoryEntry& e) { return name(e) == wanted; };
    const auto found = sorted ? std::partition_point(entries.begin(), entries.end(), [&](const DirectoryEntry& e) { return format::compareNames(name(e), wanted) < 0; })
                              : std::find_if(entries.begin(), entries.end(), named);
    return found != entries.end() && named(*found) ? &*found : nullptr;
}

Directory readDirectory(const Image& image, const Inode& inode)
{
    Directory directory;
    if (inode.listingBytes == 0)
        return directory;
    directory.damage = loadListing(image, inode, directory.names);
    auto parsed = ListingParser(image, directory).run();
    // When the bytes broke off, the parser's complaint about the end is only their echo.
    if (!directory.damage)
        directory.damage = std::move(parsed);
    if (directory.damage && directory.damage->imageOffset == kNoOffset)
        directory.damage->imageOffset = image.directoryTable().blockPosition(makeReference(inode.listingBlock, 0)).value_or(image.directoryTable().begin());
    return directory;
}

bool isUsableName(std::string_view name)
{
    return name.size() <= kMaxStoredName && format::isEntryNameAllowed(name);
}

}  // namespace sqd::read
