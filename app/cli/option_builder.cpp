// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/option_builder.h"

#include "base/bytes_text.h"
#include "cli/value_readers.h"

#include <algorithm>

namespace sqd::cli {

static std::string joined(const std::vector<std::string>& words, const char* separator)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : separator) + word;
    return text;
}

CLI::Option* OptionBuilder::finish(CLI::Option* option, const std::string& type)
{
    option->group(m_group);
    if (!type.empty())
        option->type_name(type);
    return option;
}

CLI::Option* OptionBuilder::flag(const std::string& names, bool& target, const std::string& help)
{
    return finish(m_app.add_flag(names, target, help)->disable_flag_override()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast), "");
}

CLI::Option* OptionBuilder::flag(const std::string& names, std::function<void()> set, const std::string& help)
{
    return finish(m_app.add_flag_function(names, [set = std::move(set)](std::int64_t) { set(); }, help)->disable_flag_override(), "");
}

CLI::Option* OptionBuilder::text(const std::string& names, const std::string& type, std::string& target, const std::string& help)
{
    return parsed(names, type, [&target](const std::string& value) { target = value; return std::string(); }, help);
}

CLI::Option* OptionBuilder::list(const std::string& names, const std::string& type, std::vector<std::string>& target, const std::string& help)
{
    // Without extra arguments CLI11 neither takes the words behind the value nor splits a value in brackets ("[a-z]").
    return finish(m_app.add_option(names, target, help)->allow_extra_args(false), type);
}

CLI::Option* OptionBuilder::choice(const std::string& names, std::vector<std::string> words, std::function<void(std::size_t)> set, const std::string& help)
{
    const std::string type = joined(words, "|");
    return parsed(names, type,
        [words = std::move(words), set = std::move(set)](const std::string& value) -> std::string {
            const auto found = std::find(words.begin(), words.end(), value);
            if (found == words.end())
                return "'" + value + "' is none of " + joined(words, ", ");
            set(static_cast<std::size_t>(found - words.begin()));
            return {};
        },
        help);
}

CLI::Option* OptionBuilder::number(const std::string& names, const std::string& type, std::int64_t minimum, std::int64_t maximum,
    std::function<void(std::int64_t)> set, const std::string& help)
{
    return parsed(names, type,
        [minimum, maximum, set = std::move(set)](const std::string& value) -> std::string {
            const auto n = readNumber(value);
            if (!n || *n < minimum || *n > maximum)
                return "'" + value + "' is no number from " + std::to_string(minimum) + " to " + std::to_string(maximum);
            set(*n);
            return {};
        },
        help);
}

CLI::Option* OptionBuilder::size(const std::string& names, std::function<void(std::uint64_t)> set, const std::string& help)
{
    return parsed(names, "SIZE",
        [set = std::move(set)](const std::string& value) -> std::string {
            const auto n = parseSize(value);
            if (!n)
                return "'" + value + "' is no size (a number, with K, M, G or T for powers of 1024)";
            set(*n);
            return {};
        },
        help);
}

CLI::Option* OptionBuilder::parsed(const std::string& names, const std::string& type, std::function<std::string(const std::string&)> read, const std::string& help)
{
    const std::string shown = names.substr(names.find(',') == std::string::npos ? 0 : names.find(',') + 1);
    const auto take = [shown, read = std::move(read)](const std::string& value) {
        if (const std::string problem = read(value); !problem.empty())
            throw CLI::ValidationError(shown, problem);
    };
    return finish(m_app.add_option_function<std::string>(names, take, help)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast), type);
}

}  // namespace sqd::cli
