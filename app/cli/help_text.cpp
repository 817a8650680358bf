// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help_text.h"

#include <CLI/CLI.hpp>

namespace sqd::cli {

// Lines of help end before this column, descriptions begin at that one.
static constexpr std::size_t kHelpWidth = 110;
static constexpr std::size_t kDescriptionColumn = 36;

// `text` from column `at` on (the cursor stands there), wrapped at blanks and indented to kDescriptionColumn.
static std::string wrapped(std::string_view text)
{
    constexpr std::size_t width = kHelpWidth - kDescriptionColumn;
    std::string out;
    while (text.size() > width) {
        std::size_t cut = text.rfind(' ', width);
        if (cut == std::string_view::npos || cut == 0)
            cut = width;
        out += std::string(text.substr(0, cut)) + "\n" + std::string(kDescriptionColumn, ' ');
        text.remove_prefix(text.find_first_not_of(' ', cut));
    }
    return out + std::string(text) + "\n";
}

static std::string optionLine(const CLI::Option& option)
{
    std::string names;
    for (const std::string& name : option.get_snames())
        names += (names.empty() ? "" : ", ") + ("-" + name);
    if (names.empty())
        names = "    ";
    for (const std::string& name : option.get_lnames())
        names += (names == "    " ? "" : ", ") + ("--" + name);
    const std::string type = option.get_items_expected_max() > 0 ? option.get_type_name() : "";
    std::string line = "  " + names + (type.empty() ? "" : " " + type);
    if (line.size() + 2 > kDescriptionColumn)
        line += "\n" + std::string(kDescriptionColumn, ' ');
    else
        line.resize(kDescriptionColumn, ' ');
    return line + wrapped(option.get_description());
}

std::string commandHelp(const CLI::App& app, const Command& command)
{
    std::string text = "Usage: squashdesk-cli " + std::string(command.name()) + " [OPTION…] " + std::string(command.operandSyntax()) + "\n"
        + std::string(command.summary()) + ".\n";
    for (const std::string& group : app.get_groups()) {
        text += "\n" + group + ":\n";
        for (const CLI::Option* option : app.get_options([&](const CLI::Option* o) { return o->get_group() == group; }))
            text += optionLine(*option);
    }
    if (!command.notes().empty())
        text += "\n" + std::string(command.notes());
    return text;
}

std::string overviewHelp(std::span<const std::unique_ptr<Command>> commands)
{
    std::string text = "Usage: squashdesk-cli COMMAND [OPTION…] [ARGUMENT…]\nPacks folders and archives into SquashFS 4.0 images, and looks into, extracts, verifies, compares and exports such\n"
                       "images. The window over the same engine is the program squashdesk.\n\nCommands:\n";
    for (const auto& command : commands) {
        std::string line = "  " + std::string(command->name());
        line.resize(14, ' ');
        text += line + std::string(command->summary()) + "\n";
    }
    text += "\nsquashdesk-cli COMMAND --help tells the options of a command; --version [--json] tells version and codecs.\n\n"
            "Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 3 an input cannot be read, 4 the output cannot be written,\n"
            "5 the image is corrupt or unsupported, 6 done with warnings, 70 a fault of squashdesk itself, 130 cancelled.\n";
    return text;
}

}  // namespace sqd::cli
