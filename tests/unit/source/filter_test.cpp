// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/filter.h"

#include <gtest/gtest.h>

#include <chrono>

using namespace sqd::source;

static bool glob(std::string_view pattern, std::string_view text)
{
    const auto compiled = Glob::compile(pattern);
    EXPECT_TRUE(compiled.has_value()) << pattern << ": " << compiled.error().line();
    return compiled && compiled->matches(decodeName(text));
}

TEST(Glob, Star_stopsAtSlashes)
{
    EXPECT_TRUE(glob("*.o", "a.o"));
    EXPECT_TRUE(glob("*.o", ".o"));
    EXPECT_TRUE(glob("*", ".hidden"));
    EXPECT_FALSE(glob("*.o", "a.oo"));
    EXPECT_TRUE(glob("usr/*/x", "usr/local/x"));
    EXPECT_FALSE(glob("usr/*/x", "usr/local/share/x"));
    EXPECT_FALSE(glob("usr/*", "usr"));
}

TEST(Glob, DoubleStar_crossesSlashes)
{
    EXPECT_TRUE(glob("**/x", "x"));
    EXPECT_TRUE(glob("**/x", "a/b/x"));
    EXPECT_FALSE(glob("**/x", "a/bx"));
    EXPECT_TRUE(glob("a/**/b", "a/b"));
    EXPECT_TRUE(glob("a/**/b", "a/1/2/b"));
    EXPECT_FALSE(glob("a/**/b", "ab"));
    EXPECT_FALSE(glob("a/**/b", "a/1/2/cb"));
    EXPECT_TRUE(glob("a/**", "a/b/c"));
    EXPECT_FALSE(glob("a/**", "a"));
    EXPECT_TRUE(glob("a/**.o", "a/b/c.o"));
}

TEST(Glob, Question_isOneCharacterOrOneBrokenByte)
{
    EXPECT_TRUE(glob("a?c", "abc"));
    EXPECT_TRUE(glob("?", "\xC3\xA9"));
    EXPECT_TRUE(glob("?", "\xF0\x9F\x98\x80"));
    EXPECT_TRUE(glob("?", "\xE9"));
    EXPECT_FALSE(glob("?", "\xC3\x28"));
    EXPECT_TRUE(glob("??", "\xC3\x28"));
    EXPECT_FALSE(glob("a?c", "a/c"));
    EXPECT_FALSE(glob("?", ""));
}

TEST(Glob, Set_rangesNegationClassesAndOddMembers)
{
    EXPECT_TRUE(glob("[a-c]", "b"));
    EXPECT_FALSE(glob("[a-c]", "d"));
    EXPECT_TRUE(glob("[!a-c]", "d"));
    EXPECT_TRUE(glob("[^a-c]", "d"));
    EXPECT_FALSE(glob("x[^a]y", "x/y"));
    EXPECT_TRUE(glob("[]]", "]"));
    EXPECT_TRUE(glob("[!]]", "x"));
    EXPECT_TRUE(glob("[a-]", "-"));
    EXPECT_TRUE(glob("[\\]x]", "]"));
    EXPECT_TRUE(glob("v[[:digit:].]*", "v1.2"));
    EXPECT_FALSE(glob("v[[:digit:]]", "vx"));
    EXPECT_TRUE(glob("[\xC3\xA4\xC3\xB6]", "\xC3\xB6"));
    EXPECT_FALSE(glob("[\xC3\xA4\xC3\xB6]", "\xC3"));
}

TEST(Glob, Backslash_takesTheNextCharacterAsItIs)
{
    EXPECT_TRUE(glob("a\\*b", "a*b"));
    EXPECT_FALSE(glob("a\\*b", "axb"));
    EXPECT_TRUE(glob("back\\\\slash", "back\\slash"));
    EXPECT_TRUE(glob("\\[br\\]", "[br]"));
}

TEST(Glob, SlashSomewhere_anchors)
{
    EXPECT_FALSE(Glob::compile("*.o")->anchored());
    EXPECT_TRUE(Glob::compile("/x")->anchored());
    EXPECT_TRUE(Glob::compile("a/x")->anchored());
    EXPECT_FALSE(Glob::compile("cache/")->anchored());
    EXPECT_TRUE(Glob::compile("cache/")->foldersOnly());
    EXPECT_TRUE(Glob::compile("/cache//")->anchored());
    EXPECT_TRUE(glob("./a/x", "a/x"));
    EXPECT_TRUE(glob("//a", "a"));
}

