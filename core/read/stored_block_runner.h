// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"
#include "concurrency/worker_group.h"
#include "io/file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

namespace sqd::read {

// Reads many stored blocks with all workers: neighbours in one large read, each handed to a function on the worker that read it.
struct StoredBlockRun {
    struct Place {
        std::uint64_t position = 0;     // from the superblock
        std::uint32_t storedBytes = 0;  // 1…1 MiB
    };
    const io::RandomAccessFile& file;
    std::uint64_t superblockOffset = 0;
    std::size_t count = 0;
    std::function<Place(std::size_t index)> placeOf;  // ascending positions read best; called from all workers
    // Gets one block's stored bytes, or why they could not be read. Called on worker 0…max(1, workers)-1, its own block at a time;
    // false ends the whole run.
    std::function<bool(int worker, std::size_t index, const Result<std::span<const std::byte>>& stored)> body;
};

// Blocks until all is done; `workers` must not be running. The workers' activities and progress.verifyDone (stored bytes) are kept up
// to date. Errors: Cancelled.
Result<void> runStoredBlocks(const StoredBlockRun& run, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress, std::stop_token stop);

}  // namespace sqd::read
