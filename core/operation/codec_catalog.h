// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/registry.h"
#include "pack/pack_options.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The codecs as plain descriptions, for forms: the window builds its codec options from these and never sees a codec interface.
namespace sqd::operation {

struct CodecOptionDescription {
    enum class Kind { Number, Size, Choice, Flag, FlagList };
    std::string name;
    Kind kind = Kind::Flag;
    std::int64_t minimum = 0, maximum = 0;   // Number, Size
    std::vector<std::string> choices;        // Choice: one of; FlagList: any of, separated by commas
    std::string defaultText;
    std::string help;                        // one English sentence without a period
};

struct CodecDescription {
    std::string name;
    int minLevel = 0, maxLevel = 0, defaultLevel = 0;
    std::vector<CodecOptionDescription> options;
};

inline CodecOptionDescription describeOption(const codec::OptionInfo& info)
{
    CodecOptionDescription option;
    option.name = std::string(info.name);
    option.kind = static_cast<CodecOptionDescription::Kind>(info.kind);
    option.minimum = info.minimum;
    option.maximum = info.maximum;
    option.choices.assign(info.choices.begin(), info.choices.end());
    option.defaultText = std::string(info.defaultText);
    option.help = std::string(info.help);
    return option;
}

// All codecs of this build in the order in which they are shown.
inline std::vector<CodecDescription> codecCatalog()
{
    std::vector<CodecDescription> catalog;
    for (const codec::Backend* backend : codec::backends()) {
        CodecDescription one;
        one.name = std::string(backend->name);
        one.minLevel = backend->minLevel;
        one.maxLevel = backend->maxLevel;
        one.defaultLevel = backend->defaultLevel;
        for (const codec::OptionInfo& info : backend->options())
            one.options.push_back(describeOption(info));
        catalog.push_back(std::move(one));
    }
    return catalog;
}

// Puts the codec `name` with `settings` into `options`. Errors: InvalidArgument when there is no such codec, or when level, options and
// block size do not go together; the message names what and why.
inline Result<void> chooseCodec(pack::PackOptions& options, std::string_view name, const codec::Settings& settings)
{
    const codec::Backend* backend = codec::findBackend(name);
    if (!backend) {
        Error error;
        error.code = Errc::InvalidArgument;
        error.where = std::string(name);
        error.what = "no such codec";
        return error;
    }
    options.backend = backend;
    options.codecSettings = settings;
    return backend->validate(settings, options.blockSize);
}

}  // namespace sqd::operation
