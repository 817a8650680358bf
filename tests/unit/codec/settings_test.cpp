// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit/codec/codec_samples.h"

#include "codec/registry.h"

#include <gmock/gmock.h>

namespace sqd::codec::test {
namespace {

using ::testing::HasSubstr;

std::string refusal(const char* codec, const Settings& settings, std::uint32_t blockSize = 131072)
{
    const Backend& backend = *findBackend(codec);
    const auto valid = backend.validate(settings, blockSize);
    const auto made = backend.makeCompressor(settings, blockSize, Role::Data);
    EXPECT_EQ(valid.has_value(), made.has_value());
    if (valid)
        return {};
    EXPECT_EQ(valid.error().code, Errc::InvalidArgument);
    EXPECT_FALSE(valid.error().hint.empty());
    return valid.error().line();
}

Settings both(int level, std::string name, std::string value)
{
    Settings settings = withOption(std::move(name), std::move(value));
    settings.level = level;
    return settings;
}

TEST(Settings, levelOutOfRange_namesCodecValueAndRange)
{
    for (const Backend* backend : packingBackends())
        for (const int level : {backend->minLevel - 1, backend->maxLevel + 1}) {
            const std::string line = refusal(std::string(backend->name).c_str(), atLevel(level));
            EXPECT_THAT(line, HasSubstr(std::string(backend->name) + " level: " + std::to_string(level)));
            EXPECT_THAT(line, HasSubstr("from " + std::to_string(backend->minLevel) + " to " + std::to_string(backend->maxLevel)));
        }
    EXPECT_THAT(refusal("none", atLevel(3)), HasSubstr("no levels"));
    EXPECT_EQ(refusal("none", atLevel(0)), "");
}

TEST(Settings, badValue_namesOptionValueAndWhatIsAllowed)
{
    struct Case {
        const char* codec;
        const char* name;
        const char* value;
        const char* allowed;
        const char* said = nullptr;  // the part of the value that the error quotes, null = all
    };
    for (const Case& c : {Case{"gzip", "window-size", "7", "from 8 to 15"}, {"gzip", "window-size", "16", "from 8 to 15"},
                          {"gzip", "window-size", "x", "from 8 to 15"}, {"gzip", "compression-level", "13", "from 1 to 12"},
                          {"gzip", "compression-level", "5.5", "from 1 to 12"}, {"gzip", "strategy", "fixed,quick", "huffman_only", "quick"},
                          {"gzip", "strategy", "fixed,", "huffman_only", "\"\""}, {"lzo", "algorithm", "lzo2", "lzo1x_1_15"},
                          {"xz", "dict-size", "100", "from 8192 to 131072"}, {"xz", "dict-size", "1M", "from 8192 to 131072"},
                          {"xz", "dict-size", "12345", "3*2^n"}, {"xz", "dict-size", "0%", "1% to 100%"},
                          {"xz", "dict-size", "101%", "1% to 100%"}, {"xz", "dict-size", "%", "1% to 100%"},
                          {"xz", "dict-size", "big", "1% to 100%"}, {"xz", "bcj", "mips", "armthumb"}, {"xz", "preset", "10", "from 0 to 9"},
                          {"xz", "lc", "5", "from 0 to 4"}, {"xz", "lp", "2", "sum is at most 4"}, {"xz", "extreme", "maybe", "1 or 0"},
                          {"lz4", "hc", "2", "1 or 0"}, {"lz4", "acceleration", "0", "from 1 to 65537"},
                          {"zstd", "compression-level", "23", "from -131072 to 22"}}) {
        const std::string line = refusal(c.codec, withOption(c.name, c.value));
        EXPECT_THAT(line, HasSubstr(std::string(c.codec) + " option " + c.name)) << c.value;
        EXPECT_THAT(line, HasSubstr(c.allowed)) << c.value;
        EXPECT_THAT(line, HasSubstr(c.said == nullptr ? c.value : c.said)) << c.value;
    }
}

TEST(Settings, unknownOption_listsTheKnownOnes)
{
    EXPECT_THAT(refusal("gzip", withOption("dict-size", "1")), HasSubstr("compression-level, window-size, strategy"));
    EXPECT_THAT(refusal("none", withOption("hc", "1")), HasSubstr("no options"));
    EXPECT_THAT(refusal("zstd", withOption("window-log", "27")), HasSubstr("compression-level"));
    EXPECT_NE(refusal("lzo", withOption("preset", "3")), "");
}

TEST(Settings, levelNamedTwice_mustAgree)
{
    EXPECT_EQ(refusal("gzip", both(5, "compression-level", "5")), "");
    EXPECT_THAT(refusal("gzip", both(5, "compression-level", "6")), HasSubstr("disagrees with level 5"));
    EXPECT_THAT(refusal("xz", both(5, "preset", "6")), HasSubstr("disagrees"));
    Settings twice = withOption("preset", "3");
    twice.options["compression-level"] = "4";
    EXPECT_THAT(refusal("xz", twice), HasSubstr("disagrees"));
}

TEST(Settings, combinationsWithoutMeaning_areRefused)
{
    EXPECT_THAT(refusal("gzip", both(10, "window-size", "12")), HasSubstr("gzip level: 10"));
    EXPECT_EQ(refusal("gzip", both(9, "window-size", "12")), "");
    EXPECT_EQ(refusal("gzip", both(12, "window-size", "15")), "");
    EXPECT_THAT(refusal("lzo", both(3, "algorithm", "lzo1x_1")), HasSubstr("lzo level: 3"));
    EXPECT_EQ(refusal("lzo", both(3, "algorithm", "lzo1x_999")), "");
    EXPECT_THAT(refusal("lz4", both(1, "hc", "1")), HasSubstr("disagrees"));
    EXPECT_THAT(refusal("lz4", both(2, "hc", "0")), HasSubstr("disagrees"));
    EXPECT_EQ(refusal("lz4", both(9, "hc", "1")), "");
    EXPECT_THAT(refusal("lz4", both(9, "acceleration", "5")), HasSubstr("acceleration"));
}

TEST(Settings, dictionaryLimit_followsTheBlockSize)
{
    EXPECT_EQ(refusal("xz", withOption("dict-size", "1M"), 1 << 20), "");
    EXPECT_EQ(refusal("xz", withOption("dict-size", "4096"), 4096), "");
    EXPECT_EQ(refusal("xz", withOption("dict-size", "24K"), 32768), "");
    EXPECT_THAT(refusal("xz", withOption("dict-size", "8192"), 4096), HasSubstr("from 4096 to 4096"));
}

TEST(OptionList, everyEntry_isCompleteAndItsDefaultIsValid)
{
    for (const Backend* backend : backends())
        for (const OptionInfo& option : backend->options()) {
            SCOPED_TRACE(std::string(backend->name) + " " + std::string(option.name));
            EXPECT_FALSE(option.help.empty());
            EXPECT_NE(option.help.back(), '.');
            if (option.kind == OptionKind::Number || option.kind == OptionKind::Size) {
                EXPECT_LT(option.minimum, option.maximum);
            }
            EXPECT_EQ(option.choices.empty(), option.kind != OptionKind::Choice && option.kind != OptionKind::FlagList);
            if (option.kind == OptionKind::FlagList) {
                EXPECT_EQ(option.defaultText, "");
                continue;
            }
            const Settings settings = withOption(std::string(option.name), std::string(option.defaultText));
            EXPECT_EQ(refusal(std::string(backend->name).c_str(), settings), "");
        }
}

TEST(OptionList, defaultLevelText_isTheDefaultLevel)
{
    for (const Backend* backend : backends())
        for (const OptionInfo& option : backend->options())
            if (isLevelOption(option.name)) {
                EXPECT_EQ(option.defaultText, std::to_string(backend->defaultLevel)) << backend->name;
            }
}

}  // namespace
}  // namespace sqd::codec::test
