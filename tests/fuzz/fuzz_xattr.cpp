// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The input is four attribute sets and the unpacked pairs that they point into.
#include "fuzz/fuzz_target.h"

#include "format/directory.h"

namespace sqd::fuzz {

void runInput(std::span<const std::byte> input)
{
    constexpr std::size_t kSets = 4;
    if (input.size() < kSets * 16)
        return;
    Bytes listing(format::kDirectoryHeaderSize);
    format::encodeDirectoryHeader({kSets, 0, 2}, listing);
    Bytes inodes = directoryRecord(1, 0, 0, format::kDirectoryHeaderSize + kSets * (format::kDirectoryEntrySize + 1));
    for (std::uint32_t i = 0; i < kSets; ++i) {
        const char name = static_cast<char>('a' + i);
        Bytes record(format::kDirectoryEntrySize + 1);
        format::encodeDirectoryEntry({static_cast<std::uint16_t>(inodes.size()), static_cast<std::int16_t>(i), 2, {&name, 1}}, record);
        listing.insert(listing.end(), record.begin(), record.end());
        const Bytes file = fileRecord(2 + i, 100, i);
        inodes.insert(inodes.end(), file.begin(), file.end());
    }
    ImagePieces pieces;
    pieces.inodes = rawMetadata(inodes);
    pieces.directories = rawMetadata(listing);
    pieces.xattrIds.assign(input.begin(), input.begin() + kSets * 16);
    pieces.xattrPairs = rawMetadata(input.subspan(kSets * 16));
    exerciseImage(compose(pieces));
}

}  // namespace sqd::fuzz
