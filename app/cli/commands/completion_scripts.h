// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace sqd::cli {

// What a shell must know of one option, and of one command.
struct CompletionOption {
    std::vector<std::string> names;   // with their dashes
    std::string help;
    bool takesValue = false;
    bool takesFile = false;
    std::vector<std::string> values;  // the words it takes, where they are known
};
struct CompletionCommand {
    std::string name, help;
    std::vector<CompletionOption> options;
    std::vector<std::string> operands;  // the words it takes, where they are known; else files
};

std::string bashCompletion(const std::vector<CompletionCommand>& commands);
std::string zshCompletion(const std::vector<CompletionCommand>& commands);
std::string fishCompletion(const std::vector<CompletionCommand>& commands);

}  // namespace sqd::cli
