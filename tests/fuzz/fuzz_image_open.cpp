// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The input is a whole file.
#include "fuzz/fuzz_target.h"

namespace sqd::fuzz {

void runInput(std::span<const std::byte> input)
{
    exerciseImage(Bytes(input.begin(), input.end()));
}

}  // namespace sqd::fuzz
