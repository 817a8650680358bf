// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/progress.h"
#include "concurrency/worker_group.h"
#include "io/file.h"
#include "pack/metadata_writer.h"
#include "pack/pack_options.h"
#include "source/source_tree.h"

#include <deque>
#include <span>
#include <stop_token>

namespace sqd::pack {

// Reads back everything that was written, decodes it and compares it with the hashes taken from the source while packing: data blocks,
// fragment blocks and metadata blocks. Parallel; memory does not grow with the image.
// Errors: OutputUnwritable with the entry's path when a block does not read back as it was written; Cancelled.
Result<void> verifyWritten(const io::OutputFile& output, std::uint64_t superblockOffset, const PackOptions& options, const source::Tree& tree,
                           const std::deque<source::FileData>& files, std::span<const FragmentRecord> fragments,
                           std::span<const MetadataRecord> metadata, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress,
                           std::stop_token stop);

}  // namespace sqd::pack
