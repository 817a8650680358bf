// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/filter.h"

#include "base/bytes_text.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <locale.h>
#include <regex.h>

namespace sqd::source {

static Error badPattern(std::string_view pattern, std::string what)
{
    Error e;
    e.code = Errc::InvalidArgument;
    e.where = std::string(pattern);
    e.what = std::move(what);
    return e;
}

std::u32string decodeName(std::string_view bytes)
{
    std::u32string out;
    out.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const auto lead = static_cast<unsigned char>(bytes[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if (length == 1) {
            out += static_cast<char32_t>(lead);
        } else if (i + length > bytes.size() || !isUtf8(bytes.substr(i, length))) {
            out += static_cast<char32_t>(0x110000U + lead);
            ++i;
            continue;
        } else {
            char32_t c = lead & (0x7FU >> length);
            for (std::size_t k = 1; k < length; ++k)
                c = c << 6 | (static_cast<unsigned char>(bytes[i + k]) & 0x3FU);
            out += c;
        }
        i += length;
    }
    return out;
}

using Ranges = std::vector<std::pair<char32_t, char32_t>>;

static bool addClass(std::u32string_view name, Ranges& ranges)
{
    static const std::array<std::pair<std::u32string_view, Ranges>, 12> kClasses = {{
        {U"alpha", {{'A', 'Z'}, {'a', 'z'}}},
        {U"digit", {{'0', '9'}}},
        {U"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
        {U"upper", {{'A', 'Z'}}},
        {U"lower", {{'a', 'z'}}},
        {U"space", {{'\t', '\r'}, {' ', ' '}}},
        {U"blank", {{'\t', '\t'}, {' ', ' '}}},
        {U"punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
        {U"print", {{' ', '~'}}},
        {U"graph", {{'!', '~'}}},
        {U"cntrl", {{0, 0x1F}, {0x7F, 0x7F}}},
        {U"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
    }};
    for (const auto& [known, add] : kClasses) {
        if (known == name) {
            ranges.insert(ranges.end(), add.begin(), add.end());
            return true;
        }
    }
    return false;
}

// `at` stands behind the "["; returns the place behind the "]".
Result<std::size_t> Glob::parseSet(std::u32string_view pattern, std::size_t at, Token& token, std::string_view shown)
{
    token.kind = Kind::Set;
    if (at < pattern.size() && (pattern[at] == U'!' || pattern[at] == U'^')) {
        token.negated = true;
        ++at;
    }
    const auto one = [&](std::size_t& i) {
        if (pattern[i] == U'\\' && i + 1 < pattern.size())
            ++i;
        return pattern[i++];
    };
    for (bool first = true; at < pattern.size(); first = false) {
        if (pattern[at] == U']' && !first)
            return at + 1;
        if (pattern[at] == U'[' && at + 1 < pattern.size() && pattern[at + 1] == U':') {
            const std::size_t end = pattern.find(U":]", at + 2);
            if (end == std::u32string_view::npos || !addClass(pattern.substr(at + 2, end - at - 2), token.ranges))
                return badPattern(shown, "has an unknown character class");
            at = end + 2;
            continue;
        }
        const char32_t low = one(at);
        char32_t high = low;
        if (at + 1 < pattern.size() && pattern[at] == U'-' && pattern[at + 1] != U']') {
            ++at;
            high = one(at);
        }
        if (high < low)
            return badPattern(shown, "has a range that runs backwards");
        token.ranges.emplace_back(low, high);
    }
    return badPattern(shown, "has a set without its ]");
}

Result<void> Glob::parse(std::u32string_view pattern, std::string_view shown)
{
    for (std::size_t at = 0; at < pattern.size();) {
        Token token;
        const char32_t c = pattern[at++];
        if (c == U'*' && at < pattern.size() && pattern[at] == U'*') {
            while (at < pattern.size() && pattern[at] == U'*')
                ++at;
            const bool starts = m_tokens.empty() || (m_tokens.back().kind == Kind::Literal && m_tokens.back().literal == U'/');
            const bool slash = at < pattern.size() && pattern[at] == U'/';
            token.kind = starts && slash ? Kind::FoldersOrNothing : Kind::DoubleStar;
            at += token.kind == Kind::FoldersOrNothing ? 1 : 0;
        } else if (c == U'*') {
            token.kind = Kind::Star;
        } else if (c == U'?') {
            token.kind = Kind::Any;
        } else if (c == U'[') {
            SQD_TRY(at, parseSet(pattern, at, token, shown));
        } else {
            if (c == U'\\' && at == pattern.size())
                return badPattern(shown, "ends in a single \\");
            token.literal = c == U'\\' ? pattern[at++] : c;
        }
        m_tokens.push_back(std::move(token));
    }
    m_literal = std::ranges::all_of(m_tokens, [](const Token& t) { return t.kind == Kind::Literal; });
    if (m_literal)
        for (const Token& t : m_tokens)
            m_text += t.literal;
    return {};
}

Result<Glob> Glob::compile(std::string_view pattern)
{
    std::u32string text = decodeName(pattern);
    Glob glob;
    while (text.size() > 1 && text.back() == U'/') {
        glob.m_foldersOnly = true;
        text.pop_back();
    }
    // A slash inside a set or behind "\" anchors too: a name never holds one, so nothing else could be meant.
    glob.m_anchored = text.find(U'/') != std::u32string::npos;
    text.erase(0, std::min(text.find_first_not_of(U'/'), text.size()));
    if (text.starts_with(U"./"))
        text.erase(0, 2);
    if (text.empty())
        return badPattern(pattern, "is an empty pattern");
    SQD_CHECK(glob.parse(text, pattern));
    return glob;
}

bool Glob::accepts(const Token& token, char32_t c)
{
    if (token.kind == Kind::Literal)
        return token.literal == c;
    if (c == U'/')
        return false;
    if (token.kind == Kind::Any)
        return true;
    const bool inside = std::ranges::any_of(token.ranges, [c](const auto& r) { return c >= r.first && c <= r.second; });
    return inside != token.negated;
}

// Simulates all ways through the pattern at once: state i = the tokens before i are used up. Bit i of `now`.
bool Glob::matches(std::u32string_view path) const
{
    if (m_literal)
        return path == m_text;
    const std::size_t count = m_tokens.size();
    std::vector<char> now(count + 1, 0);
    std::vector<char> next(count + 1, 0);
    const auto enter = [&](std::vector<char>& states, std::size_t i) {
        states[i] = 1;
        while (i < count && m_tokens[i].kind >= Kind::Star)  // what may be nothing at all
            states[++i] = 1;
    };
    enter(now, 0);
    for (const char32_t c : path) {
        std::ranges::fill(next, 0);
        for (std::size_t i = 0; i < count; ++i) {
            if (!now[i])
                continue;
            switch (m_tokens[i].kind) {
            case Kind::Star:
                if (c != U'/')
                    enter(next, i);
                break;
            case Kind::DoubleStar:
                enter(next, i);
                break;
            case Kind::FoldersOrNothing:  // stays inside until a slash, only then what follows may begin
                next[i] = 1;
                if (c == U'/')
                    enter(next, i);
                break;
            default:
                if (accepts(m_tokens[i], c))
                    enter(next, i + 1);
            }
        }
        std::swap(now, next);
    }
    return now[count] != 0;
}

// The C library follows nested groups on the stack, and has none left after some 10,000 of them.
static constexpr std::size_t kMaxExpressionBytes = 4096;
static constexpr std::size_t kShownExpressionBytes = 60;

struct RegexList::Expression {
    Expression() = default;
    Expression(const Expression&) = delete;
    Expression& operator=(const Expression&) = delete;
    ~Expression()
    {
        if (compiled)
            ::regfree(&regex);
    }
    regex_t regex{};
    bool compiled = false;
};

Result<RegexList> RegexList::compile(const std::vector<std::string>& expressions)
{
    RegexList list;
    for (const std::string& text : expressions)
        if (text.size() > kMaxExpressionBytes)
            return badPattern(text.substr(0, kShownExpressionBytes) + "…", "is longer than the " + std::to_string(kMaxExpressionBytes) + " bytes that an expression may have");
    // Compiled in the C locale: bytes, whatever the program's locale is (a name that is no UTF-8 must be matchable).
    const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
    for (const std::string& text : expressions) {
        auto expression = std::make_shared<Expression>();
        const locale_t before = ::uselocale(plain);
        const int status = ::regcomp(&expression->regex, text.c_str(), REG_EXTENDED | REG_NOSUB);
        ::uselocale(before);
        if (status != 0) {
            std::array<char, 200> why{};
            (void)::regerror(status, &expression->regex, why.data(), why.size());
            ::freelocale(plain);
            Error e = badPattern(text, "is no regular expression");
            e.why = why.data();
            return e;
        }
        expression->compiled = true;
        list.m_expressions.push_back(std::move(expression));
    }
    ::freelocale(plain);
    return list;
}

bool RegexList::anyMatches(std::string_view text) const
{
    return std::ranges::any_of(m_expressions, [&](const auto& expression) {
        regmatch_t range{};
        range.rm_so = 0;
        range.rm_eo = static_cast<regoff_t>(text.size());
        return ::regexec(&expression->regex, text.data(), 1, &range, REG_STARTEND) == 0;
    });
}

Result<PathFilter> PathFilter::compile(const std::vector<std::string>& globs, const std::vector<std::string>& regexes)
{
    PathFilter filter;
    for (const std::string& pattern : globs) {
        SQD_TRY(Glob glob, Glob::compile(pattern));
        filter.m_looksAtFolders = filter.m_looksAtFolders || glob.foldersOnly();
        (glob.anchored() ? filter.m_pathGlobs : filter.m_nameGlobs).push_back(std::move(glob));
    }
    SQD_TRY(filter.m_regexes, RegexList::compile(regexes));
    return filter;
}

bool PathFilter::excludes(std::string_view folderPath, std::string_view name, bool isFolder) const
{
    const auto hit = [&](const std::vector<Glob>& globs, const std::u32string& text) {
        return std::ranges::any_of(globs, [&](const Glob& g) { return (isFolder || !g.foldersOnly()) && g.matches(text); });
    };
    if (!m_nameGlobs.empty() && hit(m_nameGlobs, decodeName(name)))
        return true;
    if (m_pathGlobs.empty() && m_regexes.empty())
        return false;
    std::string path(folderPath);
    if (!path.empty())
        path += '/';
    path += name;
    return (!m_pathGlobs.empty() && hit(m_pathGlobs, decodeName(path))) || m_regexes.anyMatches(path);
}

}  // namespace sqd::source
