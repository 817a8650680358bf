// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/conflict_dialogue.h"

#include "base/bytes_text.h"
#include "cli/progress_line.h"

#include <chrono>
#include <cerrno>
#include <memory>
#include <poll.h>
#include <thread>
#include <unistd.h>

namespace sqd::cli {

using read::ConflictAnswer;

// How long a question may stand before it is seen; also how soon a signal ends the waiting for a line.
static constexpr std::chrono::milliseconds kPollInterval{50};
static constexpr int kLineIntervalMs = 100;

std::optional<ConflictAnswer> parseConflictAnswer(std::string_view text)
{
    using Choice = ConflictAnswer::Choice;
    while (text.ends_with('\n') || text.ends_with('\r') || text.ends_with(' '))
        text.remove_suffix(1);
    while (text.starts_with(' '))
        text.remove_prefix(1);
    if (text.size() != 1)
        return std::nullopt;
    switch (text.front()) {
    case 's': return ConflictAnswer{Choice::Skip, false};
    case 'S': return ConflictAnswer{Choice::Skip, true};
    case 'o': return ConflictAnswer{Choice::Overwrite, false};
    case 'O': return ConflictAnswer{Choice::Overwrite, true};
    case 'k': return ConflictAnswer{Choice::KeepBoth, false};
    case 'K': return ConflictAnswer{Choice::KeepBoth, true};
    case 'q':
    case 'Q': return ConflictAnswer{Choice::Stop, true};
    default: return std::nullopt;
    }
}

static std::string sideText(const read::ConflictSide& side)
{
    return side.type == "file" ? side.type + " of " + formatSize(side.sizeBytes) : side.type;
}

std::string conflictQuestionText(const read::ConflictQuestion& question)
{
    return printable(question.hostPath + " is there (" + sideText(question.onDisk) + ", the image has a " + sideText(question.inImage) + "). ")
        + "[s]kip, [o]verwrite, [k]eep both as " + printable(question.keepBothName) + ", [q]uit; S, O, K for all: ";
}

Terminal::Terminal() : m_open(::isatty(STDIN_FILENO) == 1) {}

std::optional<std::string> Terminal::readLine(const std::function<bool()>& givenUp)
{
    std::string line;
    for (;;) {
        pollfd waiting{STDIN_FILENO, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, kLineIntervalMs);
        if (givenUp())
            return std::nullopt;
        if (ready <= 0)
            continue;
        char c = 0;
        const ssize_t got = ::read(STDIN_FILENO, &c, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return std::nullopt;
        if (c == '\n')
            return line;
        line += c;
    }
}

static ConflictAnswer askPerson(const read::ConflictQuestion& question, Terminal& terminal, const std::function<bool()>& givenUp, Reporter& reporter)
{
    for (;;) {
        reporter.streams().err << conflictQuestionText(question) << std::flush;
        const auto line = terminal.readLine(givenUp);
        if (!line)
            return ConflictAnswer{ConflictAnswer::Choice::Stop, true};
        if (const auto answer = parseConflictAnswer(*line))
            return *answer;
    }
}

void runWithDialogue(operation::ExtractOperation& operation, Terminal& terminal, Reporter& reporter)
{
    Streams& streams = reporter.streams();
    const auto newProgress = [&] {
        return std::make_unique<ProgressLine>(streams, reporter.common().progress, reporter.common().quiet, [&operation] { return operation.snapshot(); });
    };
    auto progress = newProgress();
    const std::stop_callback stop(streams.stop, [&operation] { operation.requestStop(); });
    operation.start();
    while (!operation.finished()) {
        const auto question = operation.question();
        if (!question) {
            std::this_thread::sleep_for(kPollInterval);
            continue;
        }
        progress->finish();  // the terminal belongs to the question
        operation.answer(question->number, askPerson(*question, terminal, [&] { return streams.stop.stop_requested() || operation.finished(); }, reporter));
        progress = newProgress();
    }
    operation.wait();
    progress->finish();
}

}  // namespace sqd::cli
