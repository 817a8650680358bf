// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace sqd {

// 128-bit content hash (XXH3, seeded per process with random bits so that no input can aim at a collision). It never reaches an
// image: only equality within one run counts. Thread-safe.
struct Hash128 {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    friend bool operator==(const Hash128&, const Hash128&) = default;
};

Hash128 hashBytes(std::span<const std::byte> bytes);
// 64-bit variant for per-block checks.
std::uint64_t hashBytes64(std::span<const std::byte> bytes);
// Folds the hash of the next part into a running one; the result depends on order and on both.
Hash128 combineHashes(Hash128 running, Hash128 next);

struct Hash128Hasher {
    std::size_t operator()(const Hash128& h) const noexcept { return static_cast<std::size_t>(h.low); }
};

}  // namespace sqd
