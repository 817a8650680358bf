// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/registry.h"

namespace sqd::codec {

std::span<const Backend* const> backends() { return {}; }
const Backend* findBackend(std::string_view) { return nullptr; }
const Backend* findBackend(format::CodecId) { return nullptr; }

}  // namespace sqd::codec
