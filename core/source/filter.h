// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <bitset>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Which entries are left out, by patterns on names and paths. All of it works on bytes and never depends on the locale.
//
// Globs are matched against the path inside the image ("usr/share/doc", without a slash at the start), a folder that matches is left
// out with everything below it:
//   *.o          no slash: the name, at any depth
//   usr/*.o      a slash: the whole path, from the root ("/usr/*.o" is the same; "/x" is the x in the root only)
//   cache/       a slash at the end: folders only
//   *            any run of characters but "/"; also a leading dot
//   ?            one character but "/"; a character is one UTF-8 sequence, or one byte where a name is no UTF-8
//   [a-z] [!a-z] [^a-z] [[:digit:]]    one character of a set, never "/"; classes are ASCII
//   **           any run of characters with "/"; "**/x" matches x too, "a/**/b" matches a/b too, "a/**" is everything below a
//   \c           the character c itself
// Regular expressions are POSIX extended ones over bytes ("." is one byte), searched anywhere in the same path: anchor with ^ and $.
namespace sqd::source {

// One compiled glob. Immutable, so any number of threads may match at once.
class Glob {
public:
    // Errors: InvalidArgument for an empty pattern, a set that does not end, a reversed range, an unknown class, a "\" at the end.
    static Result<Glob> compile(std::string_view pattern);
    // `path` as characters (decodeName). Time is bounded by pattern length × path length, whatever the pattern.
    [[nodiscard]] bool matches(std::u32string_view path) const;
    [[nodiscard]] bool anchored() const { return m_anchored; }        // matches the whole path, else the last name
    [[nodiscard]] bool foldersOnly() const { return m_foldersOnly; }

private:
    enum class Kind : std::uint8_t { Literal, Any, Set, Star, DoubleStar, FoldersOrNothing };
    struct Token {
        Kind kind = Kind::Literal;
        bool negated = false;
        char32_t literal = 0;
        std::vector<std::pair<char32_t, char32_t>> ranges;
    };
    Result<void> parse(std::u32string_view pattern, std::string_view shown);
    static Result<std::size_t> parseSet(std::u32string_view pattern, std::size_t at, Token& token, std::string_view shown);
    static bool accepts(const Token& token, char32_t c);
    std::vector<Token> m_tokens;
    bool m_anchored = false;
    bool m_foldersOnly = false;
    bool m_literal = false;  // no wildcards at all: compare m_text
    std::u32string m_text;
};

// The characters of a name or path: code points, and 0x110000 + byte for every byte that is no part of well-formed UTF-8.
std::u32string decodeName(std::string_view bytes);

// A list of regular expressions. Thread-safe for matching.
class RegexList {
public:
    // Errors: InvalidArgument naming the expression, also one of more than 4096 bytes.
    static Result<RegexList> compile(const std::vector<std::string>& expressions);
    // True when any of them is found in `text`.
    [[nodiscard]] bool anyMatches(std::string_view text) const;
    [[nodiscard]] bool empty() const { return m_expressions.empty(); }

private:
    struct Expression;
    std::vector<std::shared_ptr<const Expression>> m_expressions;
};

// The excludes of a source.
class PathFilter {
public:
    static Result<PathFilter> compile(const std::vector<std::string>& globs, const std::vector<std::string>& regexes);
    [[nodiscard]] bool empty() const { return m_nameGlobs.empty() && m_pathGlobs.empty() && m_regexes.empty(); }
    // Whether excludes() needs to know what is a folder.
    [[nodiscard]] bool looksAtFolders() const { return m_looksAtFolders; }
    // `folderPath` is the path of the folder inside the image, "" for the root.
    [[nodiscard]] bool excludes(std::string_view folderPath, std::string_view name, bool isFolder) const;

private:
    std::vector<Glob> m_nameGlobs;
    std::vector<Glob> m_pathGlobs;
    RegexList m_regexes;
    bool m_looksAtFolders = false;
};

}  // namespace sqd::source
