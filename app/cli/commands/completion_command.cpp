// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/arguments.h"
#include "cli/commands/command.h"
#include "cli/commands/completion_scripts.h"

#include <CLI/CLI.hpp>

namespace sqd::cli {

namespace {

class ShellCompletion final : public Command {
public:
    [[nodiscard]] std::string_view name() const override { return "completion"; }
    [[nodiscard]] std::string_view summary() const override { return "Print a completion script for a shell"; }
    [[nodiscard]] std::string_view operandSyntax() const override { return "bash|zsh|fish"; }
    [[nodiscard]] std::string_view notes() const override { return "Example:\n  source <(squashdesk-cli completion bash)\n"; }
    void declare(CLI::App&) override {}
    [[nodiscard]] bool takesCommonOptions() const override { return false; }
    int run(const std::vector<std::string>& operands, Reporter& reporter) override;
};

std::vector<std::string> splitWords(const std::string& text)
{
    std::vector<std::string> words;
    std::size_t from = 0;
    for (std::size_t bar = text.find('|'); bar != std::string::npos; bar = text.find('|', from)) {
        words.push_back(text.substr(from, bar - from));
        from = bar + 1;
    }
    words.push_back(text.substr(from));
    return words;
}

CompletionOption describe(const CLI::Option& option)
{
    CompletionOption described;
    described.help = option.get_description();
    for (const std::string& name : option.get_snames())
        described.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        described.names.push_back("--" + name);
    described.takesValue = option.get_items_expected_max() > 0;
    const std::string type = described.takesValue ? option.get_type_name() : "";
    described.takesFile = type == "FILE" || type == "FOLDER";
    // Words in capitals stand for something else ("SIZE|none").
    if (type.find('|') != std::string::npos)
        for (std::string& word : splitWords(type))
            if (word.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos)
                described.values.push_back(std::move(word));
    return described;
}

// From the very options that are parsed, so that the scripts cannot lag behind.
std::vector<CompletionCommand> describeAll()
{
    std::vector<CompletionCommand> all;
    for (const auto& command : makeCommands()) {
        CLI::App app;
        CommonOptions common;
        declareAll(app, *command, common);
        CompletionCommand one{std::string(command->name()), std::string(command->summary()), {}, {}};
        for (const CLI::Option* option : static_cast<const CLI::App&>(app).get_options())
            one.options.push_back(describe(*option));
        if (const std::string syntax(command->operandSyntax()); syntax.find('|') != std::string::npos)
            one.operands = splitWords(syntax);
        all.push_back(std::move(one));
    }
    return all;
}

int ShellCompletion::run(const std::vector<std::string>& operands, Reporter& reporter)
{
    const std::string shell = operands.size() == 1 ? operands[0] : "";
    if (shell == "bash")
        reporter.out() << bashCompletion(describeAll());
    else if (shell == "zsh")
        reporter.out() << zshCompletion(describeAll());
    else if (shell == "fish")
        reporter.out() << fishCompletion(describeAll());
    else
        return reporter.fail(usageError(name(), "one of bash, zsh, fish is needed"));
    return kExitDone;
}

}  // namespace

std::unique_ptr<Command> makeCompletionCommand()
{
    return std::make_unique<ShellCompletion>();
}

}  // namespace sqd::cli
