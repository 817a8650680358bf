// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/superblock.h"
#include "io/file.h"
#include "pack/pack_options.h"

#include <cstdint>

namespace sqd::pack {

// Writes what stands before the data: the header file, if any, and the codec's options block. The superblock's place stays zero until
// finishImage(), so a torn image has no magic. Sets options.imageOffset when a header asks for one. Returns the position of the first
// data block, from the superblock. Errors: InputUnreadable (header), InvalidArgument (header longer than the offset), OutputUnwritable.
Result<std::uint64_t> beginImage(PackOptions& options, io::OutputFile& output);

// Pads the image and writes the superblock, last. `superblock` comes from writeMetadata(); time and option flag are set here.
Result<void> finishImage(const PackOptions& options, format::Superblock superblock, io::OutputFile& output);

}  // namespace sqd::pack
