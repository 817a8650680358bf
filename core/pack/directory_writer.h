// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "pack/directory_listing.h"
#include "pack/metadata_plan.h"
#include "pack/metadata_stream.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sqd::pack {

// Writes listings and directory inodes level by level, the deepest first: the listings of one level need only inodes that are already
// placed, and its inodes need only its listings (ADR 0011). Used by one thread.
class DirectoryWriter {
public:
    DirectoryWriter(MetadataPlan& plan, MetadataPress& press, const MetadataLimits& limits, MetadataStream& inodes, MetadataStream& listings);
    // Sets inodeReference of every directory. Errors: NotExpressible naming a folder, those of the streams.
    Result<void> run();

private:
    struct Directory {
        const FolderRecord* record = nullptr;
        ListingShape shape;
        std::uint64_t listingFlat = 0;  // in the directory table, unpacked
        std::uint64_t inodeFlat = 0;    // in the inode table, unpacked
    };
    Result<void> writeLevel(std::span<const std::uint32_t> folders);
    Result<void> writeListings(std::vector<Directory>& level);
    Result<void> writeInodes(std::vector<Directory>& level, std::uint64_t entries);
    [[nodiscard]] std::uint64_t inodeBytes(const Directory& directory) const;
    void putInode(class WindowWriter& window, const Directory& directory) const;
    void putIndex(class WindowWriter& window, std::uint64_t at, const Directory& directory) const;

    MetadataPlan& m_plan;
    MetadataPress& m_press;
    const MetadataLimits& m_limits;
    MetadataStream& m_inodes;
    MetadataStream& m_listings;
    std::vector<std::byte> m_buffer;  // listings of some folders, together
};

}  // namespace sqd::pack
