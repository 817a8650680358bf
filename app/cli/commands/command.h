// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/common_options.h"
#include "cli/reporter.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace sqd::cli {

// One verb of the command line. An object serves one call: declare() fills its options from the arguments, then run().
class Command {
public:
    virtual ~Command() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    // One line for the overview, without a period.
    [[nodiscard]] virtual std::string_view summary() const = 0;
    // What follows the name in the usage line, options aside: "IMAGE [PATTERN…]".
    [[nodiscard]] virtual std::string_view operandSyntax() const = 0;
    // Text below the options in the help: examples. May be empty.
    [[nodiscard]] virtual std::string_view notes() const { return {}; }
    // Declares all options but the common ones.
    virtual void declare(CLI::App& app) = 0;
    // False for commands that have no use for the common options.
    [[nodiscard]] virtual bool takesCommonOptions() const { return true; }
    // Does it; `operands` are the arguments that are no options, as given. Returns the exit code; every problem was reported.
    virtual int run(const std::vector<std::string>& operands, Reporter& reporter) = 0;
};

std::unique_ptr<Command> makePackCommand();
std::unique_ptr<Command> makeInfoCommand();
std::unique_ptr<Command> makeListCommand();
std::unique_ptr<Command> makeStatCommand();
std::unique_ptr<Command> makeCatCommand();
std::unique_ptr<Command> makeExtractCommand();
std::unique_ptr<Command> makeVerifyCommand();
std::unique_ptr<Command> makeDiffCommand();
std::unique_ptr<Command> makeTarCommand();
std::unique_ptr<Command> makeCompletionCommand();

// All commands, in the order of the overview.
std::vector<std::unique_ptr<Command>> makeCommands();

}  // namespace sqd::cli
