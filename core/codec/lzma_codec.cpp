// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/backends.h"

#include "base/bytes.h"
#include "codec/best_of.h"
#include "codec/lzma_stream.h"
#include "codec/settings_reader.h"

#include <array>

// Streams of the old "LZMA alone" form: 5 bytes of properties, 8 bytes of length, LZMA1 data (format section 3.2).
namespace sqd::codec {
namespace {

constexpr int kMinLevel = 0;
constexpr int kMaxLevel = 9;
constexpr int kDefaultLevel = 5;  // mksquashfs' preset
constexpr std::size_t kPropertiesSize = 5;
constexpr std::size_t kHeaderSize = 13;
constexpr std::uint64_t kUnknownSize = ~std::uint64_t{0};
constexpr std::uint32_t kMaxDictionary = format::kMaxBlockSize;  // no block needs more, and hostile headers may ask for 4 GiB
constexpr std::uint64_t kDecoderOverhead = 1 << 20;              // liblzma's own state beside the dictionary, with room to spare

const std::vector<OptionInfo>& options()
{
    static const std::vector<OptionInfo> kOptions{
        {.name = kLevelOption, .kind = OptionKind::Number, .minimum = kMinLevel, .maximum = kMaxLevel, .choices = {}, .defaultText = "5",
         .help = "Preset of liblzma; higher packs smaller and slower"},
        {.name = "extreme", .kind = OptionKind::Flag, .minimum = 0, .maximum = 0, .choices = {}, .defaultText = "0",
         .help = "The slower variant of the preset, for a little more"},
    };
    return kOptions;
}

Result<lzma_options_lzma> parse(const Settings& settings, std::uint32_t dictionaryBytes)
{
    const SettingsReader reader(settings, "lzma", options());
    SQD_CHECK(reader.checkNames());
    SQD_TRY(const auto level, reader.level(kMinLevel, kMaxLevel));
    SQD_TRY(const bool extreme, reader.flag("extreme"));
    return lzmaPreset(level.value_or(kDefaultLevel), extreme, dictionaryBytes);
}

class LzmaCompressor final : public Compressor {
public:
    explicit LzmaCompressor(const lzma_options_lzma& options) : m_options(options) {}

    Result<std::optional<std::size_t>> compress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        const std::span<std::byte> room = usefulRoom(in, out);
        if (room.empty())
            return std::optional<std::size_t>{};
        if (const lzma_ret status = lzma_alone_encoder(m_stream.get(), &m_options); status != LZMA_OK)
            return internalError(std::string("liblzma cannot set up its encoder: ") + lzmaStatusText(status));
        SQD_TRY(const std::optional<std::size_t> size, m_stream.pack(in, room));
        if (size)
            store64(room, kPropertiesSize, in.size());  // the encoder writes "unknown"; readers want the length
        return size;
    }
    void setAbortFlag(const std::atomic<bool>* flag) override { m_stream.setAbortFlag(flag); }

private:
    lzma_options_lzma m_options;
    LzmaStream m_stream;
};

class LzmaDecompressor final : public Decompressor {
public:
    // Old writers gave the length and no end mark, others the end mark and a patched length. So the decoder is told that the length
    // is unknown, and the stream is whole when it ends by its mark, or by its input with enough produced.
    Result<std::size_t> decompress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        if (in.size() <= kHeaderSize)
            return corruptError("lzma block", "is too short for a stream");
        const std::uint32_t dictionary = load32(in, 1);
        if (dictionary > kMaxDictionary)
            return corruptError("lzma block", "its dictionary of " + std::to_string(dictionary) + " bytes is larger than 1 MiB");
        const std::uint64_t size = load64(in, kPropertiesSize);
        if (size == 0 || size > out.size())
            return corruptError("lzma block", "says that it unpacks to " + std::to_string(size) + " bytes, expected 1 to "
                                                  + std::to_string(out.size()));
        std::array<std::byte, kHeaderSize> header{};
        std::copy_n(in.begin(), kPropertiesSize, header.begin());
        store64(header, kPropertiesSize, kUnknownSize);
        const std::uint64_t limit = std::uint64_t{kMaxDictionary} + kDecoderOverhead;
        if (const lzma_ret status = lzma_alone_decoder(m_stream.get(), limit); status != LZMA_OK)
            return internalError(std::string("liblzma cannot set up its decoder: ") + lzmaStatusText(status));
        const LzmaStream::Unpacked result = m_stream.unpack(header, in.subspan(kHeaderSize), out);
        return judge(result, in.size(), size, out.size());
    }

private:
    static Result<std::size_t> judge(const LzmaStream::Unpacked& result, std::size_t inSize, std::uint64_t size, std::size_t room)
    {
        if (result.status != LZMA_STREAM_END && result.status != LZMA_BUF_ERROR)
            return corruptError("lzma block", lzmaStatusText(result.status));
        if (result.consumed != inSize) {
            if (result.status == LZMA_STREAM_END)
                return corruptError("lzma block", std::to_string(inSize - result.consumed) + " bytes follow its end mark");
            return corruptError("lzma block", "unpacks to more than " + std::to_string(room) + " bytes");
        }
        if (result.produced < size)
            return corruptError("lzma block", "unpacks to " + std::to_string(result.produced) + " bytes of " + std::to_string(size));
        return static_cast<std::size_t>(size);
    }

    LzmaStream m_stream;
};

std::size_t workerMemory(const Settings& settings, std::uint32_t blockSize)
{
    const auto parsed = parse(settings, blockSize);
    if (!parsed)
        return 0;
    lzma_options_lzma chosen = *parsed;
    const lzma_filter chain[] = {{LZMA_FILTER_LZMA1, &chosen}, {LZMA_VLI_UNKNOWN, nullptr}};
    return static_cast<std::size_t>(lzma_raw_encoder_memusage(chain));
}

}  // namespace

const Backend kLzmaBackend{
    .id = format::CodecId::Lzma,
    .name = "lzma",
    .minLevel = kMinLevel,
    .maxLevel = kMaxLevel,
    .defaultLevel = kDefaultLevel,
    .versionOfLibrary = lzmaVersionText,
    .options = options,
    .validate = [](const Settings& settings, std::uint32_t blockSize) -> Result<void> {
        SQD_TRY([[maybe_unused]] const auto chosen, parse(settings, blockSize));
        return {};
    },
    .workerMemory = workerMemory,
    .makeCompressor = [](const Settings& settings, std::uint32_t blockSize, Role role) -> Result<std::unique_ptr<Compressor>> {
        const auto dictionary = role == Role::Data ? blockSize : static_cast<std::uint32_t>(format::kMetadataBlockSize);
        SQD_TRY(const auto chosen, parse(settings, dictionary));
        return std::unique_ptr<Compressor>(std::make_unique<LzmaCompressor>(chosen));
    },
    .makeDecompressor = [](std::uint32_t) -> Result<std::unique_ptr<Decompressor>> {
        return std::unique_ptr<Decompressor>(std::make_unique<LzmaDecompressor>());
    },
    .optionsRecord = [](const Settings&, std::uint32_t) { return std::vector<std::byte>{}; },
    .probePays = [](const Settings&, std::uint32_t) { return true; },
};

}  // namespace sqd::codec
