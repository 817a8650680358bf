// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hash.h"

#include <random>

// The library's own choice of the widest vector instructions of this processor: twice as fast as what every x86-64 has. It is a part of
// the library on x86 only.
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>
#else
#define XXH_INLINE_ALL
#include <xxhash.h>
#endif

namespace sqd {

static std::uint64_t processSeed()
{
    static const std::uint64_t seed = [] {
        std::random_device device;
        return static_cast<std::uint64_t>(device()) << 32 | device();
    }();
    return seed;
}

Hash128 hashBytes(std::span<const std::byte> bytes)
{
    const XXH128_hash_t h = XXH3_128bits_withSeed(bytes.data(), bytes.size(), processSeed());
    return {h.low64, h.high64};
}

std::uint64_t hashBytes64(std::span<const std::byte> bytes)
{
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), processSeed());
}

Hash128 combineHashes(Hash128 running, Hash128 next)
{
    const std::uint64_t both[4] = {running.low, running.high, next.low, next.high};
    const XXH128_hash_t h = XXH3_128bits_withSeed(both, sizeof both, processSeed());
    return {h.low64, h.high64};
}

}  // namespace sqd
