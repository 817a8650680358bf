// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/streams.h"

namespace sqd::cli {

// The whole command line: parses the arguments, runs the command, writes its output. Returns the exit code. Never throws. Uses nothing
// of the process but the file system.
int run(int argc, const char* const* argv, Streams& streams);
int run(int argc, const char* const* argv, std::ostream& out, std::ostream& err);

}  // namespace sqd::cli
