// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "format/constants.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace sqd::format {

inline constexpr std::size_t kFragmentEntrySize = 16;

// Where a fragment block lies (section 4.2). `word` is a block-size word and never 0.
struct FragmentEntry {
    std::uint64_t start = 0;
    std::uint32_t word = 0;
};

// `bytes` holds 16. The unused last field is ignored and written as 0.
inline FragmentEntry decodeFragmentEntry(std::span<const std::byte> bytes) { return {load64(bytes, 0), load32(bytes, 8)}; }
inline void encodeFragmentEntry(const FragmentEntry& entry, std::span<std::byte> out)
{
    store64(out, 0, entry.start);
    store32(out, 8, entry.word);
    store32(out, 12, 0);
}

}  // namespace sqd::format
