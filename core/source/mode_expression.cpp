// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/mode_expression.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace sqd::source {

static constexpr std::uint16_t kUser = 04700;
static constexpr std::uint16_t kGroup = 02070;
static constexpr std::uint16_t kOthers = 01007;
static constexpr std::uint16_t kAll = 07777;
static constexpr std::uint16_t kExecute = 0111;

static std::uint16_t classBits(char c)
{
    switch (c) {
    case 'u': return kUser;
    case 'g': return kGroup;
    case 'o': return kOthers;
    case 'a': return kAll;
    default: return 0;
    }
}

// False for an unknown letter.
static bool addPermission(char c, std::uint16_t& bits, bool& executeIfAny)
{
    switch (c) {
    case 'r': bits = static_cast<std::uint16_t>(bits | 0444); return true;
    case 'w': bits = static_cast<std::uint16_t>(bits | 0222); return true;
    case 'x': bits = static_cast<std::uint16_t>(bits | 0111); return true;
    case 's': bits = static_cast<std::uint16_t>(bits | 06000); return true;
    case 't': bits = static_cast<std::uint16_t>(bits | 01000); return true;
    case 'X': executeIfAny = true; return true;
    default: return false;
    }
}

// [ugoa…][+-=][rwxXst… or u, g, o] with more operations after it.
bool ModeExpression::parseClause(std::string_view clause)
{
    std::uint16_t who = 0;
    std::size_t at = 0;
    for (; at < clause.size() && classBits(clause[at]) != 0; ++at)
        who = static_cast<std::uint16_t>(who | classBits(clause[at]));
    if (at == clause.size())
        return false;
    if (who == 0)
        who = kAll;
    while (at < clause.size()) {
        Action action;
        action.who = who;
        action.operation = clause[at++];
        if (action.operation != '+' && action.operation != '-' && action.operation != '=')
            return false;
        if (at < clause.size() && (clause[at] == 'u' || clause[at] == 'g' || clause[at] == 'o')) {
            action.copyFrom = clause[at++];
        } else {
            while (at < clause.size() && clause[at] != '+' && clause[at] != '-' && clause[at] != '=')
                if (!addPermission(clause[at++], action.bits, action.executeIfAny))
                    return false;
        }
        m_actions.push_back(action);
    }
    return true;
}

Result<ModeExpression> ModeExpression::compile(std::string_view text)
{
    ModeExpression expression;
    Error bad;
    bad.code = Errc::InvalidArgument;
    bad.where = text.empty() ? "''" : std::string(text);
    bad.what = "is no mode";
    bad.hint = "write it as for chmod: 0644, or u+x,go-w,a=rX";
    if (!text.empty() && text.front() >= '0' && text.front() <= '9') {
        Action action;
        action.who = kAll;
        const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), action.bits, 8);
        if (status != std::errc{} || end != text.data() + text.size() || action.bits > kAll)
            return bad;
        expression.m_actions.push_back(action);
        return expression;
    }
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        if (!expression.parseClause(text.substr(at, comma - at)))
            return bad;
        at = comma + 1;
    }
    return expression;
}

std::uint16_t ModeExpression::apply(std::uint16_t mode, bool isFolder) const
{
    for (const Action& action : m_actions) {
        unsigned bits = action.bits;
        if (action.executeIfAny && (isFolder || (mode & kExecute) != 0))
            bits |= kExecute;
        if (action.copyFrom != 0) {
            const unsigned shift = action.copyFrom == 'u' ? 6 : action.copyFrom == 'g' ? 3 : 0;
            bits = (static_cast<unsigned>(mode) >> shift & 7U) * 0111U;
        }
        bits &= action.who;
        switch (action.operation) {
        case '+': mode = static_cast<std::uint16_t>(mode | bits); break;
        case '-': mode = static_cast<std::uint16_t>(mode & ~bits); break;
        default: mode = static_cast<std::uint16_t>((mode & ~action.who) | bits); break;
        }
    }
    return mode;
}

}  // namespace sqd::source
