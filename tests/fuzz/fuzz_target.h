// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "fuzz/fuzz_image.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sqd::fuzz {

// Defined by each target. Any input; must not crash, hang, or take memory without bound.
void runInput(std::span<const std::byte> input);

}  // namespace sqd::fuzz
