// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <stop_token>

namespace sqd::read {

class Image;

// What stands behind the image proper.
struct TrailingBytes {
    std::uint64_t count = 0;
    bool allZero = true;
};
// Reads them up to the first that is not zero. Errors: InputUnreadable, Cancelled.
Result<TrailingBytes> readTrailingBytes(const Image& image, std::stop_token stop);

}  // namespace sqd::read
