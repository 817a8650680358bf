// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/operation_runner.h"

#include "cli/progress_line.h"

namespace sqd::cli {

void runOperation(operation::Operation& operation, Reporter& reporter)
{
    ProgressLine progress(reporter.streams(), reporter.common().progress, reporter.common().quiet, [&operation] { return operation.snapshot(); });
    const std::stop_callback stop(reporter.streams().stop, [&operation] { operation.requestStop(); });
    operation.start();
    operation.wait();
    progress.finish();
}

}  // namespace sqd::cli
