// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar_builder.h"
#include "tar_fixture.h"

#include <gmock/gmock.h>

namespace sqd::tar::test {

using testing::ElementsAre;
using testing::HasSubstr;

static TarOptions skipping()
{
    TarOptions options;
    options.skipBadEntries = true;
    return options;
}

TEST(TarDamage, everyCut_isAnErrorOrAWholeArchiveWithANote)
{
    TarBuilder tar;
    tar.file("one", std::string(700, '1'));
    const std::size_t afterOne = tar.size();
    tar.pax({{"comment", std::string(600, 'x')}}).file("two", "2");
    const std::size_t afterTwo = tar.size();
    const std::string all = tar.finished();
    for (std::size_t length = 1; length <= all.size(); ++length) {
        const Outcome out = readArchive(all.substr(0, length));
        const bool whole = length == afterOne || length >= afterTwo;
        if (length > afterTwo && length < afterTwo + 512) {  // a part of an end mark
            EXPECT_TRUE(out.error) << length;
            continue;
        }
        EXPECT_EQ(!out.error, whole) << length;
        if (out.error && length > 512) {
            EXPECT_THAT(out.error->line(), testing::AnyOf(HasSubstr("'one'"), HasSubstr("'two'"))) << length;
            EXPECT_EQ(out.error->code, Errc::Corrupt) << length;
        } else if (whole) {
            EXPECT_EQ(out.warnings.size(), length >= afterTwo + 1024 ? 0U : 1U) << length;
            EXPECT_FALSE(out.skippedAny()) << length;
        }
    }
}

TEST(TarDamage, endsInDataWithSkipping_takesWhatIsWhole)
{
    TarBuilder tar;
    tar.file("one", "1").file("two", std::string(3000, '2'));
    const Outcome out = readArchive(tar.bytes().substr(0, 2500), skipping());
    ASSERT_FALSE(out.error);
    EXPECT_THAT(out.paths(), ElementsAre("one"));
    EXPECT_TRUE(out.skippedAny());
    EXPECT_THAT(out.warned("in.tar"), HasSubstr("'two' (entry 2)"));
}

TEST(TarDamage, brokenHeader_isAnErrorOrSkippedToTheNext)
{
    TarBuilder tar;
    tar.file("one", "1");
    const std::size_t second = tar.size();
    std::string bytes = tar.file("two", "2").file("three", "3").finished();
    bytes[second] = 'X';
    const Outcome failed = readArchive(bytes);
    ASSERT_TRUE(failed.error);
    EXPECT_EQ(failed.error->imageOffset, second);
    EXPECT_THAT(failed.error->line(), HasSubstr("'one' (entry 1)"));
    const Outcome out = readArchive(bytes, skipping());
    ASSERT_FALSE(out.error);
    EXPECT_THAT(out.paths(), ElementsAre("one", "three"));
    EXPECT_TRUE(out.skippedAny());
}

TEST(TarDamage, noArchive_saysSoEvenWithSkipping)
{
    for (const std::size_t size : {100U, 512U, 5000U}) {
        const Outcome out = readArchive(std::string(size, 'n'), skipping());
        ASSERT_TRUE(out.error) << size;
        EXPECT_THAT(out.error->line(), HasSubstr("not a tar archive")) << size;
    }
}

TEST(TarDamage, nameRecordsWithoutAnEntry_areAnError)
{
    TarBuilder tar;
    for (int i = 0; i < 3; ++i)
        tar.add({.name = "././@LongLink", .flag = 'L', .magic = "ustar  "}, "n");
    const Outcome out = readArchive(tar.finished());
    ASSERT_TRUE(out.error);
    EXPECT_THAT(out.error->line(), HasSubstr("entry is missing"));
}

TEST(TarDamage, sizesThatMakeNoSense_areErrors)
{
    for (const std::string& size : {std::string("xyz"), std::string(12, '\xff'), "\x80\x7f" + std::string(10, '\xff'), std::string("77777777777")}) {
        TarBuilder tar;
        tar.file("one", "1").add({.name = "two", .size = size}, "2").file("three", "3");
        EXPECT_TRUE(readArchive(tar.finished()).error) << size;
    }
    TarBuilder tar;
    tar.file("one", "1").add({.name = "x", .flag = 'x', .size = "\x80" + std::string(10, '\x7f') + "\1"});
    EXPECT_TRUE(readArchive(tar.finished()).error);
}

TEST(TarDamage, malformedRecords_makeABadEntry)
{
    TarBuilder tar;
    tar.add({.name = "x", .flag = 'x'}, "99 path=a\n").file("f", "f").file("g", "g");
    EXPECT_TRUE(readArchive(tar.finished()).error);
    EXPECT_THAT(readArchive(tar.finished(), skipping()).paths(), ElementsAre("g"));
}

TEST(TarDamage, joinedArchives_areReadToTheFirstEndOrThrough)
{
    TarBuilder first, second;
    const std::string bytes = first.file("a", "1").finished() + std::string(2048, '\0') + second.file("b", "2").finished();
    const Outcome one = readArchive(bytes);
    EXPECT_THAT(one.paths(), ElementsAre("a"));
    EXPECT_THAT(one.warned("in.tar"), HasSubstr("--ignore-zeros"));
    TarOptions options;
    options.ignoreZeros = true;
    const Outcome both = readArchive(bytes, options);
    EXPECT_THAT(both.paths(), ElementsAre("a", "b"));
    EXPECT_TRUE(both.warnings.empty());
}

TEST(TarDamage, onlyEndMarks_makeAnEmptyRootWithANote)
{
    const Outcome out = readArchive(TarBuilder().finished());
    ASSERT_FALSE(out.error);
    EXPECT_TRUE(out.paths().empty());
    EXPECT_THAT(out.warned("in.tar"), HasSubstr("no entries"));
}

}  // namespace sqd::tar::test
