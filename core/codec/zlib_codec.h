// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"

namespace sqd::codec {

// What only zlib can do for gzip images: smaller windows and strategies.
struct ZlibConfig {
    int level = 9;                  // 1…9
    int windowBits = 15;            // 8…15; zlib itself takes 9 for 8
    std::uint32_t strategies = 0;   // bits of format section 3.1, tried in turn, the shortest result wins; 0 = default only
    friend bool operator==(const ZlibConfig&, const ZlibConfig&) = default;
};

Result<std::unique_ptr<Compressor>> makeZlibCompressor(const ZlibConfig& config);
// Bytes one such compressor allocates.
std::size_t zlibCompressorMemory(const ZlibConfig& config);
std::string zlibVersionText();

}  // namespace sqd::codec
