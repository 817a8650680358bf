// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/registry.h"

#include "codec/backends.h"
#include "codec/settings_reader.h"

#include <array>

namespace sqd::codec {
namespace {

constexpr std::array<const Backend*, 7> kBackends{&kGzipBackend, &kLzmaBackend, &kLzoBackend, &kXzBackend,
                                                  &kLz4Backend,  &kZstdBackend, &kNoneBackend};

}  // namespace

std::span<const Backend* const> backends() { return kBackends; }

const Backend* findBackend(std::string_view name)
{
    for (const Backend* backend : kBackends)
        if (backend->name == name)
            return backend;
    return nullptr;
}

const Backend* findBackend(format::CodecId id)
{
    for (const Backend* backend : kBackends)
        if (backend->id == id)
            return backend;  // gzip stands before none, which shares its number
    return nullptr;
}

bool isLevelOption(std::string_view name) { return name == kLevelOption || name == kPresetOption; }

int effectiveLevel(const Backend& backend, const Settings& settings)
{
    const SettingsReader reader(settings, backend.name, backend.options());
    const auto level = reader.level(backend.minLevel, backend.maxLevel);
    if (level.has_value() && *level)
        return **level;
    if (backend.id == format::CodecId::Lzo && settings.options.contains("algorithm")
        && !settings.options.at("algorithm").ends_with("999"))
        return 0;
    if (backend.id == format::CodecId::Lz4) {
        const auto high = reader.flag("hc");
        if (high && *high)
            return backend.maxLevel;
    }
    return backend.defaultLevel;
}

}  // namespace sqd::codec
