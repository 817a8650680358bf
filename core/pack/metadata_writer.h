// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"
#include "concurrency/worker_group.h"
#include "format/superblock.h"
#include "io/file.h"
#include "pack/pack_options.h"
#include "source/source_tree.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace sqd::pack {

// One finished fragment block.
struct FragmentRecord {
    std::uint64_t start = 0;      // position from the superblock
    std::uint32_t word = 0;       // block-size word
    std::uint32_t rawBytes = 0;   // unpacked length
    std::uint64_t hash = 0;       // hashBytes64 of the unpacked contents
};

// One metadata block as written, for verification.
struct MetadataRecord {
    std::uint64_t start = 0;      // position of the 2-byte header, from the superblock
    std::uint16_t header = 0;     // format section 5.1
    std::uint16_t rawBytes = 0;   // unpacked length
    std::uint64_t hash = 0;       // hashBytes64 of the unpacked contents
};

struct MetadataJob {
    source::Tree& tree;                            // complete; every regular file with own inode has its FileData
    const PackOptions& options;                    // backend is not null
    std::span<const FragmentRecord> fragments;     // by fragment index
    io::OutputFile& output;
    std::uint64_t superblockOffset = 0;            // where the superblock stands in `output`
    std::uint64_t start = 0;                       // first free position after the data area, from the superblock
    concurrency::WorkerGroup& workers;
    concurrency::ProgressCounters& progress;
    std::stop_token stop;
};

struct MetadataResult {
    format::Superblock superblock;                 // complete but for mkfsTime and the codec-option flag; bytesUsed is set
    std::vector<MetadataRecord> blocks;            // in order of position
};

// Numbers the inodes and writes inode, directory, fragment, export, id and xattr tables in that order, touching each other. Metadata
// blocks are serialised and compressed by all workers; only positions are summed in order (ADR 0011). Bytes do not depend on the
// number of workers. Errors: NotExpressible (more than 65,535 owners …, names the entry), OutputUnwritable, Cancelled.
Result<MetadataResult> writeMetadata(const MetadataJob& job);

}  // namespace sqd::pack
