// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/inode.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace sqd::read {

class Image;

struct InodeScanResult {
    std::uint64_t records = 0;      // read before the end, or before `broken`
    std::optional<Error> broken;    // the scan could not go on: where a record ends is only known by decoding it
};

// Reads every record of the inode table in order, whether a directory names it or not. Errors: Cancelled.
Result<InodeScanResult> scanInodes(const Image& image, const std::function<void(const Inode&)>& visit, std::stop_token stop);

}  // namespace sqd::read
