// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The input is one stored block of the codec SQUASHDESK_FUZZ_CODEC; its first two bytes say how much room there is.
#include "fuzz/fuzz_target.h"

#include "codec/registry.h"

#include <cstdlib>

namespace sqd::fuzz {

void runInput(std::span<const std::byte> input)
{
    constexpr std::uint32_t kBlockSize = 1U << 16;
    static const auto decoder = codec::findBackend(SQUASHDESK_FUZZ_CODEC)->makeDecompressor(kBlockSize);
    if (!decoder)
        std::abort();
    if (input.size() < 3)
        return;
    // The exact size, so that the sanitizer sees each byte beyond it.
    Bytes out(std::size_t{load16(input, 0)} + 1);
    const Bytes stored(input.begin() + 2, input.end());
    const auto got = (*decoder)->decompress(stored, out);
    if (got && (*got == 0 || *got > out.size()))
        std::abort();
    if (!got && got.error().code == Errc::Internal)
        std::abort();
}

}  // namespace sqd::fuzz
