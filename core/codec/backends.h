// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"

// The backends by name, for registry.cpp and for each other. Everyone else asks the registry.
namespace sqd::codec {

extern const Backend kGzipBackend;  // libdeflate_codec.cpp, zlib_codec.cpp
extern const Backend kLzmaBackend;
extern const Backend kLzoBackend;
extern const Backend kXzBackend;
extern const Backend kLz4Backend;
extern const Backend kZstdBackend;
extern const Backend kNoneBackend;

}  // namespace sqd::codec
