// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace sqd::source {

// A mode as chmod(1) takes it: octal ("0755"), or symbolic clauses between commas ("u+x,go-w,a=rX,g=u"). Nobody named means all: the
// umask has no say, so that an image does not depend on who packs. An octal mode replaces all 12 bits.
class ModeExpression {
public:
    // Errors: InvalidArgument.
    static Result<ModeExpression> compile(std::string_view text);
    // `mode`: the 12 bits. X gives x to folders, and to files where anybody may execute already.
    [[nodiscard]] std::uint16_t apply(std::uint16_t mode, bool isFolder) const;

private:
    struct Action {
        std::uint16_t who = 0;    // mask of the classes: 04700 | 02070 | 01007
        char operation = '=';     // + - =
        std::uint16_t bits = 0;   // as if for all classes
        bool executeIfAny = false;  // X
        char copyFrom = 0;        // u g o, or 0
    };
    bool parseClause(std::string_view clause);
    std::vector<Action> m_actions;
};

}  // namespace sqd::source
