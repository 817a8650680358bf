// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/reporter.h"
#include "operation/extract_operation.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sqd::cli {

// What somebody types to answer: s, o, k for this one, S, O, K for all, q to end. nullopt when it is none of them.
std::optional<read::ConflictAnswer> parseConflictAnswer(std::string_view text);
// The question in one line, made printable, with its answers at the end.
std::string conflictQuestionText(const read::ConflictQuestion& question);

// Reads lines that a person types. Not for standard input that is no terminal.
class Terminal {
public:
    [[nodiscard]] bool isOpen() const { return m_open; }
    // The next line without its end; nullopt when the terminal is gone or `givenUp` says so (asked ten times a second).
    std::optional<std::string> readLine(const std::function<bool()>& givenUp);
    Terminal();

private:
    bool m_open = false;
};

// Starts the operation, shows its progress, puts its questions to the person at the terminal, and waits for its end.
void runWithDialogue(operation::ExtractOperation& operation, Terminal& terminal, Reporter& reporter);

}  // namespace sqd::cli
