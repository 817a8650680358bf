// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "unit/cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sqd::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Run, mistypedCommand_suggestsTheNearest)
{
    for (const auto& [typed, meant] : {std::pair{"pak", "pack"}, {"verfy", "verify"}, {"extrcat", "extract"}, {"lsit", "list"}}) {
        const Outcome o = runLine({typed, "x"});
        EXPECT_EQ(o.code, 2);
        EXPECT_NE(o.err.find(std::string("did you mean ") + meant + "?"), std::string::npos) << o.err;
    }
    EXPECT_EQ(runLine({"no-such-command"}).err.find("did you mean"), std::string::npos);
}

TEST(Run_usage, nothing_isWrongUse)
{
    const Outcome o = runLine({});
    EXPECT_EQ(o.code, 2);
    EXPECT_TRUE(o.out.empty());
    EXPECT_THAT(o.err, HasSubstr("--help"));
}

TEST(Run_usage, unknownCommandOrOption_isWrongUseInOneLine)
{
    for (const auto& args : std::vector<std::vector<std::string>>{{"frob"}, {""}, {"--frob"}, {"pack", "--frobnicate", "x", "y"}, {"list"}, {"info"}, {"info", "a", "b"},
             {"verify"}, {"cat", "x"}, {"completion"}, {"completion", "tcsh"}, {"list", "-j", "many", "x"},
             {"list", "--progress", "loud", "x"}, {"list", "--memory", "much", "x"}, {"list", "--offset", "x", "y"}, {"list", "--offset="}, {"list", "--jobs"}}) {
        const Outcome o = runLine(args);
        EXPECT_EQ(o.code, 2) << args.back();
        EXPECT_TRUE(o.out.empty()) << o.out;
        EXPECT_THAT(o.err, testing::StartsWith("squashdesk-cli: "));
        EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
    }
}

TEST(Run_usage, emptyCommand_isStillNamed)
{
    EXPECT_THAT(runLine({""}).err, testing::StartsWith("squashdesk-cli: '': there is no such command"));
}

TEST(Run_usage, wrongUseWithJson_isAlsoAnObject)
{
    const Outcome o = runLine({"pack", "--json", "--frob", "a", "b"});
    EXPECT_EQ(o.code, 2);
    EXPECT_EQ(o.json()["error"]["code"], "invalid-argument");
}

TEST(Run_help, everyCommand_tellsItsOptionsAndEndsWell)
{
    const Outcome overview = runLine({"--help"});
    EXPECT_EQ(overview.code, 0);
    for (const char* command : {"pack", "info", "list", "stat", "cat", "verify", "diff", "tar", "completion"}) {
        EXPECT_THAT(overview.out, HasSubstr(std::string("  ") + command + " "));
        const Outcome o = runLine({command, "--help"});
        EXPECT_EQ(o.code, 0);
        EXPECT_THAT(o.out, testing::StartsWith(std::string("Usage: squashdesk-cli ") + command));
        EXPECT_THAT(o.out, HasSubstr("--help"));
        EXPECT_TRUE(o.err.empty());
    }
}

TEST(Run_help, noLine_isWiderThanPromised)
{
    std::istringstream lines(runLine({"pack", "--help"}).out);
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(line.size(), 122U) << line;  // bytes; notes have a few multi-byte characters
}

TEST(Run_version, json_listsCodecsWithLibraries)
{
    const Json json = runLine({"--version", "--json"}).json();
    ASSERT_GE(json["codecs"].size(), 2U);
    for (const Json& codec : json["codecs"]) {
        EXPECT_FALSE(codec["name"].get<std::string>().empty());
        EXPECT_FALSE(codec["library"].get<std::string>().empty());
    }
    EXPECT_THAT(runLine({"--version"}).out, HasSubstr("zstd"));
}

TEST(Run_output, badStream_isAnError)
{
    std::ostringstream err;
    std::ostream out(nullptr);  // every write fails
    const char* argv[] = {"squashdesk-cli", "--help"};
    EXPECT_EQ(run(2, argv, out, err), 4);
    EXPECT_THAT(err.str(), HasSubstr("standard output"));
}

TEST(Run_input, missingImage_namesItWithExitThree)
{
    for (const char* command : {"info", "list", "verify"}) {
        const Outcome o = runLine({command, "/nonexistent/\x1b[31m.sqfs"});
        EXPECT_EQ(o.code, 3) << command;
        EXPECT_THAT(o.err, HasSubstr("/nonexistent/\\x1b[31m.sqfs"));
        EXPECT_THAT(o.err, HasSubstr("No such file"));
        EXPECT_THAT(o.err, Not(HasSubstr("\x1b")));
    }
}

}  // namespace
}  // namespace sqd::cli
