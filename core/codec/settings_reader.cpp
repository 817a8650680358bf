// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/settings_reader.h"

#include <charconv>

namespace sqd::codec {
namespace {

std::optional<std::int64_t> parseInteger(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::string rangeHint(std::int64_t minimum, std::int64_t maximum)
{
    return "use a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum);
}

std::string joined(const std::vector<std::string_view>& words)
{
    std::string text;
    for (const std::string_view word : words)
        text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

Error settingsError(std::string where, std::string what, std::string hint)
{
    Error error;
    error.code = Errc::InvalidArgument;
    error.where = std::move(where);
    error.what = std::move(what);
    error.hint = std::move(hint);
    return error;
}

std::optional<std::size_t> indexOf(const std::vector<std::string_view>& choices, std::string_view word)
{
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (choices[i] == word)
            return i;
    return std::nullopt;
}

}  // namespace

const OptionInfo* SettingsReader::info(std::string_view name) const
{
    for (const OptionInfo& option : m_options)
        if (option.name == name)
            return &option;
    return nullptr;
}

const std::string* SettingsReader::text(std::string_view name) const
{
    const auto found = m_settings.options.find(std::string(name));
    return found == m_settings.options.end() ? nullptr : &found->second;
}

Error SettingsReader::optionError(std::string_view name, std::string what, std::string hint) const
{
    return settingsError(std::string(m_codec) + " option " + std::string(name), std::move(what), std::move(hint));
}

Error SettingsReader::levelError(std::string what, std::string hint) const
{
    return settingsError(std::string(m_codec) + " level", std::move(what), std::move(hint));
}

Result<void> SettingsReader::checkNames() const
{
    for (const auto& [name, value] : m_settings.options) {
        if (info(name) != nullptr)
            continue;
        std::vector<std::string_view> known;
        for (const OptionInfo& option : m_options)
            known.push_back(option.name);
        return optionError(name, "there is no such option (value " + quoted(value) + ")",
                           known.empty() ? std::string(m_codec) + " has no options" : "the options are " + joined(known));
    }
    return {};
}

Result<int> SettingsReader::levelText(std::string_view name, int minimum, int maximum) const
{
    const std::string& value = *text(name);
    const auto parsed = parseInteger(value);
    if (!parsed)
        return optionError(name, quoted(value) + " is not a number", rangeHint(minimum, maximum));
    if (*parsed < minimum || *parsed > maximum)
        return optionError(name, value + " is out of range", rangeHint(minimum, maximum));
    return static_cast<int>(*parsed);
}

Result<std::optional<int>> SettingsReader::level(int minimum, int maximum) const
{
    std::optional<int> chosen = m_settings.level;
    if (chosen && minimum == maximum && *chosen != minimum)
        return levelError(std::to_string(*chosen) + " was given", std::string(m_codec) + " has no levels; leave it out");
    if (chosen && (*chosen < minimum || *chosen > maximum))
        return levelError(std::to_string(*chosen) + " is out of range", rangeHint(minimum, maximum));
    for (const std::string_view name : {kLevelOption, kPresetOption}) {
        if (text(name) == nullptr || info(name) == nullptr)
            continue;
        SQD_TRY(const int named, levelText(name, minimum, maximum));
        if (chosen && *chosen != named)
            return optionError(name, std::to_string(named) + " disagrees with level " + std::to_string(*chosen),
                               "give the level once; " + rangeHint(minimum, maximum));
        chosen = named;
    }
    return chosen;
}

Result<std::optional<std::int64_t>> SettingsReader::number(std::string_view name) const
{
    const std::string* value = text(name);
    if (value == nullptr)
        return std::optional<std::int64_t>{};
    const OptionInfo& option = *info(name);
    const auto parsed = parseInteger(*value);
    if (!parsed)
        return optionError(name, quoted(*value) + " is not a number", rangeHint(option.minimum, option.maximum));
    if (*parsed < option.minimum || *parsed > option.maximum)
        return optionError(name, *value + " is out of range", rangeHint(option.minimum, option.maximum));
    return std::optional<std::int64_t>{*parsed};
}

Result<bool> SettingsReader::flag(std::string_view name) const
{
    const std::string* value = text(name);
    if (value == nullptr || *value == "0" || *value == "off")
        return false;
    if (value->empty() || *value == "1" || *value == "on")
        return true;
    return optionError(name, quoted(*value) + " is neither on nor off", "use 1 or 0, or the name alone for on");
}

Result<std::optional<std::size_t>> SettingsReader::choice(std::string_view name) const
{
    const std::string* value = text(name);
    if (value == nullptr)
        return std::optional<std::size_t>{};
    const OptionInfo& option = *info(name);
    if (const auto index = indexOf(option.choices, *value))
        return std::optional<std::size_t>{*index};
    return optionError(name, quoted(*value) + " is not a choice", "use one of " + joined(option.choices));
}

Result<std::uint32_t> SettingsReader::flagList(std::string_view name) const
{
    const std::string* value = text(name);
    if (value == nullptr)
        return std::uint32_t{0};
    const OptionInfo& option = *info(name);
    std::uint32_t bits = 0;
    std::string_view rest = *value;
    while (true) {
        const std::size_t comma = rest.find(',');
        const std::string_view word = rest.substr(0, comma);
        const auto index = indexOf(option.choices, word);
        if (!index)
            return optionError(name, quoted(word) + " is not a choice",
                               "use one or more of " + joined(option.choices) + ", separated by commas");
        bits |= 1U << *index;
        if (comma == std::string_view::npos)
            return bits;
        rest.remove_prefix(comma + 1);
    }
}

}  // namespace sqd::codec
