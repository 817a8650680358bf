// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/backends.h"

#include "base/bytes.h"
#include "codec/best_of.h"
#include "codec/settings_reader.h"
#include "codec/zlib_codec.h"

#include <libdeflate.h>

// The gzip backend: libdeflate packs and unpacks; zlib (zlib_codec.cpp) packs where a window or a strategy is asked for.
namespace sqd::codec {
namespace {

constexpr int kMinLevel = 1;
constexpr int kMaxLevel = 12;
constexpr int kZlibMaxLevel = 9;  // also the highest that older readers take in the options block
// Packs real trees as small as zlib's 9 (mksquashfs' default) at a ninth of its CPU time: 98.6 against 98.8 MB of 390 MB of programs,
// scripts and headers. 7 saves 0.5 % more for a third more time, 8 takes twice the time of 7 for another 0.4 %.
constexpr int kDefaultLevel = 6;
constexpr int kMaxWindowBits = 15;
// A block of 128 KiB that does not shrink costs 1.6 ms from here on, a probe 0.01 to 0.04; below, the probe is felt on all others.
constexpr int kProbeLevel = 5;

const std::vector<OptionInfo>& options()
{
    static const std::vector<OptionInfo> kOptions{
        {.name = kLevelOption, .kind = OptionKind::Number, .minimum = kMinLevel, .maximum = kMaxLevel, .choices = {}, .defaultText = "6",
         .help = "Higher packs smaller and slower; above 9 the gain is about 3 % at a tenth of the speed"},
        {.name = "window-size", .kind = OptionKind::Number, .minimum = 8, .maximum = kMaxWindowBits, .choices = {}, .defaultText = "15",
         .help = "How far back a match may reach, as a power of two of bytes; less than 15 packs by zlib, levels 1 to 9"},
        {.name = "strategy", .kind = OptionKind::FlagList, .minimum = 0, .maximum = 0,
         .choices = {"default", "filtered", "huffman_only", "run_length_encoded", "fixed"}, .defaultText = "",
         .help = "Strategies of zlib that are tried on each block, the shortest result is kept; levels 1 to 9"},
    };
    return kOptions;
}

struct Config {
    int level = kDefaultLevel;
    ZlibConfig zlib;
    bool byZlib() const { return zlib.windowBits != kMaxWindowBits || zlib.strategies != 0; }
};

Result<Config> parse(const Settings& settings)
{
    const SettingsReader reader(settings, "gzip", options());
    SQD_CHECK(reader.checkNames());
    Config config;
    SQD_TRY(const auto level, reader.level(kMinLevel, kMaxLevel));
    SQD_TRY(const auto window, reader.number("window-size"));
    SQD_TRY(config.zlib.strategies, reader.flagList("strategy"));
    config.level = level.value_or(kDefaultLevel);
    config.zlib.windowBits = static_cast<int>(window.value_or(kMaxWindowBits));
    if (config.byZlib() && config.level > kZlibMaxLevel)
        return reader.levelError(std::to_string(config.level) + " cannot be combined with window-size or strategy",
                                 "use a whole number from 1 to 9, or leave these options out");
    config.zlib.level = std::min(config.level, kZlibMaxLevel);
    return config;
}

class DeflateCompressor final : public Compressor {
public:
    explicit DeflateCompressor(libdeflate_compressor* library) : m_library(library, libdeflate_free_compressor) {}

    Result<std::optional<std::size_t>> compress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        const std::span<std::byte> room = usefulRoom(in, out);
        const std::size_t size = libdeflate_zlib_compress(m_library.get(), in.data(), in.size(), room.data(), room.size());
        return size == 0 ? std::optional<std::size_t>{} : std::optional<std::size_t>{size};
    }

private:
    std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> m_library;
};

class InflateDecompressor final : public Decompressor {
public:
    explicit InflateDecompressor(libdeflate_decompressor* library) : m_library(library, libdeflate_free_decompressor) {}

    Result<std::size_t> decompress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        std::size_t consumed = 0;
        std::size_t produced = 0;
        const libdeflate_result status =
            libdeflate_zlib_decompress_ex(m_library.get(), in.data(), in.size(), out.data(), out.size(), &consumed, &produced);
        if (status == LIBDEFLATE_INSUFFICIENT_SPACE)
            return corruptError("gzip block", "unpacks to more than " + std::to_string(out.size()) + " bytes");
        if (status != LIBDEFLATE_SUCCESS)
            return corruptError("gzip block", "is not a whole zlib stream, or its checksum is wrong");
        if (consumed != in.size())
            return corruptError("gzip block", std::to_string(in.size() - consumed) + " bytes follow its stream");
        if (produced == 0)
            return corruptError("gzip block", "unpacks to nothing");
        return produced;
    }

private:
    std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> m_library;
};

Result<std::unique_ptr<Compressor>> makeCompressor(const Settings& settings, std::uint32_t, Role)
{
    SQD_TRY(const Config config, parse(settings));
    if (config.byZlib())
        return makeZlibCompressor(config.zlib);
    libdeflate_compressor* library = libdeflate_alloc_compressor(config.level);
    if (library == nullptr)
        return internalError("libdeflate cannot set up its compressor");
    return std::unique_ptr<Compressor>(std::make_unique<DeflateCompressor>(library));
}

Result<std::unique_ptr<Decompressor>> makeDecompressor(std::uint32_t)
{
    libdeflate_decompressor* library = libdeflate_alloc_decompressor();
    if (library == nullptr)
        return internalError("libdeflate cannot set up its decompressor");
    return std::unique_ptr<Decompressor>(std::make_unique<InflateDecompressor>(library));
}

std::size_t workerMemory(const Settings& settings, std::uint32_t)
{
    const auto config = parse(settings);
    if (!config)
        return 0;
    if (config->byZlib())
        return zlibCompressorMemory(config->zlib);
    // Counted through libdeflate's allocator hook, version 1.14; the library has no call that tells.
    if (config->level == 1)
        return 203 * 1024;
    return config->level < 10 ? 669 * 1024 : 9010 * 1024;
}

std::vector<std::byte> optionsRecord(const Settings& settings, std::uint32_t)
{
    const auto config = parse(settings);
    const int storedLevel = config ? std::min(config->level, kZlibMaxLevel) : kZlibMaxLevel;
    if (!config || (storedLevel == kZlibMaxLevel && !config->byZlib()))
        return {};
    std::vector<std::byte> record(8);
    store32(record, 0, static_cast<std::uint32_t>(storedLevel));
    store16(record, 4, static_cast<std::uint16_t>(config->zlib.windowBits));
    store16(record, 6, static_cast<std::uint16_t>(config->zlib.strategies));
    return record;
}

}  // namespace

const Backend kGzipBackend{
    .id = format::CodecId::Gzip,
    .name = "gzip",
    .minLevel = kMinLevel,
    .maxLevel = kMaxLevel,
    .defaultLevel = kDefaultLevel,
    .versionOfLibrary = [] { return std::string("libdeflate " LIBDEFLATE_VERSION_STRING ", zlib ") + zlibVersionText(); },
    .options = options,
    .validate = [](const Settings& settings, std::uint32_t) -> Result<void> {
        SQD_TRY([[maybe_unused]] const Config config, parse(settings));
        return {};
    },
    .workerMemory = workerMemory,
    .makeCompressor = makeCompressor,
    .makeDecompressor = makeDecompressor,
    .optionsRecord = optionsRecord,
    .probePays = [](const Settings& settings, std::uint32_t) {
        const auto config = parse(settings);
        return config.has_value() && config->level >= kProbeLevel;
    },
};

}  // namespace sqd::codec
