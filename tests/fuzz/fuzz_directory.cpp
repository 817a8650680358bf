// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The input is the unpacked directory table; the root's listing is all of it, a second folder's and a file's records are there to be named.
#include "fuzz/fuzz_target.h"

namespace sqd::fuzz {

void runInput(std::span<const std::byte> input)
{
    if (input.size() < 4)
        return;
    ImagePieces pieces;
    const auto bytes = static_cast<std::uint32_t>(input.size());
    Bytes inodes = directoryRecord(1, 0, 0, bytes);
    for (const Bytes& more : {directoryRecord(2, 0, load16(input, 0) % 8192, load16(input, 2)), fileRecord(3, 5000, format::kNoXattr)})
        inodes.insert(inodes.end(), more.begin(), more.end());
    pieces.inodes = rawMetadata(inodes);
    pieces.directories = rawMetadata(input);
    exerciseImage(compose(pieces));
}

}  // namespace sqd::fuzz
