// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <stop_token>
#include <string>

namespace sqd::cli {

// Everything of the process that a command touches, so that tests run commands without one.
struct Streams {
    std::ostream& out;
    std::ostream& err;
    std::stop_token stop;                    // requested by a signal
    bool errIsTerminal = false;
    std::function<int()> errColumns;         // width of that terminal; empty = 80
    std::function<int()> outFailure;         // errno of the first failed write to `out`, 0 when unknown; empty = unknown
    std::function<std::optional<std::string>(const char* name)> environment;  // empty = no variables
};

}  // namespace sqd::cli
