// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/backends.h"

#include "base/bytes.h"
#include "codec/best_of.h"
#include "codec/settings_reader.h"

#include <lzo/lzo1x.h>

#include <cstring>

namespace sqd::codec {
namespace {

constexpr int kMinLevel = 1;
constexpr int kMaxLevel = 9;
constexpr int kDefaultLevel = 8;
constexpr std::string_view kAlgorithm = "algorithm";

using CompressFunction = int (*)(const lzo_bytep, lzo_uint, lzo_bytep, lzo_uintp, lzo_voidp);

struct Algorithm {
    CompressFunction compress;  // null = lzo1x_999, which takes a level
    std::size_t memory;
};

// In the order of their numbers in the options block.
constexpr Algorithm kAlgorithms[] = {
    {lzo1x_1_compress, LZO1X_1_MEM_COMPRESS},       {lzo1x_1_11_compress, LZO1X_1_11_MEM_COMPRESS},
    {lzo1x_1_12_compress, LZO1X_1_12_MEM_COMPRESS}, {lzo1x_1_15_compress, LZO1X_1_15_MEM_COMPRESS},
    {nullptr, LZO1X_999_MEM_COMPRESS},
};
constexpr std::size_t kAlgorithm999 = 4;

const std::vector<OptionInfo>& options()
{
    static const std::vector<OptionInfo> kOptions{
        {.name = kAlgorithm, .kind = OptionKind::Choice, .minimum = 0, .maximum = 0,
         .choices = {"lzo1x_1", "lzo1x_1_11", "lzo1x_1_12", "lzo1x_1_15", "lzo1x_999"}, .defaultText = "lzo1x_999",
         .help = "lzo1x_999 packs smallest and slowest; all unpack equally fast"},
        {.name = kLevelOption, .kind = OptionKind::Number, .minimum = kMinLevel, .maximum = kMaxLevel, .choices = {}, .defaultText = "8",
         .help = "Higher packs smaller and slower; for lzo1x_999 only"},
    };
    return kOptions;
}

struct Config {
    std::size_t algorithm = kAlgorithm999;
    int level = kDefaultLevel;  // 0 for algorithms other than lzo1x_999
};

Result<Config> parse(const Settings& settings)
{
    Settings full = settings;
    if (const auto found = full.options.find(std::string(kAlgorithm));
        found != full.options.end() && found->second.starts_with("1x_"))
        found->second.insert(0, "lzo");
    const SettingsReader reader(full, "lzo", options());
    SQD_CHECK(reader.checkNames());
    Config config;
    SQD_TRY(const auto algorithm, reader.choice(kAlgorithm));
    SQD_TRY(const auto level, reader.level(kMinLevel, kMaxLevel));
    config.algorithm = algorithm.value_or(kAlgorithm999);
    if (config.algorithm == kAlgorithm999) {
        config.level = level.value_or(kDefaultLevel);
        return config;
    }
    if (level)
        return reader.levelError(std::to_string(*level) + " cannot be combined with algorithm " + *reader.text(kAlgorithm),
                                 "leave the level out, or use algorithm lzo1x_999, which takes 1 to 9");
    config.level = 0;
    return config;
}

class LzoCompressor final : public Compressor {
public:
    LzoCompressor(const Config& config, std::uint32_t blockSize)
        : m_config(config), m_memory(kAlgorithms[config.algorithm].memory / sizeof(void*) + 1), m_scratch(worstCase(blockSize)) {}

