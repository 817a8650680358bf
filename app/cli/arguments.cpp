// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace sqd::cli {

void declareAll(CLI::App& app, Command& command, CommonOptions& common)
{
    command.declare(app);
    if (command.takesCommonOptions())
        addCommonOptions(app, common);
    app.set_help_flag("-h,--help", "Show this text")->group("Common options");
    // Operands are not declared to CLI11: it would take "[a-z]" for a list of its own syntax.
    app.allow_extras();
}

// CLI11 takes the next argument as the value of "--name=", which is never what was meant.
static const std::string* findEmptyValue(const std::vector<std::string>& args)
{
    for (const std::string& arg : args) {
        if (arg == "--")
            break;
        if (arg.size() > 3 && arg.starts_with("--") && arg.find('=') == arg.size() - 1)
            return &arg;
    }
    return nullptr;
}

Result<ParsedArguments> parseArguments(CLI::App& app, const Command& command, const std::vector<std::string>& args)
{
    if (const std::string* empty = findEmptyValue(args))
        return usageError(command.name(), empty->substr(0, empty->size() - 1) + " needs a value behind the '='");
    std::vector<std::string> reversed(args.rbegin(), args.rend());
    ParsedArguments parsed;
    try {
        app.parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
        parsed.help = true;
        return parsed;
    } catch (const CLI::ParseError& e) {
        return usageError(command.name(), e.what());
    }
    bool onlyOperands = false;
    for (std::string& arg : app.remaining()) {
        if (!onlyOperands && arg == "--") {
            onlyOperands = true;
            continue;
        }
        if (!onlyOperands && arg.size() > 1 && arg.front() == '-')
            return usageError(command.name(), "there is no option '" + arg.substr(0, arg.find('=')) + "'");
        parsed.operands.push_back(std::move(arg));
    }
    return parsed;
}

}  // namespace sqd::cli
