// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/backends.h"

#include "base/bytes.h"
#include "codec/best_of.h"
#include "codec/settings_reader.h"

#include <zstd.h>
#include <zstd_errors.h>

namespace sqd::codec {
namespace {

constexpr int kMinLevel = -131072;
constexpr int kMaxLevel = 22;
constexpr int kDefaultLevel = 15;  // mksquashfs' default, the one that is left out of the options block
// Noise passes at 400 MB/s up to here and at 25 to 40 MB/s above (the binary-tree searches), in blocks up to 16 KiB one level earlier.
constexpr int kProbeLevel = 12;

const std::vector<OptionInfo>& options()
{
    static const std::vector<OptionInfo> kOptions{
        {.name = kLevelOption, .kind = OptionKind::Number, .minimum = kMinLevel, .maximum = kMaxLevel, .choices = {}, .defaultText = "15",
         .help = "Higher packs smaller and slower; below 1 faster and larger, down to hardly packing at all; 0 means 3"},
    };
    return kOptions;
}

Result<int> parse(const Settings& settings)
{
    const SettingsReader reader(settings, "zstd", options());
    SQD_CHECK(reader.checkNames());
    SQD_TRY(const auto level, reader.level(kMinLevel, kMaxLevel));
    const int chosen = level.value_or(kDefaultLevel);
    return chosen == 0 ? ZSTD_defaultCLevel() : chosen;
}

class ZstdCompressor final : public Compressor {
public:
    ZstdCompressor() : m_context(ZSTD_createCCtx(), ZSTD_freeCCtx) {}

    Result<void> open(int level)
    {
        ZSTD_CCtx* context = m_context.get();
        if (context == nullptr || ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)) != 0
            || ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 0)) != 0
            || ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 1)) != 0)
            return internalError("zstd cannot set up its compressor");
        return {};
    }

    // ZSTD_compress2 knows the size in advance, so the window never passes the block: what Linux demands.
    Result<std::optional<std::size_t>> compress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        const std::span<std::byte> room = usefulRoom(in, out);
        if (room.empty())
            return std::optional<std::size_t>{};
        const std::size_t size = ZSTD_compress2(m_context.get(), room.data(), room.size(), in.data(), in.size());
        if (ZSTD_isError(size) == 0)
            return std::optional<std::size_t>{size};
        if (ZSTD_getErrorCode(size) == ZSTD_error_dstSize_tooSmall)
            return std::optional<std::size_t>{};
        return internalError(std::string("zstd failed: ") + ZSTD_getErrorName(size));
    }

    std::size_t memory() const { return ZSTD_sizeof_CCtx(m_context.get()); }

private:
    std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> m_context;
};

// The window that a frame's header names, in bytes; 0 = the frame is one segment, which needs none beside its output; nullopt = no
// frame header.
std::optional<std::uint64_t> frameWindow(std::span<const std::byte> in)
{
    constexpr std::uint32_t kFrameMagic = 0xFD2FB528;
    if (in.size() < 6 || load32(in, 0) != kFrameMagic)
        return std::nullopt;
    const auto descriptor = static_cast<unsigned>(in[4]);
    if ((descriptor & 0x20U) != 0)
        return 0;
    const auto window = static_cast<unsigned>(in[5]);
    const std::uint64_t base = std::uint64_t{1} << (10 + (window >> 3));
    return base + base / 8 * (window & 7U);
}

class ZstdDecompressor final : public Decompressor {
public:
    explicit ZstdDecompressor(std::uint32_t blockSize)
        : m_context(ZSTD_createDCtx(), ZSTD_freeDCtx), m_maxWindow(std::max<std::uint64_t>(blockSize, format::kMetadataBlockSize)) {}

    bool ready() const { return m_context != nullptr; }

    Result<std::size_t> decompress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        const auto window = frameWindow(in);
        if (!window)
            return corruptError("zstd block", "does not begin with a zstd frame");
        if (*window > m_maxWindow)
            return corruptError("zstd block", "its window of " + std::to_string(*window) + " bytes is larger than the block");
        const std::size_t frame = ZSTD_findFrameCompressedSize(in.data(), in.size());
        if (ZSTD_isError(frame) != 0)
            return corruptError("zstd block", std::string("is broken: ") + ZSTD_getErrorName(frame));
        if (frame != in.size())
            return corruptError("zstd block", std::to_string(in.size() - frame) + " bytes follow its frame");
        const std::size_t produced = ZSTD_decompressDCtx(m_context.get(), out.data(), out.size(), in.data(), in.size());
        if (ZSTD_isError(produced) != 0) {
            if (ZSTD_getErrorCode(produced) == ZSTD_error_dstSize_tooSmall)
                return corruptError("zstd block", "unpacks to more than " + std::to_string(out.size()) + " bytes");
            return corruptError("zstd block", std::string("is broken: ") + ZSTD_getErrorName(produced));
        }
        if (produced == 0)
            return corruptError("zstd block", "unpacks to nothing");
        return produced;
    }

private:
    std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> m_context;
    std::uint64_t m_maxWindow;
};

// Asked of the library itself: packs one block of zeros, which sets up the tables of a full block and takes no time.
std::size_t workerMemory(const Settings& settings, std::uint32_t blockSize)
{
    const auto level = parse(settings);
    ZstdCompressor compressor;
    if (!level || !compressor.open(*level))
        return 0;
    const std::vector<std::byte> zeros(blockSize);
    std::vector<std::byte> out(blockSize);
    if (!compressor.compress(zeros, out))
        return 0;
    return compressor.memory();
}

std::vector<std::byte> optionsRecord(const Settings& settings, std::uint32_t)
{
    const auto level = parse(settings);
    if (!level || *level == kDefaultLevel)
        return {};
    std::vector<std::byte> record(4);
    // Older readers refuse levels below 1 here, and no reader needs the number to unpack.
    store32(record, 0, static_cast<std::uint32_t>(std::max(*level, 1)));
    return record;
}

}  // namespace

const Backend kZstdBackend{
    .id = format::CodecId::Zstd,
    .name = "zstd",
    .minLevel = kMinLevel,
    .maxLevel = kMaxLevel,
    .defaultLevel = kDefaultLevel,
    .versionOfLibrary = [] { return std::string("zstd ") + ZSTD_versionString(); },
    .options = options,
    .validate = [](const Settings& settings, std::uint32_t) -> Result<void> {
        SQD_TRY([[maybe_unused]] const int level, parse(settings));
        return {};
    },
    .workerMemory = workerMemory,
    .makeCompressor = [](const Settings& settings, std::uint32_t, Role) -> Result<std::unique_ptr<Compressor>> {
        SQD_TRY(const int level, parse(settings));
        auto compressor = std::make_unique<ZstdCompressor>();
        SQD_CHECK(compressor->open(level));
        return std::unique_ptr<Compressor>(std::move(compressor));
    },
    .makeDecompressor = [](std::uint32_t blockSize) -> Result<std::unique_ptr<Decompressor>> {
        auto decompressor = std::make_unique<ZstdDecompressor>(blockSize);
        if (!decompressor->ready())
            return internalError("zstd cannot set up its decompressor");
        return std::unique_ptr<Decompressor>(std::move(decompressor));
    },
    .optionsRecord = optionsRecord,
    .probePays = [](const Settings& settings, std::uint32_t) {
        const auto level = parse(settings);
        return level.has_value() && *level >= kProbeLevel;
    },
};

}  // namespace sqd::codec
