// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "extracted.h"

#include <set>

namespace sqd::read {

namespace {

std::string pattern(std::size_t bytes, std::size_t seed)
{
    std::string out;
    while (out.size() < bytes)
        out += "line " + std::to_string(out.size() * seed % 9973) + "\n";
    out.resize(bytes);
    return out;
}

// Every kind of thing that needs no privilege.
std::vector<std::byte> mixedImage()
{
    test::ImageBuilder builder(4096);
    auto& folder = builder.directory();
    folder.mode = 0555;
    folder.mtime = 1234567890;
    auto& file = builder.file("some text");
    file.mode = 0640;
    file.mtime = 1500000000;
    folder.add("file", file);
    folder.add("same", file);
    folder.add("link", builder.symlink("file"));
    folder.add("fifo", builder.node(format::InodeType::Fifo));
    folder.add("socket", builder.node(format::InodeType::Socket));
    builder.root().mode = 0750;
    builder.root().mtime = 1000000000;
    builder.root().add("big", builder.file(pattern(3'000'000, 3)));
    builder.root().add("empty", builder.file(""));
    builder.root().add("folder", folder);
    builder.root().add("zeros", builder.file(std::string(40960, '\0') + "end"));
    return builder.build();
}

}  // namespace

class Extraction : public ::testing::TestWithParam<int> {};

TEST_P(Extraction, wholeTree_isThereWithAllItsAttributes)
{
    test::TemporaryFolder place;
    const auto report = extractBytes(mixedImage(), into(place / "new/x", Conflict::Skip, GetParam()));
    ASSERT_TRUE(report) << report.error().line();
    const std::string x = place / "new/x";
    EXPECT_EQ(below(x), (Paths{"big", "empty", "folder/", "folder/fifo", "folder/file", "folder/link", "folder/same", "folder/socket", "zeros"}));
    EXPECT_TRUE(onDisk(x + "/big") == pattern(3'000'000, 3));
    EXPECT_EQ(onDisk(x + "/empty"), "");
    EXPECT_EQ(onDisk(x + "/folder/file"), "some text");
    EXPECT_TRUE(onDisk(x + "/zeros") == std::string(40960, '\0') + "end");
    EXPECT_EQ(fs::read_symlink(x + "/folder/link"), "file");
    EXPECT_EQ(statOf(x + "/folder/file").st_ino, statOf(x + "/folder/same").st_ino);
    EXPECT_TRUE(S_ISFIFO(statOf(x + "/folder/fifo").st_mode));
    EXPECT_TRUE(S_ISSOCK(statOf(x + "/folder/socket").st_mode));
    EXPECT_EQ(statOf(x + "/folder/file").st_mode & 07777, 0640U);
    EXPECT_EQ(statOf(x + "/folder/file").st_mtime, 1500000000);
    EXPECT_EQ(statOf(x + "/folder/file").st_mtim.tv_nsec, 0);
    EXPECT_EQ(statOf(x + "/folder/link").st_mtime, 1600000000);
    EXPECT_EQ(statOf(x + "/folder").st_mode & 07777, 0555U);
    EXPECT_EQ(statOf(x + "/folder").st_mtime, 1234567890);
    EXPECT_EQ(statOf(x).st_mode & 07777, 0750U);
    EXPECT_EQ(statOf(x).st_mtime, 1000000000);
    EXPECT_EQ(report->files, 4U);
    EXPECT_EQ(report->links, 1U);
    EXPECT_EQ(report->others, 3U);
    EXPECT_EQ(report->directories, 1U);
    EXPECT_EQ(report->bytes, 3'000'000U + 40963 + 9);
    EXPECT_EQ(report->created, Paths{place / "new"});
    EXPECT_TRUE(report->warnings.empty() && report->lost.empty() && report->notes.empty());
}

TEST_P(Extraction, existingTarget_keepsItsAttributesAndNamesWhatIsNew)
{
    test::TemporaryFolder place;
    fs::create_directories(place / "x/folder");
    ::chmod((place / "x").c_str(), 0711);
    const auto report = extractBytes(mixedImage(), into(place / "x", Conflict::Skip, GetParam()));
    ASSERT_TRUE(report) << report.error().line();
    EXPECT_EQ(statOf(place / "x").st_mode & 07777, 0711U);
    EXPECT_EQ(statOf(place / "x/folder").st_mode & 07777, 0755U);
    EXPECT_EQ(statOf(place / "x/folder/file").st_ino, statOf(place / "x/folder/same").st_ino);
    EXPECT_EQ(statOf(place / "x/folder/link").st_mtime, 1600000000);
    EXPECT_TRUE(onDisk(place / "x/big") == pattern(3'000'000, 3));
    const Paths created{place / "x/big", place / "x/empty", place / "x/folder/fifo", place / "x/folder/file", place / "x/folder/link", place / "x/folder/same",
        place / "x/folder/socket", place / "x/zeros"};
    EXPECT_EQ(report->created, created);
    EXPECT_EQ(below(place / "x").size(), 9U);  // no hidden file is left
}

TEST_P(Extraction, emptyTarget_takesTheRootsAttributesButStaysClosed)
{
    for (const auto& [before, after] : {std::pair<mode_t, mode_t>{0755, 0750}, {0700, 0700}}) {
        test::TemporaryFolder place;
        fs::create_directory(place / "x");
        ::chmod((place / "x").c_str(), before);
        const auto report = extractBytes(mixedImage(), into(place / "x", Conflict::Skip, GetParam()));
        ASSERT_TRUE(report) << report.error().line();
        EXPECT_EQ(statOf(place / "x").st_mode & 07777, after);
        EXPECT_EQ(statOf(place / "x").st_mtime, 1000000000);
    }
}

TEST_P(Extraction, cancelledBefore_makesNothing)
{
    test::TemporaryFolder place;
    std::stop_source stop;
    stop.request_stop();
    const auto report = extractBytes(mixedImage(), into(place / "x", Conflict::Skip, GetParam()), stop.get_token());
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Errc::Cancelled);
    EXPECT_EQ(below(place.path()), Paths{});
}

