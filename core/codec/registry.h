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

}  // namespace sqd::codec