TEST(Glob, BadPatterns_areRefused)
{
    for (const char* bad : {"", "/", "[a", "[]", "a\\", "[b-a]", "[[:nosuch:]]", "[[:digit"}) {
        const auto compiled = Glob::compile(bad);
        ASSERT_FALSE(compiled.has_value()) << bad;
        EXPECT_EQ(compiled.error().code, sqd::Errc::InvalidArgument);
    }
}

TEST(Glob, ManyStars_doNotExplode)
{
    std::string pattern;
    for (int i = 0; i < 200; ++i)
        pattern += "*a";
    const std::string text(4000, 'a');
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(glob(pattern + "b", text));
    EXPECT_TRUE(glob(pattern, text));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST(DecodeName, MixedBytes_keepEveryByteApart)
{
    EXPECT_EQ(decodeName("a\xC3\xA9z"), U"a\u00E9z");
    const std::u32string broken = decodeName("\xED\xA0\x80\xC0\xAF\xF5");
    ASSERT_EQ(broken.size(), 6U);
    EXPECT_EQ(broken[0], static_cast<char32_t>(0x1100ED));
    EXPECT_EQ(broken[5], static_cast<char32_t>(0x1100F5));
    EXPECT_EQ(decodeName("\xF4\x8F\xBF\xBF"), std::u32string(1, static_cast<char32_t>(0x10FFFF)));
    EXPECT_EQ(decodeName("\xE2\x82").size(), 2U);
}

TEST(RegexList, BytesThatAreNoUtf8_match)
{
    const auto list = RegexList::compile({"^a.b$", "\\.(o|a)$"});
    ASSERT_TRUE(list.has_value());
    EXPECT_TRUE(list->anyMatches("a\xFF"
                                 "b"));
    EXPECT_FALSE(list->anyMatches("a\xC3\xA9"
                                  "b"));  // two bytes
    EXPECT_TRUE(list->anyMatches("dir/x.o"));
    EXPECT_FALSE(list->anyMatches("dir/x.oo"));
    EXPECT_FALSE(list->anyMatches(""));
}

TEST(RegexList, LongPath_needsNoStack)
{
    const auto list = RegexList::compile({"^(a|b)*c$"});
    ASSERT_TRUE(list.has_value());
    EXPECT_TRUE(list->anyMatches(std::string(300000, 'a') + "c"));
}

TEST(RegexList, BadExpression_isNamed)
{
    const auto list = RegexList::compile({"fine", "(open"});
    ASSERT_FALSE(list.has_value());
    EXPECT_EQ(list.error().code, sqd::Errc::InvalidArgument);
    EXPECT_EQ(list.error().where, "(open");
    EXPECT_FALSE(list.error().why.empty());
}

TEST(RegexList, EndlesslyNestedExpression_isRefused)
{
    const auto nested = [](std::size_t depth) { return std::string(depth, '(') + "x" + std::string(depth, ')'); };
    const auto list = RegexList::compile({nested(50000)});
    ASSERT_FALSE(list.has_value());
    EXPECT_EQ(list.error().code, sqd::Errc::InvalidArgument);
    EXPECT_LT(list.error().where.size(), 100U);
    const auto longest = RegexList::compile({nested(2047)});
    ASSERT_TRUE(longest.has_value());
    EXPECT_TRUE(longest->anyMatches("x"));
}

TEST(PathFilter, NamesAnywhere_pathsFromTheRoot)
{
    const auto filter = PathFilter::compile({"*.o", "/top", "a/b", "cache/"}, {"^re/gex"});
    ASSERT_TRUE(filter.has_value());
    EXPECT_TRUE(filter->looksAtFolders());
    EXPECT_TRUE(filter->excludes("deep/down", "x.o", false));
    EXPECT_TRUE(filter->excludes("", "top", false));
    EXPECT_FALSE(filter->excludes("sub", "top", false));
    EXPECT_TRUE(filter->excludes("a", "b", true));
    EXPECT_FALSE(filter->excludes("x/a", "b", true));
    EXPECT_TRUE(filter->excludes("x", "cache", true));
    EXPECT_FALSE(filter->excludes("x", "cache", false));
    EXPECT_TRUE(filter->excludes("re", "gexes", false));
    EXPECT_FALSE(filter->excludes("x/re", "gex", false));
    EXPECT_FALSE(filter->empty());
    EXPECT_TRUE(PathFilter::compile({}, {})->empty());
}
