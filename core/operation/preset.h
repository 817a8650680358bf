// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "pack/pack_options.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace sqd::operation {

// A goal that a person can choose instead of a codec; the command line and the window offer the same ones. Constant data.
struct Preset {
    std::string_view name;     // "balanced" …, as typed
    std::string_view codec;    // name of the backend
    int level;
    std::string_view options;  // codec options as `NAME=VALUE`, at most one; empty = none
    std::uint32_t blockSize;
    std::string_view summary;  // one sentence without a period, English
};

// balanced, smallest, fastest.
std::span<const Preset> presets();
const Preset* findPreset(std::string_view name);
// Sets backend, codec settings and block size; nothing else. Errors: InvalidArgument (no such preset), Unsupported (its codec is not
// built in).
Result<void> applyPreset(std::string_view name, pack::PackOptions& options);

}  // namespace sqd::operation
