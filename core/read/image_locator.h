// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "format/superblock.h"
#include "io/file.h"
#include "read/image.h"

#include <cstdint>

namespace sqd::read {

struct Located {
    std::uint64_t offset = 0;         // positions of the image count from here
    bool streamed = false;            // the superblock stands in the last 96 bytes of the file
    format::Superblock superblock;    // fields as they stand; version and codec are checked, nothing else
};

// Finds the superblock: at options.offset, or by itself at 0, behind an ELF program's sections (AppImage), within the first
// kMaxScanBytes, or at the end of the file (streamed). Errors: InputUnreadable (empty, too short, nothing like SquashFS: what it is
// instead, when known), Unsupported (byte order, vendor mark, version, codec number), as RandomAccessFile.
Result<Located> locateImage(const io::RandomAccessFile& file, const OpenOptions& options);

}  // namespace sqd::read
