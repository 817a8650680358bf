// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"
#include "concurrency/worker_group.h"
#include "read/verifier.h"
#include "read/verify_findings.h"
#include "read/verify_tree.h"

#include <stop_token>

namespace sqd::read {

// Decodes every stored block once, whoever shares it, and charges what is wrong to every file that needs it. `uses` is reordered.
// Fills the block figures of `report`. Errors: Cancelled.
Result<void> verifyData(const Image& image, TreeUses& uses, FindingCollector& findings, concurrency::WorkerGroup& workers,
    concurrency::ProgressCounters& progress, VerifyReport& report, std::stop_token stop);

}  // namespace sqd::read
