// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/run.h"

#include "base/version.h"
#include "cli/arguments.h"
#include "cli/help_text.h"
#include "codec/registry.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <numeric>
#include <string_view>

namespace sqd::cli {

std::vector<std::unique_ptr<Command>> makeCommands()
{
    std::vector<std::unique_ptr<Command>> commands;
    for (const auto make : {makePackCommand, makeInfoCommand, makeListCommand, makeStatCommand, makeCatCommand, makeExtractCommand, makeVerifyCommand, makeDiffCommand, makeTarCommand, makeCompletionCommand})
        commands.push_back(make());
    return commands;
}

static void printVersion(Reporter& reporter)
{
    Json object = Json::object();
    object["name"] = "squashdesk-cli";
    object["version"] = kVersion;
    object["codecs"] = Json::array();
    std::string text = std::string("squashdesk-cli ") + kVersion + "\n";
    for (const codec::Backend* backend : codec::backends()) {
        const std::string library = backend->versionOfLibrary();
        object["codecs"].push_back({{"name", backend->name}, {"library", library}, {"levels", {backend->minLevel, backend->maxLevel}},
            {"default_level", backend->defaultLevel}});
        text += "  " + std::string(backend->name) + ": " + library + "\n";
    }
    if (reporter.common().json)
        reporter.object(object);
    else
        reporter.out() << text;
}

// Insertions, deletions and replacements of letters that make `a` of `b`.
static std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

static std::string hintFor(std::string_view typed)
{
    std::string best;
    std::size_t least = typed.size() <= 3 ? 2 : 3;  // closer than that
    for (const auto& command : makeCommands())
        if (const std::size_t distance = editDistance(typed, command->name()); distance < least) {
            least = distance;
            best = command->name();
        }
    return best.empty() ? "try squashdesk-cli --help" : "did you mean " + best + "?";
}

static int runOverview(const std::vector<std::string>& args, Streams& streams)
{
    CommonOptions common;
    common.json = std::find(args.begin(), args.end(), "--json") != args.end();
    Reporter reporter(streams, common);
    bool version = false, help = false;
    for (const std::string& arg : args) {
        if (arg == "--version" || arg == "-V") {
            version = true;
        } else if (arg == "--help" || arg == "-h" || arg == "help") {
            help = true;
        } else if (arg != "--json") {
            Error e;
            e.code = Errc::InvalidArgument;
            e.where = arg.empty() ? "''" : arg;
            e.what = arg.starts_with('-') ? "there is no such option before a command" : "there is no such command";
            e.hint = hintFor(arg);
            return reporter.fail(e);
        }
    }
    if (version) {
        printVersion(reporter);
        return kExitDone;
    }
    const auto commands = makeCommands();
    if (help) {
        streams.out << overviewHelp(commands);
        return kExitDone;
    }
    Error e;
    e.code = Errc::InvalidArgument;
    e.where = "usage";
    e.what = "a command is needed";
    e.hint = "try squashdesk-cli --help";
    return reporter.fail(e);
}

static int runCommand(Command& command, const std::vector<std::string>& args, Streams& streams)
{
    CLI::App app;
    CommonOptions common;
    Reporter reporter(streams, common);
    declareAll(app, command, common);
    auto parsed = parseArguments(app, command, args);
    if (!parsed) {
        // Options behind the bad one were not read, yet a script that asked for JSON gets it.
        common.json = common.json || (command.takesCommonOptions() && std::find(args.begin(), args.end(), "--json") != args.end());
        return reporter.fail(parsed.error());
    }
    if (parsed->help) {
        streams.out << commandHelp(app, command);
        return kExitDone;
    }
    // An unset variable of a script, most likely; no file has that name.
    if (std::ranges::find(parsed->operands, std::string()) != parsed->operands.end())
        return reporter.fail(usageError(command.name(), "an argument is empty"));
    return command.run(parsed->operands, reporter);
}

static int dispatch(const std::vector<std::string>& args, Streams& streams)
{
    if (!args.empty()) {
        for (const auto& command : makeCommands())
            if (command->name() == args.front())
                return runCommand(*command, {args.begin() + 1, args.end()}, streams);
    }
    return runOverview(args, streams);
}

// What was not written is not done, whatever the command thought.
static int checkOutput(int code, Streams& streams)
{
    streams.out.flush();
    if (streams.out.good())
        return code;
    const int reason = streams.outFailure ? streams.outFailure() : 0;
    if (reason == EPIPE)
        return kExitBrokenPipe;
    const CommonOptions common;
    Reporter(streams, common).error(outputError("standard output", "cannot write", reason));
    return kExitOutput;
}

int run(int argc, const char* const* argv, Streams& streams)
{
    const CommonOptions common;
    try {
        const std::vector<std::string> args(argv + std::min(argc, 1), argv + argc);
        return checkOutput(dispatch(args, streams), streams);
    } catch (const std::bad_alloc&) {
        Error e;
        e.code = Errc::LimitExceeded;
        e.where = "memory";
        e.what = "not enough memory";
        e.hint = "try a smaller --memory or fewer --jobs";
        Reporter(streams, common).error(e);
        return kExitOutput;
    } catch (const std::exception& e) {
        return Reporter(streams, common).fail(internalError(e.what()));
    }
}

int run(int argc, const char* const* argv, std::ostream& out, std::ostream& err)
{
    Streams streams{out, err, {}, false, {}, {}, {}};
    return run(argc, argv, streams);
}

}  // namespace sqd::cli
