// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/constants.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The options block at byte 96 (section 3.1): how the writer had set its compressor. Readers need it for `info` and, with xz, for the
// dictionary allowance; the blocks themselves decode without it.
namespace sqd::format {

inline constexpr std::size_t kMaxCompressorOptionsSize = 12;

struct CompressorOption {
    std::string_view name;   // "level", "window", "strategies", "algorithm", "dictionary", "filters", "version", "flags", "acceleration"
    std::int64_t value = 0;  // as stored
    std::string text;        // as people read it: "19", "x86,arm", "1x_999", "131072"
};

struct CompressorOptions {
    std::vector<CompressorOption> values;  // in stored order; empty when the size is wrong or the codec has no options
    std::string problem;                   // what Linux or other readers would refuse; empty = valid
    [[nodiscard]] bool valid() const { return problem.empty(); }
    // The stored value of an option, or `fallback`.
    [[nodiscard]] std::int64_t value(std::string_view name, std::int64_t fallback) const;
};

// `payload`: the block without its 2-byte header, any size.
CompressorOptions decodeCompressorOptions(CodecId codec, std::span<const std::byte> payload);
// What holds when the image has no options block. LZMA has none; LZ4 must have one, so its result is not valid().
CompressorOptions defaultCompressorOptions(CodecId codec, std::uint32_t blockSize);
// Linux accepts only 2^n and 3·2^n.
bool isXzDictionarySize(std::uint32_t bytes);

}  // namespace sqd::format
