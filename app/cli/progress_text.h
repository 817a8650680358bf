// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/json_output.h"
#include "concurrency/progress.h"
#include "operation/rate_meter.h"

#include <string>

namespace sqd::cli {

// "packing   42 %  165.3 MB/s  20-30 s left  1.2 GiB of 8.1 GiB  ratio 2.47  compressing 97 %": ASCII, at most `columns` wide; the
// last parts are left out where it would be wider.
std::string progressLine(const concurrency::Snapshot& snapshot, const operation::Rates& rates, std::size_t columns);
// One line of --progress json.
Json progressJson(const concurrency::Snapshot& snapshot, const operation::Rates& rates);
// "0.4 s", "12.3 s", "3 min 20 s", "2 h 5 min".
std::string durationText(double seconds);
// "20-30 s", "2-3 min", "50 s - 2 min".
std::string timeLeftText(double low, double high);
// "165.3 MB/s": powers of 1000, as storage is sold.
std::string speedText(double bytesPerSecond);

}  // namespace sqd::cli
