// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace CLI {
class App;
}

namespace sqd::cli {

enum class ProgressMode { Auto, Plain, JsonLines, None };

// What every command takes.
struct CommonOptions {
    bool json = false;
    bool quiet = false;
    ProgressMode progress = ProgressMode::Auto;
    int jobs = -1;                  // -1 = usable processors, 0 = the serial reference
    std::uint64_t memoryBytes = 0;  // 0 = a quarter of what may be used
};

void addCommonOptions(CLI::App& app, CommonOptions& options);

}  // namespace sqd::cli
