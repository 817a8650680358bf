// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "read/decoder_pool.h"
#include "read/directory_reader.h"
#include "read/image.h"
#include "read/image_bytes.h"
#include "read/metadata_reader.h"
#include "read/page_store.h"
#include "read/table_reader.h"

#include <memory>
#include <optional>
#include <vector>

namespace sqd::read {

// Listings that path lookups keep: some hundred thousand names.
inline constexpr std::uint64_t kListingCacheBytes = 16ULL << 20;

// What an Image is made of; in the order in which the parts refer to each other. Only image.cpp and image_opener.cpp see it.
struct Image::Parts {
    Parts(ImageBytes view, const codec::Backend& codecBackend, const format::Superblock& s, const OpenOptions& options)
        : bytes(std::move(view)), superblock(s), backend(codecBackend), decoders(codecBackend, s.blockSize), metadata(bytes, decoders, options.metadataBytes),
          pages(bytes, decoders, options.pageBytes)
    {
    }

    ImageBytes bytes;
    format::Superblock superblock;
    bool streamed = false;
    const codec::Backend& backend;
    DecoderPool decoders;
    MetadataCache metadata;
    PageStore pages;
    std::vector<std::byte> optionsRecord;
    std::uint64_t dataStart = 0;
    std::vector<Finding> findings;
    std::vector<std::uint32_t> ids;
    std::unique_ptr<MetadataTable> inodes, directories, xattrPairs;
    std::optional<LookupTable> fragmentTable, exportTable, idTable, xattrTable;
    Inode root;
    JoiningCache<std::uint64_t, Directory, PositionHash> listings{kListingCacheBytes, 4};  // by inode reference
};

}  // namespace sqd::read
