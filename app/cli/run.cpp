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
            e.where = arg;
            e.what = arg.front() == '-' ? "there is no such option before a command" : "there is no such command";
            e.hint = "try squashdesk-cli --help";
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