INSTANTIATE_TEST_SUITE_P(Jobs, Extraction, ::testing::Values(0, 1, 3));

TEST(Extractor, zerosInTheImage_becomeHoles)
{
    test::TemporaryFolder place;
    const auto report = extractBytes(mixedImage(), into(place / "x"));
    ASSERT_TRUE(report);
    const struct stat st = statOf(place / "x/zeros");
    EXPECT_EQ(st.st_size, 40963);
    EXPECT_LT(st.st_blocks * 512, 3 * 4096);
}

TEST(Extractor, patterns_takeEntriesAndTheFoldersOnTheWay)
{
    test::TemporaryFolder place;
    ExtractOptions options = into(place / "x");
    options.patterns = {"folder/file", "*ero*", "nothing*"};
    const auto report = extractBytes(mixedImage(), options);
    ASSERT_TRUE(report);
    EXPECT_EQ(below(place / "x"), (Paths{"folder/", "folder/file", "zeros"}));
    EXPECT_EQ(statOf(place / "x/folder").st_mode & 07777, 0555U);
    EXPECT_EQ(report->unmatched, Paths{"nothing*"});
}

TEST(Extractor, nothingMatches_noFolderIsMade)
{
    test::TemporaryFolder place;
    ExtractOptions options = into(place / "x");
    options.patterns = {"nothing*"};
    const auto report = extractBytes(mixedImage(), options);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->unmatched, Paths{"nothing*"});
    EXPECT_FALSE(fs::exists(place / "x"));
}

TEST(Extractor, strip_leavesLeadingPartsAway)
{
    test::TemporaryFolder place;
    ExtractOptions options = into(place / "x");
    options.strip = 1;
    const auto report = extractBytes(mixedImage(), options);
    ASSERT_TRUE(report);
    EXPECT_EQ(below(place / "x"), (Paths{"fifo", "file", "link", "same", "socket"}));
}

TEST(Extractor, strip_foldersThatMeetAreOneAndEntriesThatMeetAreTold)
{
    test::ImageBuilder builder;
    for (const char* top : {"a", "b"}) {
        auto& sub = builder.directory();
        sub.add(std::string("in_") + top, builder.file(top));
        auto& folder = builder.directory();
        folder.add("file", builder.file(std::string("of ") + top));
        folder.add("sub", sub);
        builder.root().add(top, folder);
    }
    test::TemporaryFolder place;
    ExtractOptions options = into(place / "x");
    options.strip = 1;
    const auto report = extractBytes(builder.build(), options);
    ASSERT_TRUE(report);
    EXPECT_EQ(below(place / "x"), (Paths{"file", "sub/", "sub/in_a", "sub/in_b"}));
    EXPECT_EQ(onDisk(place / "x/file"), "of a");
    EXPECT_EQ(pathsOf(report->warnings), Paths{"/b/file"});
}

