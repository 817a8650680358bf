// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/preset.h"

#include "codec/registry.h"

#include <array>

namespace sqd::operation {

// Block sizes: 128 KiB is what every reader is tuned for. Only "smallest" trades random access for size: a block eight times as long
// lets xz see eight times as far back, at the cost of unpacking up to 1 MiB for one byte.
static constexpr std::array<Preset, 3> kPresets{{
    {"balanced", "zstd", 15, "", 128 * 1024, "zstd 15: small, quick to read, moderate time to pack"},
    {"smallest", "xz", 6, "bcj=x86", 1024 * 1024, "xz with the x86 filter tried and 1 MiB blocks: smallest image, slowest to pack and read"},
    {"fastest", "lz4", 1, "", 128 * 1024, "lz4: packs and reads fastest, largest image"},
}};

std::span<const Preset> presets()
{
    return kPresets;
}

const Preset* findPreset(std::string_view name)
{
    for (const Preset& preset : kPresets)
        if (preset.name == name)
            return &preset;
    return nullptr;
}

Result<void> applyPreset(std::string_view name, pack::PackOptions& options)
{
    Error e;
    e.code = Errc::InvalidArgument;
    e.where = std::string(name);
    const Preset* preset = findPreset(name);
    if (preset == nullptr) {
        e.what = "there is no such preset";
        e.hint = "choose one of balanced, smallest, fastest";
        return e;
    }
    options.backend = codec::findBackend(preset->codec);
    if (options.backend == nullptr) {
        e.code = Errc::Unsupported;
        e.what = "needs the codec " + std::string(preset->codec) + ", which this build does not have";
        return e;
    }
    options.codecSettings = {};
    options.codecSettings.level = preset->level;
    if (const auto equals = preset->options.find('='); equals != std::string_view::npos)
        options.codecSettings.options.emplace(preset->options.substr(0, equals), preset->options.substr(equals + 1));
    options.blockSize = preset->blockSize;
    return {};
}

}  // namespace sqd::operation
