// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "codec/codec.h"
#include "concurrency/progress.h"
#include "concurrency/worker_group.h"
#include "io/file.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

namespace sqd::read {

// One stored block whose contents are known, so that it can be proven to read back. Filled by the packer, read-only here.
struct BlockCheck {
    std::uint64_t start = 0;        // from the superblock
    std::uint64_t hash64 = 0;       // sqd::hashBytes64 of the contents
    std::uint32_t storedBytes = 0;  // 1…block size
    std::uint32_t rawBytes = 0;     // of the contents, 1…block size
    std::uint32_t label = 0;        // what the caller's labelOf() turns into a path
    bool raw = false;               // stored without compression
};

// Reads, decodes and compares every block; the first mismatch ends it. `checks` should be sorted by start: neighbours are then read in
// one go. Workers share nothing but the counter of the next batch; no allocation per block. progress.verifyDone grows by storedBytes,
// the workers' activities are Reading, Decoding and Hashing. `labelOf` may be empty; it is called for a failing block only, on a
// worker. Errors: InputUnreadable, Corrupt (imageOffset and path set), Cancelled, Internal. `workers` must not be running.
Result<void> verifyBlocks(const io::RandomAccessFile& file, std::uint64_t superblockOffset, std::span<const BlockCheck> checks,
    const codec::Backend& backend, std::uint32_t blockSize, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress,
    std::stop_token stop, const std::function<std::string(std::uint32_t label)>& labelOf = {});

}  // namespace sqd::read
