// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/extract_operation.h"
#include "support/image_builder.h"
#include "support/tree_builder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>

namespace sqd::operation {

namespace {

std::string textOf(const std::string& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

class ExtractionRun : public ::testing::Test {
protected:
    ExtractionRun()
    {
        test::ImageBuilder builder;
        builder.root().add("a", builder.file("new a"));
        builder.root().add("b", builder.file("new b"));
        const auto bytes = builder.build();
        std::ofstream(m_place / "image", std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        EXPECT_EQ(test::buildTree(m_place / "", {test::file("out/a", "old"), test::file("out/b", "old")}), "");
        ExtractRequest request;
        request.image = m_place / "image";
        request.extract.target = m_place / "out";
        request.extract.conflict = read::Conflict::Ask;
        request.extract.jobs = 2;
        m_operation = ExtractOperation::create(request);
    }
    read::ConflictQuestion waitForQuestion()
    {
        for (;;) {
            if (auto question = m_operation->question())
                return *question;
            std::this_thread::yield();
        }
    }
    test::TemporaryFolder m_place;
    std::unique_ptr<ExtractOperation> m_operation;
};

}  // namespace

TEST_F(ExtractionRun, questions_comeOneByOneAndAnswersGoToTheirNumber)
{
    m_operation->start();
    const auto first = waitForQuestion();
    m_operation->answer(first.number + 100, {read::ConflictAnswer::Choice::Stop, true});  // of another question: ignored
    EXPECT_EQ(waitForQuestion().number, first.number);
    m_operation->answer(first.number, {read::ConflictAnswer::Choice::Overwrite, false});
    auto second = waitForQuestion();
    while (second.number == first.number)
        second = waitForQuestion();
    EXPECT_NE(second.path, first.path);
    m_operation->answer(second.number, {read::ConflictAnswer::Choice::Skip, false});
    m_operation->wait();
    const auto report = m_operation->takeResult();
    ASSERT_TRUE(report) << report.error().line();
    EXPECT_EQ(report->replaced, 1U);
    EXPECT_EQ(report->kept, 1U);
    EXPECT_EQ(textOf(m_place / "out" + first.path), "new " + first.path.substr(1));
    EXPECT_EQ(textOf(m_place / "out" + second.path), "old");
    EXPECT_FALSE(m_operation->question());
    EXPECT_EQ(m_operation->snapshot().phase, concurrency::Phase::Done);
    EXPECT_FALSE(m_operation->takeResult());
}

TEST_F(ExtractionRun, stopWhileAsked_endsAndChangesNothing)
{
    m_operation->start();
    (void)waitForQuestion();
    m_operation->requestStop();
    m_operation->wait();
    const auto report = m_operation->takeResult();
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Errc::Cancelled);
    EXPECT_EQ(textOf(m_place / "out/a"), "old");
    EXPECT_EQ(textOf(m_place / "out/b"), "old");
}

}  // namespace sqd::operation
