// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/trailing_bytes.h"

#include "base/bytes.h"
#include "read/image.h"
#include "read/image_bytes.h"

#include <algorithm>
#include <vector>

namespace sqd::read {

Result<TrailingBytes> readTrailingBytes(const Image& image, std::stop_token stop)
{
    constexpr std::uint64_t kChunk = 1U << 20;
    TrailingBytes result;
    const std::uint64_t begin = image.offset() + image.superblock().bytesUsed;
    std::uint64_t end = image.fileSizeBytes();
    // The last 96 bytes of a streamed image are its superblock.
    if (image.streamed())
        end -= std::min<std::uint64_t>(format::kSuperblockSize, end - begin);
    result.count = end - begin;
    std::vector<std::byte> chunk;
    for (std::uint64_t at = begin; at < end && result.allZero; at += kChunk) {
        if (stop.stop_requested())
            return cancelledError();
        chunk.resize(static_cast<std::size_t>(std::min(kChunk, end - at)));
        SQD_TRY(const std::size_t got, image.bytes().file().read(at, chunk));
        result.allZero = allZero(std::span<const std::byte>(chunk).first(got));
    }
    return result;
}

}  // namespace sqd::read
