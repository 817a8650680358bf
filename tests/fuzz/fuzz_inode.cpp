// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The input is the unpacked inode table behind a root whose listing names records at the places that the input chooses.
#include "fuzz/fuzz_target.h"

#include "format/directory.h"

namespace sqd::fuzz {

void runInput(std::span<const std::byte> input)
{
    constexpr std::size_t kNames = 4;
    if (input.size() < kNames * 4)
        return;
    Bytes listing(format::kDirectoryHeaderSize);
    format::encodeDirectoryHeader({kNames, 0, 1}, listing);
    for (std::size_t i = 0; i < kNames; ++i) {
        const char name = static_cast<char>('a' + i);
        format::DirectoryEntry entry;
        entry.inodeOffset = static_cast<std::uint16_t>(load16(input, i * 4) % 8192);
        entry.numberDelta = static_cast<std::int16_t>(static_cast<unsigned>(input[i * 4 + 2]) % 64);
        entry.type = static_cast<std::uint16_t>(1 + static_cast<unsigned>(input[i * 4 + 3]) % 7);
        entry.name = {&name, 1};
        Bytes record(format::kDirectoryEntrySize + 1);
        format::encodeDirectoryEntry(entry, record);
        listing.insert(listing.end(), record.begin(), record.end());
    }
    ImagePieces pieces;
    Bytes inodes = directoryRecord(1, 0, 0, static_cast<std::uint32_t>(listing.size()));
    inodes.insert(inodes.end(), input.begin() + kNames * 4, input.end());
    pieces.inodes = rawMetadata(inodes);
    pieces.directories = rawMetadata(listing);
    pieces.fragments.resize(16);
    store64(pieces.fragments, 0, format::kSuperblockSize);
    store32(pieces.fragments, 8, 2000 | format::kBlockRawBit);
    exerciseImage(compose(pieces));
}

}  // namespace sqd::fuzz
