// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// The options of a command, declared in one line each. Values are read strictly (no octal, no trailing text) and the last of a repeated
// option wins. The type name that is set here is what help shows and what shell completion goes by: words joined by '|', FILE, FOLDER.
namespace sqd::cli {

class OptionBuilder {
public:
    OptionBuilder(CLI::App& app, std::string group) : m_app(app), m_group(std::move(group)) {}

    CLI::Option* flag(const std::string& names, bool& target, const std::string& help);
    // Calls `set` when the flag is given.
    CLI::Option* flag(const std::string& names, std::function<void()> set, const std::string& help);
    CLI::Option* text(const std::string& names, const std::string& type, std::string& target, const std::string& help);
    // Repeatable; one value each time.
    CLI::Option* list(const std::string& names, const std::string& type, std::vector<std::string>& target, const std::string& help);
    // One of `words`; `set` gets its index.
    CLI::Option* choice(const std::string& names, std::vector<std::string> words, std::function<void(std::size_t)> set, const std::string& help);
    CLI::Option* number(const std::string& names, const std::string& type, std::int64_t minimum, std::int64_t maximum,
        std::function<void(std::int64_t)> set, const std::string& help);
    CLI::Option* size(const std::string& names, std::function<void(std::uint64_t)> set, const std::string& help);
    // `read` returns an empty text, or why the value is no good ("'x' is …").
    CLI::Option* parsed(const std::string& names, const std::string& type, std::function<std::string(const std::string&)> read, const std::string& help);

private:
    CLI::Option* finish(CLI::Option* option, const std::string& type);
    CLI::App& m_app;
    const std::string m_group;
};

}  // namespace sqd::cli
