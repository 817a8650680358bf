// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/commands/command.h"

#include <memory>
#include <span>
#include <string>

namespace sqd::cli {

// The help of one command; `app` has its options declared.
std::string commandHelp(const CLI::App& app, const Command& command);
// The overview of all commands.
std::string overviewHelp(std::span<const std::unique_ptr<Command>> commands);

}  // namespace sqd::cli
