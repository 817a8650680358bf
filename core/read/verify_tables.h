// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "concurrency/progress.h"
#include "concurrency/worker_group.h"
#include "read/verify_findings.h"

#include <cstdint>
#include <unordered_map>

namespace sqd::read {

class Image;

// Unpacks every metadata block of the image on all workers: headers, contents, full inner blocks, exact lookup blocks, no gaps.
void verifyMetadataBlocks(const Image& image, FindingCollector& findings, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress);

// Attribute sets that cannot be read, by index; the tree walk tells whose they are.
using BrokenXattrSets = std::unordered_map<std::uint32_t, Error>;
BrokenXattrSets verifyXattrSets(const Image& image, FindingCollector& findings, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress);

}  // namespace sqd::read
