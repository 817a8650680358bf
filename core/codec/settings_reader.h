// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"

#include <optional>

namespace sqd::codec {

inline constexpr std::string_view kLevelOption = "compression-level";
inline constexpr std::string_view kPresetOption = "preset";

// Reads Settings by a backend's list of options: ranges and choices come from there, so that help, form and check cannot disagree.
// Every error is InvalidArgument and names the option, the value and what is allowed. Keeps references: all three outlive it.
class SettingsReader {
public:
    SettingsReader(const Settings& settings, std::string_view codec, const std::vector<OptionInfo>& options)
        : m_settings(settings), m_codec(codec), m_options(options) {}

    // Every option that was given is one of the list.
    Result<void> checkNames() const;
    // From Settings::level and the options that are other names of it, which must agree; nullopt = none of them given.
    Result<std::optional<int>> level(int minimum, int maximum) const;
    // nullopt = not given. The option must be in the list with kind Number.
    Result<std::optional<std::int64_t>> number(std::string_view name) const;
    // False when not given.
    Result<bool> flag(std::string_view name) const;
    // Index into the choices; nullopt = not given.
    Result<std::optional<std::size_t>> choice(std::string_view name) const;
    // Bit i = choices[i]; 0 = not given.
    Result<std::uint32_t> flagList(std::string_view name) const;

    // The text of an option, or nullptr when not given.
    const std::string* text(std::string_view name) const;
    // An error about one option: `what` is about the value, `hint` says what is allowed.
    Error optionError(std::string_view name, std::string what, std::string hint) const;
    // An error about the level.
    Error levelError(std::string what, std::string hint) const;

private:
    const OptionInfo* info(std::string_view name) const;
    Result<int> levelText(std::string_view name, int minimum, int maximum) const;

    const Settings& m_settings;
    std::string_view m_codec;
    const std::vector<OptionInfo>& m_options;
};

}  // namespace sqd::codec
