// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/common_options.h"

#include "cli/option_builder.h"

namespace sqd::cli {

// As many as a worker group takes.
static constexpr std::int64_t kMaxJobs = 4096;

void addCommonOptions(CLI::App& app, CommonOptions& options)
{
    OptionBuilder b(app, "Common options");
    b.flag("--json", options.json, "One JSON object on standard output at the end");
    b.choice("--progress", {{"auto", "plain", "json", "none"}},
        [&options](std::size_t index) { options.progress = static_cast<ProgressMode>(index); },
        "Progress on standard error; auto: one redrawn line on a terminal, else nothing");
    b.flag("-q,--quiet", options.quiet, "Errors only");
    b.number("-j,--jobs", "N", 0, kMaxJobs, [&options](std::int64_t n) { options.jobs = static_cast<int>(n); },
        "Worker threads; default: the processors this process may use; 0: serial, no threads");
    b.size("--memory", [&options](std::uint64_t n) { options.memoryBytes = n; },
        "Bound for buffers in flight; default: a quarter of the usable memory");
}

}  // namespace sqd::cli
