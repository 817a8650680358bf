// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

// Little-endian load and store. The caller guarantees `offset + sizeof value <= bytes.size()`.
namespace sqd {

template<typename T>
inline T loadLe(std::span<const std::byte> bytes, std::size_t offset)
{
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value = static_cast<T>(value | static_cast<T>(static_cast<T>(bytes[offset + i]) << (8 * i)));
    return value;
}

template<typename T>
inline void storeLe(std::span<std::byte> bytes, std::size_t offset, T value)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes[offset + i] = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i));
}

inline std::uint16_t load16(std::span<const std::byte> b, std::size_t o) { return static_cast<std::uint16_t>(static_cast<unsigned>(b[o]) | static_cast<unsigned>(b[o + 1]) << 8); }
inline std::uint32_t load32(std::span<const std::byte> b, std::size_t o) { return loadLe<std::uint32_t>(b, o); }
inline std::uint64_t load64(std::span<const std::byte> b, std::size_t o) { return loadLe<std::uint64_t>(b, o); }
inline void store16(std::span<std::byte> b, std::size_t o, std::uint16_t v) { storeLe(b, o, v); }
inline void store32(std::span<std::byte> b, std::size_t o, std::uint32_t v) { storeLe(b, o, v); }
inline void store64(std::span<std::byte> b, std::size_t o, std::uint64_t v) { storeLe(b, o, v); }

// True when all bytes are zero. Memory speed; any size.
inline bool allZero(std::span<const std::byte> b)
{
    if (b.empty())
        return true;
    return b[0] == std::byte{0} && std::memcmp(b.data(), b.data() + 1, b.size() - 1) == 0;
}

}  // namespace sqd
