// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/backends.h"

#include "codec/settings_reader.h"

namespace sqd::codec {
namespace {

class NoCompressor final : public Compressor {
public:
    Result<std::optional<std::size_t>> compress(std::span<const std::byte>, std::span<std::byte>) override
    {
        return std::optional<std::size_t>{};
    }
};

const std::vector<OptionInfo>& options()
{
    static const std::vector<OptionInfo> kOptions;
    return kOptions;
}

Result<void> validate(const Settings& settings, std::uint32_t)
{
    const SettingsReader reader(settings, "none", options());
    SQD_CHECK(reader.checkNames());
    SQD_TRY([[maybe_unused]] const auto level, reader.level(0, 0));
    return {};
}

}  // namespace

const Backend kNoneBackend{
    .id = format::CodecId::Gzip,
    .name = "none",
    .minLevel = 0,
    .maxLevel = 0,
    .defaultLevel = 0,
    .versionOfLibrary = [] { return std::string("built in"); },
    .options = options,
    .validate = validate,
    .workerMemory = [](const Settings&, std::uint32_t) { return std::size_t{0}; },
    .makeCompressor = [](const Settings& settings, std::uint32_t blockSize, Role) -> Result<std::unique_ptr<Compressor>> {
        SQD_CHECK(validate(settings, blockSize));
        return std::unique_ptr<Compressor>(std::make_unique<NoCompressor>());
    },
    // Its images say gzip, so a reader of such an image meets gzip's streams, should another tool have appended some.
    .makeDecompressor = [](std::uint32_t blockSize) { return kGzipBackend.makeDecompressor(blockSize); },
    .optionsRecord = [](const Settings&, std::uint32_t) { return std::vector<std::byte>{}; },
    .probePays = [](const Settings&, std::uint32_t) { return false; },
};

}  // namespace sqd::codec
