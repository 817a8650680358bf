// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string_view>

namespace sqd::tar {

// A number as it stands in an archive.
struct Number {
    enum class State { Good, Empty, Invalid, Overflow };
    State state = State::Empty;
    std::int64_t value = 0;  // 0 when empty or invalid; the nearest when it overflows
    [[nodiscard]] bool good() const { return state == State::Good; }
    // Good and at least 0, or empty, which is 0.
    [[nodiscard]] bool natural() const { return (good() || state == State::Empty) && value >= 0; }
};

// A field of a header: octal digits between blanks, or base 256 with the top bit set (GNU).
Number parseField(std::string_view field);
// A value of an extended header: decimal digits, maybe with a minus sign; `fraction`: digits behind a point may follow, and are cut off
// downwards.
Number parseDecimal(std::string_view text, bool fraction = false);

}  // namespace sqd::tar
