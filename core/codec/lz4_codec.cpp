// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/backends.h"

#include "base/bytes.h"
#include "codec/best_of.h"
#include "codec/settings_reader.h"

#include <lz4.h>
#include <lz4hc.h>

namespace sqd::codec {
namespace {

constexpr int kMinLevel = 1;
constexpr int kMaxLevel = LZ4HC_CLEVEL_MAX;
constexpr int kFastLevel = 1;             // LZ4 itself; every higher level is LZ4HC
constexpr std::uint32_t kVersion = 1;     // of the options record; the only one that Linux takes
constexpr std::uint32_t kHighBit = 1;

const std::vector<OptionInfo>& options()
{
    static const std::vector<OptionInfo> kOptions{
        {.name = kLevelOption, .kind = OptionKind::Number, .minimum = kMinLevel, .maximum = kMaxLevel, .choices = {}, .defaultText = "1",
         .help = "1 is LZ4, 2 to 12 are LZ4HC: slow to pack, as fast to unpack"},
        {.name = "hc", .kind = OptionKind::Flag, .minimum = 0, .maximum = 0, .choices = {}, .defaultText = "0",
         .help = "LZ4HC, at level 12 unless another is given"},
        {.name = "acceleration", .kind = OptionKind::Number, .minimum = 1, .maximum = 65537, .choices = {}, .defaultText = "1",
         .help = "Higher packs faster and larger; for level 1 only"},
    };
    return kOptions;
}

struct Config {
    int level = kFastLevel;
    int acceleration = 1;
    bool high() const { return level > kFastLevel; }
};

Result<Config> parse(const Settings& settings)
{
    const SettingsReader reader(settings, "lz4", options());
    SQD_CHECK(reader.checkNames());
    Config config;
    SQD_TRY(const auto level, reader.level(kMinLevel, kMaxLevel));
    SQD_TRY(const bool high, reader.flag("hc"));
    SQD_TRY(const auto acceleration, reader.number("acceleration"));
    config.level = level.value_or(high ? kMaxLevel : kFastLevel);
    config.acceleration = static_cast<int>(acceleration.value_or(1));
    const std::string* hc = reader.text("hc");
    if (hc != nullptr && high != config.high())
        return reader.optionError("hc", (high ? "on" : "off") + std::string(" disagrees with level ") + std::to_string(config.level),
                                  "use level 1 without hc, or levels 2 to 12 with it");
    if (config.acceleration != 1 && config.high())
        return reader.optionError("acceleration", std::to_string(config.acceleration) + " has no meaning for LZ4HC",
                                  "use it with level 1 only, from 1 to 65537");
    return config;
}

class Lz4Compressor final : public Compressor {
public:
    explicit Lz4Compressor(const Config& config)
        : m_config(config), m_state(static_cast<std::size_t>(config.high() ? LZ4_sizeofStateHC() : LZ4_sizeofState())) {}

    // The calls that keep the table of the block before ("fastReset") would save a memset of 16 KiB, but what they find depends on it.
    Result<std::optional<std::size_t>> compress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        const std::span<std::byte> room = usefulRoom(in, out);
        if (room.empty())
            return std::optional<std::size_t>{};
        const auto* source = reinterpret_cast<const char*>(in.data());
        auto* target = reinterpret_cast<char*>(room.data());
        const int inSize = static_cast<int>(in.size());
        const int roomSize = static_cast<int>(room.size());
        const int size = m_config.high()
            ? LZ4_compress_HC_extStateHC(m_state.data(), source, target, inSize, roomSize, m_config.level)
            : LZ4_compress_fast_extState(m_state.data(), source, target, inSize, roomSize, m_config.acceleration);
        return size <= 0 ? std::optional<std::size_t>{} : std::optional<std::size_t>{static_cast<std::size_t>(size)};
    }

private:
    Config m_config;
    std::vector<std::byte> m_state;
};

class Lz4Decompressor final : public Decompressor {
public:
    Result<std::size_t> decompress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        const int produced = LZ4_decompress_safe(reinterpret_cast<const char*>(in.data()), reinterpret_cast<char*>(out.data()),
                                                 static_cast<int>(in.size()), static_cast<int>(out.size()));
        if (produced < 0)
            return corruptError("lz4 block", "is not a whole LZ4 block, or unpacks to more than " + std::to_string(out.size()) + " bytes");
        if (produced == 0)
            return corruptError("lz4 block", "unpacks to nothing");
        return static_cast<std::size_t>(produced);
    }
};

std::vector<std::byte> optionsRecord(const Settings& settings, std::uint32_t)
{
    const auto config = parse(settings);
    std::vector<std::byte> record(8);  // never left out: Linux refuses an lz4 image without it
    store32(record, 0, kVersion);
    store32(record, 4, config && config->high() ? kHighBit : 0);
    return record;
}

}  // namespace

const Backend kLz4Backend{
    .id = format::CodecId::Lz4,
    .name = "lz4",
    .minLevel = kMinLevel,
    .maxLevel = kMaxLevel,
    .defaultLevel = kFastLevel,
    .versionOfLibrary = [] { return std::string("lz4 ") + LZ4_versionString(); },
    .options = options,
    .validate = [](const Settings& settings, std::uint32_t) -> Result<void> {
        SQD_TRY([[maybe_unused]] const Config config, parse(settings));
        return {};
    },
    .workerMemory = [](const Settings& settings, std::uint32_t) {
        const auto config = parse(settings);
        return static_cast<std::size_t>(config && config->high() ? LZ4_sizeofStateHC() : LZ4_sizeofState());
    },
    .makeCompressor = [](const Settings& settings, std::uint32_t, Role) -> Result<std::unique_ptr<Compressor>> {
        SQD_TRY(const Config config, parse(settings));
        return std::unique_ptr<Compressor>(std::make_unique<Lz4Compressor>(config));
    },
    .makeDecompressor = [](std::uint32_t) -> Result<std::unique_ptr<Decompressor>> {
        return std::unique_ptr<Decompressor>(std::make_unique<Lz4Decompressor>());
    },
    .optionsRecord = optionsRecord,
    // LZ4 itself runs over noise at 8 GB/s; LZ4HC falls to 50 MB/s there.
    .probePays = [](const Settings& settings, std::uint32_t) {
        const auto config = parse(settings);
        return config.has_value() && config->high();
    },
};

}  // namespace sqd::codec
