// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/conflict_dialogue.h"
#include "unit/cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sqd::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using Choice = read::ConflictAnswer::Choice;

class ExtractCommand : public testing::Test {
protected:
    void SetUp() override
    {
        m_folder.write("in/a.txt", "hello\n");
        m_folder.write("in/sub/b", std::string(200'000, 'x'));
        EXPECT_EQ(runLine({"pack", m_folder / "in", m_image}).code, kExitDone);
    }
    Outcome extract(std::vector<std::string> more)
    {
        more.insert(more.begin(), {"extract", m_image, "-C", m_out});
        return runLine(more);
    }
    [[nodiscard]] std::string outFile(const std::string& name) const
    {
        std::ifstream file(m_out + "/" + name, std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        return file ? text.str() : "(missing)";
    }
    TemporaryFolder m_folder;
    const std::string m_image = m_folder / "image.sqfs";
    const std::string m_out = m_folder / "out";
};

}  // namespace

TEST_F(ExtractCommand, json_hasTheFieldsOfTheContract)
{
    const Outcome o = extract({"--json"});
    EXPECT_EQ(o.code, kExitDone) << o.err;
    const Json json = o.json();
    EXPECT_EQ(json["image"], m_image);
    EXPECT_EQ(json["files"], 2);
    EXPECT_EQ(json["bytes"], 200'006);
    EXPECT_EQ(json["skipped"], 0);
    EXPECT_EQ(json["warnings"], Json::array());
    EXPECT_TRUE(json["seconds"].is_number());
    EXPECT_EQ(json["created"], Json::array({Json{{"path", m_out}}}));
    EXPECT_EQ(outFile("a.txt"), "hello\n");
}

TEST_F(ExtractCommand, summary_isForPersonsOnly)
{
    EXPECT_THAT(extract({}).out, HasSubstr("2 files with"));
    const Outcome quiet = extract({"--quiet"});
    EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST_F(ExtractCommand, existingFiles_followTheConflictOption)
{
    m_folder.write("out/a.txt", "mine");
    EXPECT_EQ(extract({"--json"}).json()["kept"], 1);
    EXPECT_EQ(outFile("a.txt"), "mine");
    EXPECT_EQ(extract({"--conflict", "keep-both"}).code, kExitDone);
    EXPECT_EQ(outFile("a (2).txt"), "hello\n");
    EXPECT_EQ(extract({"--conflict", "overwrite", "--json"}).json()["replaced"], 2);
    EXPECT_EQ(outFile("a.txt"), "hello\n");
    EXPECT_EQ(extract({"--conflict", "sometimes"}).code, kExitUsage);
}

TEST_F(ExtractCommand, patternWithoutEntry_isInputError)
{
    const Outcome o = extract({"sub", "nothing"});
    EXPECT_EQ(o.code, kExitInput);
    EXPECT_THAT(o.err, HasSubstr("nothing: no entry of the image matches"));
    EXPECT_EQ(outFile("sub/b").size(), 200'000U);
    EXPECT_EQ(outFile("a.txt"), "(missing)");
}

TEST_F(ExtractCommand, whatIsMissing_isWarningSix)
{
    m_folder.write("out/sub", "no folder");
    const Outcome o = extract({"--json"});
    EXPECT_EQ(o.code, kExitWarnings);
    EXPECT_THAT(o.err, HasSubstr("warning: /sub/b: left out"));
    EXPECT_EQ(o.json()["skipped"], 2);
    EXPECT_EQ(o.json()["warnings"].size(), 2U);
    const Outcome strict = extract({"--strict", "--conflict", "skip"});
    EXPECT_EQ(strict.code, kExitOutput);
}

TEST_F(ExtractCommand, missingImage_isInputErrorAndMakesNothing)
{
    const Outcome o = runLine({"extract", m_folder / "nothing.sqfs", "-C", m_out, "--json"});
    EXPECT_EQ(o.code, kExitInput);
    EXPECT_EQ(o.json()["error"]["code"], "input-unreadable");
    EXPECT_FALSE(fs::exists(m_out));
    EXPECT_EQ(runLine({"extract"}).code, kExitUsage);
}

TEST_F(ExtractCommand, withoutFolder_isUsageErrorThatNamesTheOption)
{
    const Outcome o = runLine({"extract", m_folder / "nothing.sqfs"});
    EXPECT_EQ(o.code, kExitUsage);
    EXPECT_NE(o.err.find("-C FOLDER"), std::string::npos) << o.err;
}

TEST(Arguments, emptyOperand_isUsageErrorForEveryCommand)
{
    for (const char* command : {"pack", "extract", "list", "cat", "info", "stat", "verify", "diff", "tar"})
        for (const std::vector<std::string>& operands : {std::vector<std::string>{"", "x"}, {"x", ""}}) {
            std::vector<std::string> line{command};
            line.insert(line.end(), operands.begin(), operands.end());
            const Outcome o = runLine(line);
            EXPECT_EQ(o.code, kExitUsage) << command;
            EXPECT_NE(o.err.find("an argument is empty"), std::string::npos) << command << ": " << o.err;
        }
}

TEST(ConflictDialogue, answers_areLettersAndCapitalsAreForAll)
{
    const std::vector<std::tuple<std::string, Choice, bool>> known = {{"s", Choice::Skip, false}, {"S", Choice::Skip, true}, {" o \n", Choice::Overwrite, false},
        {"O", Choice::Overwrite, true}, {"k\r\n", Choice::KeepBoth, false}, {"K", Choice::KeepBoth, true}, {"q", Choice::Stop, true}};
    for (const auto& [text, choice, all] : known) {
        const auto answer = parseConflictAnswer(text);
        ASSERT_TRUE(answer) << text;
        EXPECT_EQ(answer->choice, choice) << text;
        EXPECT_EQ(answer->applyToAll, all) << text;
    }
    for (const char* text : {"", "x", "so", "yes"})
        EXPECT_FALSE(parseConflictAnswer(text)) << text;
}

TEST(ConflictDialogue, question_isOnePrintableLine)
{
    read::ConflictQuestion question;
    question.hostPath = "out/\x1b[31mred\nline";
    question.keepBothName = "red (2)";
    question.inImage = {"file", 2048, 0};
    question.onDisk = {"symlink", 5, 0};
    const std::string text = conflictQuestionText(question);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_THAT(text, HasSubstr("(symlink, the image has a file of 2.0 KiB)"));
    EXPECT_THAT(text, HasSubstr("red (2)"));
}

}  // namespace sqd::cli
