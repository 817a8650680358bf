// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/completion_scripts.h"
#include "unit/cli/command_line.h"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sqd::cli {
namespace {

using testing::HasSubstr;

TEST(Completion_scripts, everyShell_knowsCommandsOptionsAndValues)
{
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const Outcome o = runLine({"completion", shell});
        EXPECT_EQ(o.code, 0);
        EXPECT_THAT(o.out, HasSubstr("verify"));
        EXPECT_THAT(o.out, HasSubstr("balanced smallest fastest"));
        EXPECT_THAT(o.out, HasSubstr("block-size"));
    }
}

// What bash offers for the words of a command line, the last of which is being typed.
std::string offered(const std::string& words)
{
    const TemporaryFolder folder;
    std::ofstream(folder / "script") << runLine({"completion", "bash"}).out << "COMP_WORDS=(" << words << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                                     << "_squashdesk_cli\nprintf '%s\\n' \"${COMPREPLY[@]}\" > '" << (folder / "offered") << "'\n";
    if (std::system(("bash --norc '" + (folder / "script") + "'").c_str()) != 0)  // NOLINT(cert-env33-c): the shell is what is tested
        return "the script failed";
    std::ostringstream text;
    text << std::ifstream(folder / "offered").rdbuf();
    return text.str();
}

TEST(Completion_bash, words_areCompletedByTheirPlace)
{
    EXPECT_EQ(offered("squashdesk-cli ver"), "verify\n");
    EXPECT_EQ(offered("squashdesk-cli pack --codec lz"), "lzma\nlzo\nlz4\n");
    EXPECT_EQ(offered("squashdesk-cli pack --tail"), "--tail-ends\n");
    EXPECT_EQ(offered("squashdesk-cli completion f"), "fish\n");
    EXPECT_EQ(offered("squashdesk-cli list --progress pl"), "plain\n");
}

TEST(Completion_quoting, helpWithQuotes_staysOneWord)
{
    CompletionCommand command{"c", "it's", {{{"--x"}, "don't [a:b] \\", true, false, {}}}, {}};
    EXPECT_THAT(fishCompletion({command}), HasSubstr("-d 'don\\'t [a:b] \\\\'"));
    EXPECT_THAT(zshCompletion({command}), HasSubstr("'*--x[don'\\''t \\[a\\:b\\] \\\\]:value:'"));
}

}  // namespace
}  // namespace sqd::cli
