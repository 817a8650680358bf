// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/reporter.h"
#include "operation/operation.h"

namespace sqd::cli {

// Starts the operation, shows its progress and waits for its end; a signal asks it to stop.
void runOperation(operation::Operation& operation, Reporter& reporter);

}  // namespace sqd::cli
