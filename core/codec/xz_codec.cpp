// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/backends.h"

#include "base/bytes.h"
#include "base/bytes_text.h"
#include "codec/best_of.h"
#include "codec/lzma_stream.h"
#include "codec/settings_reader.h"

#include <charconv>

namespace sqd::codec {
namespace {

constexpr int kMinLevel = 0;
constexpr int kMaxLevel = 9;
constexpr int kDefaultLevel = LZMA_PRESET_DEFAULT;
constexpr std::uint32_t kMetadataDictionary = format::kMetadataBlockSize;
constexpr std::uint32_t kMaxDictionary = format::kMaxBlockSize;  // no block needs more; a header may ask for 4 GiB

struct Filter {
    std::string_view name;
    lzma_vli id;
    std::uint32_t recordBit;
};

constexpr Filter kFilters[] = {
    {"x86", LZMA_FILTER_X86, 1},  {"powerpc", LZMA_FILTER_POWERPC, 2},    {"ia64", LZMA_FILTER_IA64, 4},
    {"arm", LZMA_FILTER_ARM, 8},  {"armthumb", LZMA_FILTER_ARMTHUMB, 16}, {"sparc", LZMA_FILTER_SPARC, 32},
#ifdef LZMA_FILTER_ARM64
    {"arm64", LZMA_FILTER_ARM64, 64},
#endif
};

// In the order of kFilters, so that bit i of the parsed list is kFilters[i]; without those that this liblzma cannot encode.
std::vector<std::string_view> filterNames()
{
    std::vector<std::string_view> names;
    for (const Filter& filter : kFilters)
        if (lzma_filter_encoder_is_supported(filter.id) != 0)
            names.push_back(filter.name);
    return names;
}

const std::vector<OptionInfo>& options()
{
    static const std::vector<OptionInfo> kOptions{
        {.name = kPresetOption, .kind = OptionKind::Number, .minimum = kMinLevel, .maximum = kMaxLevel, .choices = {}, .defaultText = "6",
         .help = "Preset of liblzma; higher packs smaller and slower"},
        {.name = kLevelOption, .kind = OptionKind::Number, .minimum = kMinLevel, .maximum = kMaxLevel, .choices = {}, .defaultText = "6",
         .help = "Another name of the preset"},
        {.name = "extreme", .kind = OptionKind::Flag, .minimum = 0, .maximum = 0, .choices = {}, .defaultText = "0",
         .help = "The slower variant of the preset, for a little more"},
        {.name = "dict-size", .kind = OptionKind::Size, .minimum = format::kMinBlockSize, .maximum = kMaxDictionary, .choices = {},
         .defaultText = "100%", .help = "Bytes, or percent of the block size; 2^n or 3*2^n, at least 8 KiB, at most a block"},
        {.name = "bcj", .kind = OptionKind::FlagList, .minimum = 0, .maximum = 0, .choices = filterNames(), .defaultText = "",
         .help = "Filters for machine code: each is tried on each block besides none, the shortest is kept; packing takes as many "
                 "times longer. Linux no longer reads ia64, old kernels do not read arm64"},
        {.name = "lc", .kind = OptionKind::Number, .minimum = 0, .maximum = 4, .choices = {}, .defaultText = "3",
         .help = "Bits of the byte before that predict a literal; lc + lp is at most 4"},
        {.name = "lp", .kind = OptionKind::Number, .minimum = 0, .maximum = 4, .choices = {}, .defaultText = "0",
         .help = "Bits of the position that predict a literal; 2 suits 32-bit values"},
        {.name = "pb", .kind = OptionKind::Number, .minimum = 0, .maximum = 4, .choices = {}, .defaultText = "2",
         .help = "Bits of the position that predict a match; 0 suits text"},
    };
    return kOptions;
}

struct Config {
    lzma_options_lzma lzma{};
    std::uint32_t filterBits = 0;  // bits of the options block
};

// 2^n or 3·2^n: what an LZMA2 header can name and Linux accepts.
bool isDictionarySize(std::uint64_t size)
{
    const std::uint64_t low = size & (~size + 1);
    return size != 0 && (size == low || size == 3 * low);
}

std::uint32_t dictionaryAtMost(std::uint64_t size)
{
    std::uint64_t best = format::kMinBlockSize;
    for (std::uint64_t power = best; power <= size; power *= 2)
        best = power + power / 2 <= size ? power + power / 2 : power;
    return static_cast<std::uint32_t>(best);
}

Result<std::uint32_t> parseDictionary(const SettingsReader& reader, std::uint32_t blockSize)
{
    constexpr std::string_view kName = "dict-size";
    const std::string* text = reader.text(kName);
    if (text == nullptr)
        return blockSize;
    const std::uint32_t least = std::min(blockSize, kMetadataDictionary);
    const std::string hint = "use 1% to 100%, or 2^n or 3*2^n bytes from " + std::to_string(least) + " to "
        + std::to_string(blockSize) + " (the block size)";
    if (text->ends_with('%')) {
        unsigned percent = 0;
        const char* last = text->data() + text->size() - 1;
        const auto [end, error] = std::from_chars(text->data(), last, percent);
        if (error != std::errc{} || end != last || percent < 1 || percent > 100)
            return reader.optionError(kName, *text + " is no percentage of the block size", hint);
        return std::max(least, dictionaryAtMost(std::uint64_t{blockSize} * percent / 100));
    }
    const auto size = parseSize(*text);
    if (!size)
        return reader.optionError(kName, "\"" + *text + "\" is not a size", hint);
    if (*size < least || *size > blockSize)
        return reader.optionError(kName, *text + " is out of range", hint);
    if (!isDictionarySize(*size))
        return reader.optionError(kName, *text + " is a size that Linux does not read", hint);
    return static_cast<std::uint32_t>(*size);
}

Result<Config> parse(const Settings& settings, std::uint32_t blockSize)
{
    const SettingsReader reader(settings, "xz", options());
    SQD_CHECK(reader.checkNames());
    SQD_TRY(const auto level, reader.level(kMinLevel, kMaxLevel));
    SQD_TRY(const bool extreme, reader.flag("extreme"));
    SQD_TRY(const std::uint32_t dictionary, parseDictionary(reader, blockSize));
    SQD_TRY(const std::uint32_t listed, reader.flagList("bcj"));
    SQD_TRY(const auto lc, reader.number("lc"));
    SQD_TRY(const auto lp, reader.number("lp"));
    SQD_TRY(const auto pb, reader.number("pb"));
    Config config;
    config.lzma = lzmaPreset(level.value_or(kDefaultLevel), extreme, dictionary);
    config.lzma.lc = static_cast<std::uint32_t>(lc.value_or(config.lzma.lc));
    config.lzma.lp = static_cast<std::uint32_t>(lp.value_or(config.lzma.lp));
    config.lzma.pb = static_cast<std::uint32_t>(pb.value_or(config.lzma.pb));
    if (config.lzma.lc + config.lzma.lp > LZMA_LCLP_MAX)
        return reader.optionError("lp", std::to_string(config.lzma.lp) + " and lc " + std::to_string(config.lzma.lc) + " are too much",
                                  "use lc and lp from 0 to 4 whose sum is at most 4");
    const std::vector<std::string_view> names = filterNames();
    for (const Filter& filter : kFilters)
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == filter.name && ((listed >> i) & 1U) != 0)
                config.filterBits |= filter.recordBit;
    return config;
}

class XzCompressor final : public Compressor {
public:
    XzCompressor(const Config& config, Role role) : m_options(config.lzma)
    {
        m_attempts.push_back(LZMA_VLI_UNKNOWN);
        if (role == Role::Metadata) {
            m_options.dict_size = kMetadataDictionary;  // no machine code here, so no filters either
            return;
        }
        for (const Filter& filter : kFilters)
            if ((config.filterBits & filter.recordBit) != 0)
                m_attempts.push_back(filter.id);
    }

