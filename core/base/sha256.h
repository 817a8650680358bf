// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sqd {

// SHA-256 (FIPS 180-4), by the processor's own instructions where it has them. One thread per object.
class Sha256 {
public:
    using Digest = std::array<std::byte, 32>;
    enum class Path { Fastest, Plain };  // Plain: for tests

    explicit Sha256(Path path = Path::Fastest);
    void update(std::span<const std::byte> bytes);
    // Call once, last.
    Digest finish();
    // Whether this processor has instructions for it.
    static bool hasInstructions();

private:
    using State = std::array<std::uint32_t, 8>;
    using Compress = void (*)(State& state, const std::byte* blocks, std::size_t count);
    static void compressPlain(State& state, const std::byte* blocks, std::size_t count);
    static void compressX86(State& state, const std::byte* blocks, std::size_t count);

    State m_state;
    Compress m_compress;
    std::array<std::byte, 64> m_rest{};  // bytes that make no block yet
    std::uint64_t m_length = 0;
};

// 64 lower-case hexadecimal digits.
std::string hexText(const Sha256::Digest& digest);

}  // namespace sqd
