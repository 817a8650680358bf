// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The input replaces the superblock of a sound image, and what is left over follows the image.
#include "fuzz/fuzz_target.h"

namespace sqd::fuzz {

void runInput(std::span<const std::byte> input)
{
    ImagePieces pieces;
    Bytes inodes = directoryRecord(1, 0, 0, 0);
    const Bytes file = fileRecord(2, 5000, format::kNoXattr);
    inodes.insert(inodes.end(), file.begin(), file.end());
    pieces.inodes = rawMetadata(inodes);
    Bytes image = compose(pieces);
    const std::size_t head = std::min<std::size_t>(input.size(), format::kSuperblockSize);
    std::copy_n(input.begin(), head, image.begin());
    image.insert(image.end(), input.begin() + static_cast<std::ptrdiff_t>(head), input.end());
    exerciseImage(std::move(image));
}

}  // namespace sqd::fuzz