TEST(Extractor, options_leaveModesTimesAndOwnersAway)
{
    test::TemporaryFolder place;
    ExtractOptions options = into(place / "x");
    options.mode = options.times = false;
    const auto report = extractBytes(mixedImage(), options);
    ASSERT_TRUE(report);
    const mode_t mask = ::umask(022);
    ::umask(mask);
    EXPECT_EQ(statOf(place / "x/folder/file").st_mode & 07777, 0666U & ~mask);
    EXPECT_EQ(statOf(place / "x/folder").st_mode & 07777, 0777U & ~mask);
    EXPECT_GT(statOf(place / "x/folder/file").st_mtime, 1600000001);
}

TEST(Extractor, setUserIdOfAnotherOwner_isNotKept)
{
    test::ImageBuilder builder;
    auto& program = builder.file("x");
    program.mode = 04755;
    program.uid = 12345;
    builder.root().add("program", program);
    test::TemporaryFolder place;
    const auto report = extractBytes(builder.build(), into(place / "x"));  // owners are not set
    ASSERT_TRUE(report);
    EXPECT_EQ(statOf(place / "x/program").st_mode & 07777, 0755U);
    EXPECT_EQ(report->notes.size(), 1U);
    EXPECT_TRUE(report->warnings.empty());
}

TEST(Extractor, ordinaryUser_getsReadOnlyFoldersFilled)
{
    const auto bytes = mixedImage();
    test::TemporaryFolder place;
    ::chmod(place.path().c_str(), 0777);
    const int result = test::runAs(65534, 65534, [&] {
        ExtractOptions options = into(place / "x");
        options.owner = true;
        const auto report = extractBytes(bytes, options);
        return report && report->warnings.empty() && report->notes.size() == 1 && onDisk(place / "x/folder/file") == "some text" ? 0 : 1;
    });
    if (result < 0)
        GTEST_SKIP() << "needs root";
    EXPECT_EQ(result, 0);
    EXPECT_EQ(statOf(place / "x/folder").st_mode & 07777, 0555U);
    EXPECT_EQ(statOf(place / "x/folder/file").st_uid, 65534U);
}

TEST(Extractor, deepFoldersAndLongPaths_areWritten)
{
    test::ImageBuilder builder;
    test::ImageNode* at = &builder.root();
    std::string path;
    for (int i = 0; i < 300; ++i) {
        auto& next = builder.directory();
        const std::string name(40, static_cast<char>('a' + i % 26));
        at->add(name, next);
        path += "/" + name;
        at = &next;
    }
    at->add("bottom", builder.file("deep"));
    test::TemporaryFolder place;
    const auto bytes = builder.build();
    const auto report = extractBytes(bytes, into(place / "x"));
    ASSERT_TRUE(report) << report.error().line();
    EXPECT_TRUE(report->warnings.empty());
    EXPECT_EQ(report->directories, 300U);
    EXPECT_EQ(report->bytes, 4U);
    // What is there already is found again at any depth.
    const auto again = extractBytes(bytes, into(place / "x"));
    ASSERT_TRUE(again) << again.error().line();
    EXPECT_EQ(again->kept, 1U);
}

TEST(Extractor, namesOver255Bytes_areTold)
{
    test::ImageBuilder builder;
    builder.root().add(std::string(256, 'n'), builder.file("x"));
    builder.root().add("ok", builder.file("y"));
    test::TemporaryFolder place;
    const auto bytes = builder.build();
    const auto report = extractBytes(bytes, into(place / "x"));
    ASSERT_TRUE(report);
    EXPECT_EQ(below(place / "x"), Paths{"ok"});
    ASSERT_EQ(report->warnings.size(), 1U);
    EXPECT_NE(report->warnings[0].what.find("name too long"), std::string::npos);
    ExtractOptions strict = into(place / "y");
    strict.strict = true;
    const auto refused = extractBytes(bytes, strict);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::OutputUnwritable);
    EXPECT_FALSE(fs::exists(place / "y"));
}

TEST(Extractor, targetThatIsAFile_isRefused)
{
    test::TemporaryFolder place;
    put(place / "x", "text");
    const auto report = extractBytes(mixedImage(), into(place / "x"));
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Errc::OutputUnwritable);
    EXPECT_EQ(onDisk(place / "x"), "text");
}

}  // namespace sqd::read
