// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"
#include "read/finding.h"
#include "read/image.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace sqd::read {

struct VerifyOptions {
    int jobs = 1;                        // workers; 0 = the serial reference
    std::size_t maxFindings = kMaxFindings;
    OpenOptions open;
};

struct VerifyReport {
    bool ok = true;                      // no finding of severity Error
    std::uint64_t files = 0;             // regular files (inodes) checked
    std::uint64_t bytes = 0;             // contents bytes of them, hard links once, shared data once per file
    std::uint64_t decodedBytes = 0;      // bytes that were decoded: every stored block once, whoever shares it
    std::uint64_t storedBytes = 0;       // stored bytes of those blocks
    std::uint64_t blocks = 0;            // distinct data and fragment blocks
    std::uint64_t rawBlocks = 0;         // of those: stored without compression, so nothing but their length can be checked
    double seconds = 0;
    std::vector<Finding> findings;       // errors first, then by offset
    std::uint64_t suppressed = 0;        // findings beyond the cap
};

// Reads and decodes everything in the image and checks every structure; goes on after each finding. An image that cannot even be
// opened gives a report with that one error; only an unreadable file (InputUnreadable, also "no image at all") and Cancelled are
// returned as an Error. `counters` has at least max(1, jobs) workers; phase, verifyTotal, verifyDone (stored bytes) and the workers'
// activities are kept up to date. One thread calls it; any number of verifications may run at once.
Result<VerifyReport> verifyImage(std::shared_ptr<const io::RandomAccessFile> file, const VerifyOptions& options,
    concurrency::ProgressCounters& counters, std::stop_token stop);

}  // namespace sqd::read
