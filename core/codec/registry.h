// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"

#include <span>

namespace sqd::codec {

// All backends, in the order in which they are shown: gzip lzma lzo xz lz4 zstd none.
std::span<const Backend* const> backends();
// By name (exact), or nullptr.
const Backend* findBackend(std::string_view name);
// By on-disk number, or nullptr. "none" has no number of its own: its images carry gzip's and hold raw blocks only.
const Backend* findBackend(format::CodecId id);

// True when a `-X` option is another name of the level ("compression-level", "preset"): a form with a level control leaves it out.
bool isLevelOption(std::string_view name);
// The level that valid settings lead to, wherever they name it: for reports. 0 where the choice of another option leaves no level
// (lzo algorithms other than lzo1x_999, none).
int effectiveLevel(const Backend& backend, const Settings& settings);

}  // namespace sqd::codec
