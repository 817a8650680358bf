// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/commands/command.h"

#include <string>
#include <vector>

namespace sqd::cli {

struct ParsedArguments {
    bool help = false;                  // --help was given; nothing else counts then
    std::vector<std::string> operands;  // arguments that are no options, in order, as given
};

// Declares the options of `command` in `app`, common ones and --help included.
void declareAll(CLI::App& app, Command& command, CommonOptions& common);
// Parses `args` (without program and command name) into the declared options. Errors: InvalidArgument that names the option.
Result<ParsedArguments> parseArguments(CLI::App& app, const Command& command, const std::vector<std::string>& args);

}  // namespace sqd::cli