    Result<std::optional<std::size_t>> compress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        return keepBest(m_attempts.size(), usefulRoom(in, out), m_scratch,
                        [&](std::size_t i, std::span<std::byte> room) { return packOnce(in, room, m_attempts[i]); });
    }

    void setAbortFlag(const std::atomic<bool>* flag) override { m_stream.setAbortFlag(flag); }

private:
    Result<std::optional<std::size_t>> packOnce(std::span<const std::byte> in, std::span<std::byte> room, lzma_vli filter)
    {
        lzma_filter chain[3] = {{filter, nullptr}, {LZMA_FILTER_LZMA2, &m_options}, {LZMA_VLI_UNKNOWN, nullptr}};
        const lzma_filter* first = filter == LZMA_VLI_UNKNOWN ? chain + 1 : chain;
        if (const lzma_ret status = lzma_stream_encoder(m_stream.get(), first, LZMA_CHECK_CRC32); status != LZMA_OK)
            return internalError(std::string("liblzma cannot set up its encoder: ") + lzmaStatusText(status));
        return m_stream.pack(in, room);
    }

    lzma_options_lzma m_options;
    std::vector<lzma_vli> m_attempts;  // LZMA_VLI_UNKNOWN = without a filter
    LzmaStream m_stream;
    std::vector<std::byte> m_scratch;
};

