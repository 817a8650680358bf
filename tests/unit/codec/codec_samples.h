// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

// Inputs and short ways to pack and unpack, shared by the codec tests. Everything is the same on every run.
namespace sqd::codec::test {

using Bytes = std::vector<std::byte>;

enum class Kind { Text, Random, Zero, Binary };
inline constexpr Kind kKinds[] = {Kind::Text, Kind::Random, Kind::Zero, Kind::Binary};

std::string kindName(Kind kind);
// `size` bytes: words of a small vocabulary; noise; zeros; or records of 16 bytes with counters and calls as in machine code.
Bytes sample(Kind kind, std::size_t size, unsigned seed = 1);
Bytes bytesOf(std::initializer_list<int> values);
Bytes bytesOf(std::string_view text);

// The smallest block size that holds `size` bytes.
std::uint32_t blockSizeFor(std::size_t size);
Settings atLevel(int level);
Settings withOption(std::string name, std::string value);

// nullptr, and a failed test, when the backend refuses.
std::unique_ptr<Compressor> compressorOf(const Backend& backend, const Settings& settings, std::uint32_t blockSize,
                                         Role role = Role::Data);
std::unique_ptr<Decompressor> decompressorOf(const Backend& backend, std::uint32_t blockSize = 131072);
// Packs with room for everything useful; empty = stays raw. A failure of the library fails the test.
Bytes pack(Compressor& compressor, const Bytes& in);
Bytes pack(const Backend& backend, const Settings& settings, const Bytes& in, Role role = Role::Data);

// One level of one backend; its levels in a step width that keeps the whole set of tests quick.
struct LevelCase {
    const Backend* backend;
    int level;
};
std::vector<LevelCase> levelCases();
std::string levelCaseName(const ::testing::TestParamInfo<LevelCase>& info);
// All backends that pack, each at its default.
std::vector<const Backend*> packingBackends();
std::string backendName(const ::testing::TestParamInfo<const Backend*>& info);

}  // namespace sqd::codec::test
