// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/compressor_options.h"

#include "base/bytes.h"

#include <array>
#include <bit>
#include <utility>

namespace sqd::format {

using Names = std::span<const std::pair<std::uint32_t, std::string_view>>;

static constexpr std::array<std::pair<std::uint32_t, std::string_view>, 5> kGzipStrategies{
    {{1, "default"}, {2, "filtered"}, {4, "huffman_only"}, {8, "run_length_encoded"}, {16, "fixed"}}};
static constexpr std::array<std::pair<std::uint32_t, std::string_view>, 8> kXzFilters{{{1, "x86"},
                                                                                      {2, "powerpc"},
                                                                                      {4, "ia64"},
                                                                                      {8, "arm"},
                                                                                      {16, "armthumb"},
                                                                                      {32, "sparc"},
                                                                                      {64, "arm64"},
                                                                                      {128, "riscv"}}};
static constexpr std::array<std::string_view, 5> kLzoAlgorithms{"lzo1x_1", "lzo1x_1_11", "lzo1x_1_12", "lzo1x_1_15", "lzo1x_999"};

static std::string bitNames(std::uint32_t bits, Names names, std::string_view none)
{
    std::string text;
    for (const auto& [bit, name] : names) {
        if ((bits & bit) == 0)
            continue;
        text += text.empty() ? "" : ",";
        text += name;
        bits &= ~bit;
    }
    if (bits != 0) {
        text += text.empty() ? "" : ",";
        text += "unknown " + std::to_string(bits);
    }
    return text.empty() ? std::string(none) : text;
}

static void add(CompressorOptions& o, std::string_view name, std::int64_t value)
{
    o.values.push_back({name, value, std::to_string(value)});
}

static void require(CompressorOptions& o, bool condition, std::string_view problem)
{
    if (!condition && o.problem.empty())
        o.problem = problem;
}

bool isXzDictionarySize(std::uint32_t bytes)
{
    return std::has_single_bit(bytes) || (bytes % 3 == 0 && std::has_single_bit(bytes / 3));
}

static void decodeGzip(std::span<const std::byte> b, CompressorOptions& o)
{
    const std::uint32_t level = load32(b, 0);
    const std::uint16_t window = load16(b, 4);
    const std::uint16_t strategies = load16(b, 6);
    add(o, "level", level);
    add(o, "window", window);
    o.values.push_back({"strategies", strategies, bitNames(strategies, kGzipStrategies, "default")});
    require(o, level >= 1 && level <= 9, "gzip level outside 1 to 9");
    require(o, window >= 8 && window <= 15, "gzip window outside 8 to 15");
    require(o, strategies < 32, "unknown gzip strategy");
}

static void decodeLzo(std::span<const std::byte> b, CompressorOptions& o)
{
    const std::uint32_t algorithm = load32(b, 0);
    const std::uint32_t level = load32(b, 4);
    const bool known = algorithm < kLzoAlgorithms.size();
    o.values.push_back({"algorithm", algorithm, known ? std::string(kLzoAlgorithms[algorithm]) : std::to_string(algorithm)});
    add(o, "level", level);
    require(o, known, "unknown lzo algorithm");
    require(o, !known || (algorithm == 4 ? level >= 1 && level <= 9 : level == 0), "lzo level does not fit its algorithm");
}

static void decodeXz(std::span<const std::byte> b, CompressorOptions& o)
{
    const std::uint32_t dictionary = load32(b, 0);
    const std::uint32_t filters = load32(b, 4);
    add(o, "dictionary", dictionary);
    o.values.push_back({"filters", filters, bitNames(filters, kXzFilters, "none")});
    require(o, dictionary >= 4096 && isXzDictionarySize(dictionary), "xz dictionary is not 2^n or 3*2^n, at least 4096");
    require(o, filters < 256, "unknown xz filter");
}

static void decodeLz4(std::span<const std::byte> b, CompressorOptions& o)
{
    const std::uint32_t version = load32(b, 0);
    const std::uint32_t flags = load32(b, 4);
    add(o, "version", version);
    static constexpr std::array<std::pair<std::uint32_t, std::string_view>, 2> kFlags{{{1, "hc"}, {2, "parameter"}}};
    o.values.push_back({"flags", flags, bitNames(flags, kFlags, "none")});
    require(o, version == 1, "lz4 version is not 1");
    require(o, flags < 4, "unknown lz4 flag");
    require(o, ((flags & 2) != 0) == (b.size() == 12), "lz4 options of a size that does not match their flags");
    if (b.size() == 12)
        add(o, (flags & 1) != 0 ? "level" : "acceleration", static_cast<std::int32_t>(load32(b, 8)));
}

static void decodeZstd(std::span<const std::byte> b, CompressorOptions& o)
{
    const auto level = static_cast<std::int32_t>(load32(b, 0));
    add(o, "level", level);
    // Newer tools allow negative levels; the library's own lowest is -(1 << 17).
    require(o, level != 0 && level <= 22 && level >= -(1 << 17), "zstd level outside -131072 to 22");
}

std::int64_t CompressorOptions::value(std::string_view name, std::int64_t fallback) const
{
    for (const CompressorOption& option : values) {
        if (option.name == name)
            return option.value;
    }
    return fallback;
}

CompressorOptions decodeCompressorOptions(CodecId codec, std::span<const std::byte> payload)
{
    CompressorOptions o;
    const std::size_t size = payload.size();
    const bool sizeFits = codec == CodecId::Zstd ? size == 4 : codec == CodecId::Lz4 ? size == 8 || size == 12 : size == 8;
    switch (codec) {
    case CodecId::Gzip:
    case CodecId::Lzo:
    case CodecId::Xz:
    case CodecId::Lz4:
    case CodecId::Zstd:
        if (!sizeFits) {
            o.problem = "compressor options of " + std::to_string(size) + " bytes";
            return o;
        }
        break;
    case CodecId::Lzma:
        o.problem = "lzma has no options";
        return o;
    default:
        o.problem = "options of an unknown compressor";
        return o;
    }
    if (codec == CodecId::Gzip)
        decodeGzip(payload, o);
    else if (codec == CodecId::Lzo)
        decodeLzo(payload, o);
    else if (codec == CodecId::Xz)
        decodeXz(payload, o);
    else if (codec == CodecId::Lz4)
        decodeLz4(payload, o);
    else
        decodeZstd(payload, o);
    return o;
}

CompressorOptions defaultCompressorOptions(CodecId codec, std::uint32_t blockSize)
{
    CompressorOptions o;
    switch (codec) {
    case CodecId::Gzip:
        add(o, "level", 9);
        add(o, "window", 15);
        o.values.push_back({"strategies", 0, "default"});
        break;
    case CodecId::Lzo:
        o.values.push_back({"algorithm", 4, std::string(kLzoAlgorithms[4])});
        add(o, "level", 8);
        break;
    case CodecId::Xz:
        add(o, "dictionary", blockSize);
        o.values.push_back({"filters", 0, "none"});
        break;
    case CodecId::Lz4:
        o.problem = "lz4 without its options block";
        break;
    case CodecId::Zstd:
        add(o, "level", 15);
        break;
    case CodecId::Lzma:
        break;
    }
    return o;
}

}  // namespace sqd::format
