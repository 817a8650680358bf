// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit/codec/codec_samples.h"

#include "codec/registry.h"

#include <algorithm>
#include <random>

namespace sqd::codec::test {
namespace {

Bytes text(std::size_t size, std::mt19937& random)
{
    static constexpr std::string_view kWords[] = {"block", "inode", "table", "the ",  "of ",   "static ", "return ", "int ",
                                                  "(",     ")",     ";\n",   "size",  "const", "offset ", "if ",     "else "};
    Bytes bytes;
    bytes.reserve(size + 16);
    while (bytes.size() < size) {
        for (const char c : kWords[random() % std::size(kWords)])
            bytes.push_back(static_cast<std::byte>(c));
        if (random() % 8 == 0)
            bytes.push_back(static_cast<std::byte>('0' + random() % 10));
    }
    bytes.resize(size);
    return bytes;
}

// 11 bytes out of 16 sequences, then a relative call (E8) to one of four absolute places: what a BCJ filter makes equal.
Bytes binary(std::size_t size, std::mt19937& random)
{
    Bytes bytes;
    bytes.reserve(size + 16);
    while (bytes.size() < size) {
        const auto sequence = static_cast<unsigned>(random() % 16);
        for (unsigned i = 0; i < 11; ++i)
            bytes.push_back(static_cast<std::byte>(sequence * 37 + i * (sequence + 3)));
        bytes.push_back(std::byte{0xE8});
        const auto next = static_cast<std::uint32_t>(bytes.size() + 4);
        const std::uint32_t target = 0x10000 + static_cast<std::uint32_t>(random() % 4) * 0x1230;
        for (unsigned shift = 0; shift < 32; shift += 8)
            bytes.push_back(static_cast<std::byte>((target - next) >> shift));
    }
    bytes.resize(size);
    return bytes;
}

}  // namespace

std::string kindName(Kind kind)
{
    switch (kind) {
    case Kind::Text: return "text";
    case Kind::Random: return "random";
    case Kind::Zero: return "zero";
    case Kind::Binary: return "binary";
    }
    return {};
}

Bytes sample(Kind kind, std::size_t size, unsigned seed)
{
    std::mt19937 random(seed);
    if (kind == Kind::Text)
        return text(size, random);
    if (kind == Kind::Binary)
        return binary(size, random);
    Bytes bytes(size);
    if (kind == Kind::Random)
        std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<std::byte>(random() >> 7); });
    return bytes;
}

Bytes bytesOf(std::initializer_list<int> values)
{
    Bytes bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

Bytes bytesOf(std::string_view text)
{
    Bytes bytes;
    for (const char c : text)
        bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

std::uint32_t blockSizeFor(std::size_t size)
{
    std::uint32_t blockSize = format::kMinBlockSize;
    while (blockSize < size)
        blockSize *= 2;
    return blockSize;
}

Settings atLevel(int level)
{
    Settings settings;
    settings.level = level;
    return settings;
}

Settings withOption(std::string name, std::string value)
{
    Settings settings;
    settings.options[std::move(name)] = std::move(value);
    return settings;
}

std::unique_ptr<Compressor> compressorOf(const Backend& backend, const Settings& settings, std::uint32_t blockSize, Role role)
{
    auto made = backend.makeCompressor(settings, blockSize, role);
    if (!made) {
        ADD_FAILURE() << made.error().line();
        return nullptr;
    }
    return std::move(*made);
}

std::unique_ptr<Decompressor> decompressorOf(const Backend& backend, std::uint32_t blockSize)
{
    auto made = backend.makeDecompressor(blockSize);
    if (!made) {
        ADD_FAILURE() << made.error().line();
        return nullptr;
    }
    return std::move(*made);
}

Bytes pack(Compressor& compressor, const Bytes& in)
{
    Bytes out(in.size() - 1);
    auto size = compressor.compress(in, out);
    if (!size) {
        ADD_FAILURE() << size.error().line();
        return {};
    }
    if (!size->has_value())
        return {};
    EXPECT_LT(**size, in.size());
    out.resize(**size);
    return out;
}

Bytes pack(const Backend& backend, const Settings& settings, const Bytes& in, Role role)
{
    const auto compressor = compressorOf(backend, settings, blockSizeFor(in.size()), role);
    return compressor == nullptr ? Bytes{} : pack(*compressor, in);
}

std::vector<LevelCase> levelCases()
{
    std::vector<LevelCase> cases;
    for (const Backend* backend : backends()) {
        const int lowest = std::max(backend->minLevel, -7);
        if (lowest != backend->minLevel)
            cases.push_back({backend, backend->minLevel});
        for (int level = lowest; level <= backend->maxLevel; ++level)
            cases.push_back({backend, level});
    }
    return cases;
}

std::string levelCaseName(const ::testing::TestParamInfo<LevelCase>& info)
{
    const int level = info.param.level;
    return std::string(info.param.backend->name) + (level < 0 ? "_minus" : "_") + std::to_string(std::abs(level));
}

std::vector<const Backend*> packingBackends()
{
    std::vector<const Backend*> result;
    for (const Backend* backend : backends())
        if (backend->name != "none")
            result.push_back(backend);
    return result;
}

std::string backendName(const ::testing::TestParamInfo<const Backend*>& info) { return std::string(info.param->name); }

}  // namespace sqd::codec::test
