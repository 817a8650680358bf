// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/completion_scripts.h"

namespace sqd::cli {

static std::string joined(const std::vector<std::string>& words, const char* separator)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : separator) + word;
    return text;
}

// For single quotes in bash and zsh, and in fish, where a backslash escapes.
static std::string shellQuoted(const std::string& text, bool fish)
{
    std::string out;
    for (const char c : text) {
        if (c == '\'')
            out += fish ? "\\'" : "'\\''";
        else if (c == '\\' && fish)
            out += "\\\\";
        else
            out += c;
    }
    return "'" + out + "'";
}

static std::string commandNames(const std::vector<CompletionCommand>& commands)
{
    std::string names;
    for (const CompletionCommand& command : commands)
        names += command.name + " ";
    return names;
}

static std::string bashValueCases(const CompletionCommand& command)
{
    std::string text, files, others;
    for (const CompletionOption& option : command.options) {
        if (!option.takesValue)
            continue;
        std::string labels;
        for (const std::string& name : option.names)
            labels += (labels.empty() ? "" : "|") + ("'" + command.name + " " + name + "'");
        if (!option.values.empty())
            text += "    " + labels + ") words=" + shellQuoted(joined(option.values, " "), false) + " ;;\n";
        else
            (option.takesFile ? files : others) += (option.takesFile ? (files.empty() ? "" : "|") : (others.empty() ? "" : "|")) + labels;
    }
    if (!files.empty())
        text += "    " + files + ") mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); return ;;\n";
    if (!others.empty())
        text += "    " + others + ") return ;;\n";
    return text;
}

std::string bashCompletion(const std::vector<CompletionCommand>& commands)
{
    std::string text = "# bash completion for squashdesk-cli: source this, or put it into the folder of completions\n"
                       "_squashdesk_cli() {\n"
                       "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words=\n"
                       "  COMPREPLY=()\n"
                       "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                       "    mapfile -t COMPREPLY < <(compgen -W '"
        + commandNames(commands) + "--help --version' -- \"$cur\")\n    return\n  fi\n  case \"$command $prev\" in\n";
    for (const CompletionCommand& command : commands)
        text += bashValueCases(command);
    text += "  esac\n  if [ -z \"$words\" ]; then\n    case \"$command $cur\" in\n";
    for (const CompletionCommand& command : commands) {
        std::string options;
        for (const CompletionOption& option : command.options)
            options += joined(option.names, " ") + " ";
        text += "    '" + command.name + " -'*) words='" + options + "' ;;\n";
        if (!command.operands.empty())
            text += "    '" + command.name + " '*) words='" + joined(command.operands, " ") + "' ;;\n";
    }
    text += "    esac\n  fi\n"
            "  if [ -n \"$words\" ]; then mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
            "  else mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); fi\n"
            "}\n"
            "complete -o filenames -F _squashdesk_cli squashdesk-cli\n";
    return text;
}

// Colons and brackets end fields of _arguments.
static std::string zshField(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (c == ':' || c == '[' || c == ']' || c == '\\')
            out += '\\';
        out += c;
    }
    return out;
}

static std::string zshArgument(const CompletionOption& option, const std::string& name)
{
    std::string spec = "*" + name + "[" + zshField(option.help) + "]";
    if (option.takesValue) {
        spec += ":value:";
        if (!option.values.empty())
            spec += "(" + joined(option.values, " ") + ")";
        else if (option.takesFile)
            spec += "_files";
    }
    return "        " + shellQuoted(spec, false) + " \\\n";
}

std::string zshCompletion(const std::vector<CompletionCommand>& commands)
{
    std::string text = "#compdef squashdesk-cli\n"
                       "# zsh completion for squashdesk-cli: put it as _squashdesk-cli into a folder of $fpath\n"
                       "_squashdesk_cli() {\n  local -a commands\n  commands=(\n";
    for (const CompletionCommand& command : commands)
        text += "    " + shellQuoted(zshField(command.name) + ":" + zshField(command.help), false) + "\n";
    text += "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
            "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n";
    for (const CompletionCommand& command : commands) {
        text += "    " + command.name + ")\n      _arguments \\\n";
        for (const CompletionOption& option : command.options)
            for (const std::string& name : option.names)
                text += zshArgument(option, name);
        text += command.operands.empty() ? "        '*:file:_files' ;;\n" : "        '*:word:(" + joined(command.operands, " ") + ")' ;;\n";
    }
    return text + "  esac\n}\n_squashdesk_cli \"$@\"\n";
}

static std::string fishOption(const CompletionCommand& command, const CompletionOption& option)
{
    std::string line = "complete -c squashdesk-cli -n '__fish_seen_subcommand_from " + command.name + "'";
    for (const std::string& name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.values.empty())
        line += " -x -a " + shellQuoted(joined(option.values, " "), true);
    else if (option.takesFile)
        line += " -r";
    else if (option.takesValue)
        line += " -x";
    return line + " -d " + shellQuoted(option.help, true) + "\n";
}

std::string fishCompletion(const std::vector<CompletionCommand>& commands)
{
    std::string text = "# fish completion for squashdesk-cli: put it as squashdesk-cli.fish into the folder of completions\n"
                       "complete -c squashdesk-cli -n __fish_use_subcommand -f\n";
    for (const CompletionCommand& command : commands) {
        text += "complete -c squashdesk-cli -n __fish_use_subcommand -a " + command.name + " -d " + shellQuoted(command.help, true) + "\n";
        if (!command.operands.empty())
            text += "complete -c squashdesk-cli -n '__fish_seen_subcommand_from " + command.name + "' -f -a " + shellQuoted(joined(command.operands, " "), true) + "\n";
        for (const CompletionOption& option : command.options)
            text += fishOption(command, option);
    }
    return text;
}

}  // namespace sqd::cli
