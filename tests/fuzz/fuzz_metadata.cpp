// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The input is the codec, the root's place, and the stored inode and directory tables: headers, compressed and raw blocks.
#include "fuzz/fuzz_target.h"

namespace sqd::fuzz {

void runInput(std::span<const std::byte> input)
{
    if (input.size() < 7)
        return;
    ImagePieces pieces;
    pieces.codec = static_cast<format::CodecId>(1 + static_cast<unsigned>(input[0]) % 6);
    pieces.rootInode = static_cast<std::uint64_t>(load16(input, 1)) << 16 | load16(input, 3);
    const std::size_t split = std::min<std::size_t>(load16(input, 5), input.size() - 7);
    const auto tables = input.subspan(7);
    pieces.inodes.assign(tables.begin(), tables.begin() + static_cast<std::ptrdiff_t>(split));
    pieces.directories.assign(tables.begin() + static_cast<std::ptrdiff_t>(split), tables.end());
    exerciseImage(compose(pieces));
}

}  // namespace sqd::fuzz