class XzDecompressor final : public Decompressor {
public:
    XzDecompressor()
    {
        // The dearest chain there is: three filters before an LZMA2 of the largest dictionary allowed.
        lzma_options_delta delta{};
        delta.type = LZMA_DELTA_TYPE_BYTE;
        delta.dist = LZMA_DELTA_DIST_MAX;
        lzma_options_lzma lzma = lzmaPreset(kDefaultLevel, false, kMaxDictionary);
        const lzma_filter chain[] = {{LZMA_FILTER_DELTA, &delta}, {LZMA_FILTER_X86, nullptr}, {LZMA_FILTER_X86, nullptr},
                                     {LZMA_FILTER_LZMA2, &lzma}, {LZMA_VLI_UNKNOWN, nullptr}};
        m_memoryLimit = lzma_raw_decoder_memusage(chain);
    }

    Result<std::size_t> decompress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        if (const lzma_ret status = lzma_stream_decoder(m_stream.get(), m_memoryLimit, 0); status != LZMA_OK)
            return internalError(std::string("liblzma cannot set up its decoder: ") + lzmaStatusText(status));
        const LzmaStream::Unpacked result = m_stream.unpack({}, in, out);
        if (result.status == LZMA_BUF_ERROR && result.consumed != in.size())
            return corruptError("xz block", "unpacks to more than " + std::to_string(out.size()) + " bytes");
        if (result.status != LZMA_STREAM_END)
            return corruptError("xz block", lzmaStatusText(result.status));
        if (result.consumed != in.size())
            return corruptError("xz block", std::to_string(in.size() - result.consumed) + " bytes follow its stream");
        if (result.produced == 0)
            return corruptError("xz block", "unpacks to nothing");
        return result.produced;
    }

private:
    LzmaStream m_stream;
    std::uint64_t m_memoryLimit = 0;
};

std::size_t workerMemory(const Settings& settings, std::uint32_t blockSize)
{
    const auto config = parse(settings, blockSize);
    if (!config)
        return 0;
    lzma_options_lzma chosen = config->lzma;
    const lzma_filter chain[] = {{LZMA_FILTER_LZMA2, &chosen}, {LZMA_VLI_UNKNOWN, nullptr}};
    return static_cast<std::size_t>(lzma_raw_encoder_memusage(chain)) + (config->filterBits != 0 ? blockSize : 0);
}

std::vector<std::byte> optionsRecord(const Settings& settings, std::uint32_t blockSize)
{
    const auto config = parse(settings, blockSize);
    if (!config || (config->lzma.dict_size == blockSize && config->filterBits == 0))
        return {};
    std::vector<std::byte> record(8);
    // What stands here is the most that Linux allows a stream, metadata's 8 KiB included.
    store32(record, 0, std::max(config->lzma.dict_size, kMetadataDictionary));
    store32(record, 4, config->filterBits);
    return record;
}

}  // namespace

const Backend kXzBackend{
    .id = format::CodecId::Xz,
    .name = "xz",
    .minLevel = kMinLevel,
    .maxLevel = kMaxLevel,
    .defaultLevel = kDefaultLevel,
    .versionOfLibrary = lzmaVersionText,
    .options = options,
    .validate = [](const Settings& settings, std::uint32_t blockSize) -> Result<void> {
        SQD_TRY([[maybe_unused]] const Config config, parse(settings, blockSize));
        return {};
    },
    .workerMemory = workerMemory,
    .makeCompressor = [](const Settings& settings, std::uint32_t blockSize, Role role) -> Result<std::unique_ptr<Compressor>> {
        SQD_TRY(const Config config, parse(settings, blockSize));
        return std::unique_ptr<Compressor>(std::make_unique<XzCompressor>(config, role));
    },
    .makeDecompressor = [](std::uint32_t) -> Result<std::unique_ptr<Decompressor>> {
        return std::unique_ptr<Decompressor>(std::make_unique<XzDecompressor>());
    },
    .optionsRecord = optionsRecord,
    .probePays = [](const Settings&, std::uint32_t) { return true; },
};

}  // namespace sqd::codec