    // LZO is not told how much room there is, hence the scratch buffer of the worst case.
    Result<std::optional<std::size_t>> compress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        if (worstCase(in.size()) > m_scratch.size())
            return internalError("lzo was given more than a block");
        const auto* source = reinterpret_cast<const lzo_byte*>(in.data());
        auto* target = reinterpret_cast<lzo_byte*>(m_scratch.data());
        lzo_uint size = m_scratch.size();
        const Algorithm& algorithm = kAlgorithms[m_config.algorithm];
        const int status = algorithm.compress != nullptr
            ? algorithm.compress(source, in.size(), target, &size, m_memory.data())
            : lzo1x_999_compress_level(source, in.size(), target, &size, m_memory.data(), nullptr, 0, nullptr, m_config.level);
        if (status != LZO_E_OK)
            return internalError("lzo failed with status " + std::to_string(status));
        if (size > usefulRoom(in, out).size())
            return std::optional<std::size_t>{};
        std::memcpy(out.data(), m_scratch.data(), size);
        return std::optional<std::size_t>{size};
    }

private:
    static std::size_t worstCase(std::size_t size) { return size + size / 16 + 64 + 3; }  // as LZO's FAQ says

    Config m_config;
    std::vector<void*> m_memory;  // LZO wants it aligned for pointers
    std::vector<std::byte> m_scratch;
};

class LzoDecompressor final : public Decompressor {
public:
    Result<std::size_t> decompress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        lzo_uint produced = out.size();
        const int status = lzo1x_decompress_safe(reinterpret_cast<const lzo_byte*>(in.data()), in.size(),
                                                 reinterpret_cast<lzo_byte*>(out.data()), &produced, nullptr);
        switch (status) {
        case LZO_E_OK:
            break;
        case LZO_E_OUTPUT_OVERRUN:
            return corruptError("lzo block", "unpacks to more than " + std::to_string(out.size()) + " bytes");
        case LZO_E_INPUT_NOT_CONSUMED:
            return corruptError("lzo block", "other bytes follow its end code");
        default:
            return corruptError("lzo block", "is not a whole LZO1X stream");
        }
        if (produced == 0)
            return corruptError("lzo block", "unpacks to nothing");
        return produced;
    }
};

std::vector<std::byte> optionsRecord(const Settings& settings, std::uint32_t)
{
    const auto config = parse(settings);
    if (!config || (config->algorithm == kAlgorithm999 && config->level == kDefaultLevel))
        return {};
    std::vector<std::byte> record(8);
    store32(record, 0, static_cast<std::uint32_t>(config->algorithm));
    store32(record, 4, static_cast<std::uint32_t>(config->level));
    return record;
}

bool libraryReady()
{
    static const bool kReady = lzo_init() == LZO_E_OK;
    return kReady;
}

}  // namespace

const Backend kLzoBackend{
    .id = format::CodecId::Lzo,
    .name = "lzo",
    .minLevel = kMinLevel,
    .maxLevel = kMaxLevel,
    .defaultLevel = kDefaultLevel,
    .versionOfLibrary = [] { return std::string("lzo ") + lzo_version_string(); },
    .options = options,
    .validate = [](const Settings& settings, std::uint32_t) -> Result<void> {
        SQD_TRY([[maybe_unused]] const Config config, parse(settings));
        return {};
    },
    .workerMemory = [](const Settings& settings, std::uint32_t blockSize) -> std::size_t {
        const auto config = parse(settings);
        return config ? kAlgorithms[config->algorithm].memory + blockSize + blockSize / 16 : 0;
    },
    .makeCompressor = [](const Settings& settings, std::uint32_t blockSize, Role) -> Result<std::unique_ptr<Compressor>> {
        SQD_TRY(const Config config, parse(settings));
        if (!libraryReady())
            return internalError("lzo cannot be used: it was built for another machine");
        const std::uint32_t largest = std::max(blockSize, static_cast<std::uint32_t>(format::kMetadataBlockSize));
        return std::unique_ptr<Compressor>(std::make_unique<LzoCompressor>(config, largest));
    },
    .makeDecompressor = [](std::uint32_t) -> Result<std::unique_ptr<Decompressor>> {
        if (!libraryReady())
            return internalError("lzo cannot be used: it was built for another machine");
        return std::unique_ptr<Decompressor>(std::make_unique<LzoDecompressor>());
    },
    .optionsRecord = optionsRecord,
    .probePays = [](const Settings& settings, std::uint32_t) {
        const auto config = parse(settings);
        return config.has_value() && config->algorithm == kAlgorithm999;
    },
};

}  // namespace sqd::codec
