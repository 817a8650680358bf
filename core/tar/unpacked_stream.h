// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "tar/byte_stream.h"

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace sqd::tar {

// Takes the next bytes; an Error ends the whole.
using PieceTaker = std::function<Result<void>(std::span<const std::byte>)>;

// Unpacks a compressed stream (gzip, bzip2, compress, lzip, lzma, xz, zstd, lz4, lzop, also one in another) through libarchive into
// `sink`. `head` are bytes that were read from `input` before. Returns nothing when all went well, or why the stream could not be
// unpacked to its end. Errors: InputUnreadable, Cancelled, those of `sink`, Corrupt: it is not compressed in a way that is known.
Result<std::optional<Error>> unpackStream(std::string_view head, ByteStream& input, const PieceTaker& sink);

}  // namespace sqd::tar
