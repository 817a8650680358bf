// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Names are bytes; these functions make them fit to be shown, and read sizes that people type.
namespace sqd {

// True when `bytes` is well-formed UTF-8 (no overlong forms, no surrogates).
bool isUtf8(std::string_view bytes);
// One printable line: control characters, DEL, the C1 range, bidi overrides and bytes that are no UTF-8 become \xNN; a backslash stays.
std::string printable(std::string_view bytes);
// Replaces every byte that is no part of well-formed UTF-8 by U+FFFD. For JSON strings, beside a base64 twin.
std::string toUtf8Lossy(std::string_view bytes);
std::string base64(std::string_view bytes);
// "64K", "1M", "300 MiB", "123": powers of 1024 with K, M, G, T (any case, optional B or iB). nullopt when it is no size or too large.
std::optional<std::uint64_t> parseSize(std::string_view text);
// "1.5 MiB", "312 bytes": for messages of the command line.
std::string formatSize(std::uint64_t bytes);

}  // namespace sqd
