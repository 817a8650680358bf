// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "extracted.h"

#include "read/extract_conflict.h"
#include "read/extract_output.h"

#include <atomic>
#include <fcntl.h>
#include <mutex>
#include <thread>

// What is in the way, and what is not to be trusted.
namespace sqd::read {

namespace {

std::vector<std::byte> twoFilesAndFolder()
{
    test::ImageBuilder builder;
    auto& folder = builder.directory();
    folder.mode = 0700;
    folder.add("file", builder.file("inner"));
    auto& a = builder.file("new a");
    builder.root().add("a.txt", a);
    builder.root().add("a2.txt", a);
    builder.root().add("b", builder.file("new b"));
    builder.root().add("folder", folder);
    builder.root().add("link", builder.symlink("target"));
    return builder.build();
}

ExtractOptions asking(const std::string& target, ConflictAsker asker, int jobs = 2)
{
    ExtractOptions options = into(target, Conflict::Ask, jobs);
    options.asker = std::move(asker);
    return options;
}

}  // namespace

TEST(ExtractConflict, skip_keepsWhatIsThereAndTakesTheRest)
{
    test::TemporaryFolder place;
    put(place / "x/a.txt", "old a");
    put(place / "x/link", "old link");
    const auto report = extractBytes(twoFilesAndFolder(), into(place / "x"));
    ASSERT_TRUE(report);
    EXPECT_EQ(onDisk(place / "x/a.txt"), "old a");
    EXPECT_EQ(onDisk(place / "x/link"), "old link");
    EXPECT_EQ(onDisk(place / "x/a2.txt"), "new a");  // its first name was kept, so it is written itself
    EXPECT_EQ(onDisk(place / "x/b"), "new b");
    EXPECT_EQ(report->kept, 2U);
    EXPECT_TRUE(report->warnings.empty());
}

TEST(ExtractConflict, overwrite_replacesAndCounts)
{
    test::TemporaryFolder place;
    put(place / "x/a.txt", "old a");
    put(place / "x/a2.txt", "old a2");
    put(place / "x/link", "old link");
    fs::create_directories(place / "x/b");        // empty: gives way
    fs::create_directories(place / "x/folder");
    const auto report = extractBytes(twoFilesAndFolder(), into(place / "x", Conflict::Overwrite));
    ASSERT_TRUE(report);
    EXPECT_EQ(onDisk(place / "x/a.txt"), "new a");
    EXPECT_EQ(statOf(place / "x/a.txt").st_ino, statOf(place / "x/a2.txt").st_ino);
    EXPECT_EQ(onDisk(place / "x/b"), "new b");
    EXPECT_EQ(fs::read_symlink(place / "x/link"), "target");
    EXPECT_EQ(statOf(place / "x/folder").st_mode & 07777, 0700U);
    EXPECT_EQ(report->replaced, 4U);
    EXPECT_EQ(report->created, Paths{place / "x/folder/file"});
    EXPECT_EQ(below(place / "x"), (Paths{"a.txt", "a2.txt", "b", "folder/", "folder/file", "link"}));
}

TEST(ExtractConflict, overwrite_neverRemovesAFolderWithSomethingInIt)
{
    test::TemporaryFolder place;
    put(place / "x/b/mine", "precious");
    const auto report = extractBytes(twoFilesAndFolder(), into(place / "x", Conflict::Overwrite));
    ASSERT_TRUE(report);
    EXPECT_EQ(onDisk(place / "x/b/mine"), "precious");
    EXPECT_EQ(pathsOf(report->warnings), Paths{"/b"});
}

TEST(ExtractConflict, overwrite_doesNotWriteThroughALinkOrIntoASharedFile)
{
    test::TemporaryFolder place;
    put(place / "outside", "untouched");
    fs::create_directories(place / "x");
    fs::create_symlink(place / "outside", place / "x/a.txt");
    fs::create_hard_link(place / "outside", place / "x/b");
    const auto report = extractBytes(twoFilesAndFolder(), into(place / "x", Conflict::Overwrite));
    ASSERT_TRUE(report);
    EXPECT_EQ(onDisk(place / "outside"), "untouched");
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(place / "x/a.txt")));
    EXPECT_EQ(onDisk(place / "x/b"), "new b");
}

TEST(ExtractConflict, keepBoth_findsFreeNames)
{
    test::TemporaryFolder place;
    put(place / "x/a.txt", "old a");
    put(place / "x/a (2).txt", "older a");
    put(place / "x/folder", "no folder");
    const auto report = extractBytes(twoFilesAndFolder(), into(place / "x", Conflict::KeepBoth));
    ASSERT_TRUE(report);
    EXPECT_EQ(onDisk(place / "x/a.txt"), "old a");
    EXPECT_EQ(onDisk(place / "x/a (3).txt"), "new a");
    EXPECT_EQ(statOf(place / "x/a (3).txt").st_ino, statOf(place / "x/a2.txt").st_ino);
    EXPECT_EQ(onDisk(place / "x/folder"), "no folder");
    EXPECT_EQ(onDisk(place / "x/folder (2)/file"), "inner");
    EXPECT_TRUE(report->warnings.empty());
}

TEST(ExtractConflict, ask_tellsBothSidesAndDoesAsAnswered)
{
    test::TemporaryFolder place;
    put(place / "x/a.txt", "old");
    put(place / "x/b", "old b");
    std::mutex mutex;
    std::vector<ConflictQuestion> questions;
    const auto report = extractBytes(twoFilesAndFolder(), asking(place / "x", [&](const ConflictQuestion& q) {
        const std::lock_guard lock(mutex);
        questions.push_back(q);
        return ConflictAnswer{q.path == "/b" ? ConflictAnswer::Choice::Overwrite : ConflictAnswer::Choice::KeepBoth, false};
    }));
    ASSERT_TRUE(report);
    ASSERT_EQ(questions.size(), 2U);
    std::sort(questions.begin(), questions.end(), [](const auto& l, const auto& r) { return l.path < r.path; });
    EXPECT_EQ(questions[0].path, "/a.txt");
    EXPECT_EQ(questions[0].hostPath, place / "x/a.txt");
    EXPECT_EQ(questions[0].keepBothName, "a (2).txt");
    EXPECT_EQ(questions[0].inImage.type, "file");
    EXPECT_EQ(questions[0].inImage.sizeBytes, 5U);
    EXPECT_EQ(questions[0].onDisk.sizeBytes, 3U);
    EXPECT_NE(questions[0].number, questions[1].number);
    EXPECT_EQ(onDisk(place / "x/a (2).txt"), "new a");
    EXPECT_EQ(onDisk(place / "x/b"), "new b");
}

TEST(ExtractConflict, answerForAll_isAskedOnce)
{
    test::TemporaryFolder place;
    for (const char* name : {"x/a.txt", "x/a2.txt", "x/b", "x/link"})
        put(place / name, "old");
    std::atomic<int> asked{0};
    const auto report = extractBytes(twoFilesAndFolder(), asking(place / "x", [&](const ConflictQuestion&) {
        ++asked;
        return ConflictAnswer{ConflictAnswer::Choice::Skip, true};
    }, 4));
    ASSERT_TRUE(report);
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(report->kept, 4U);
}

TEST(ExtractConflict, answerStop_endsWithNothingHalf)
{
    test::TemporaryFolder place;
    put(place / "x/a.txt", "old");
    const auto report = extractBytes(twoFilesAndFolder(), asking(place / "x", [](const ConflictQuestion&) { return ConflictAnswer{ConflictAnswer::Choice::Stop, false}; }, 0));
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Errc::Cancelled);
    EXPECT_EQ(onDisk(place / "x/a.txt"), "old");
    for (const std::string& path : below(place / "x"))
        EXPECT_EQ(path.find(".squashdesk"), std::string::npos) << path;
}

TEST(ExtractConflict, linkInThePlaceOfAFolder_isNotFollowed)
{
    for (const Conflict conflict : {Conflict::Skip, Conflict::Overwrite, Conflict::KeepBoth}) {
        test::TemporaryFolder place;
        put(place / "outside/keep", "untouched");
        fs::create_directories(place / "x");
        fs::create_directory_symlink(place / "outside", place / "x/folder");
        const auto report = extractBytes(twoFilesAndFolder(), into(place / "x", conflict));
        ASSERT_TRUE(report);
        EXPECT_EQ(below(place / "outside"), Paths{"keep"});
        EXPECT_EQ(onDisk(place / "x/b"), "new b");
        if (conflict == Conflict::Skip) {
            EXPECT_TRUE(fs::is_symlink(place / "x/folder"));
            EXPECT_EQ(pathsOf(report->warnings), (Paths{"/folder", "/folder/file"}));
            EXPECT_NE(report->warnings[0].what.find("x/folder is a symbolic link"), std::string::npos);
        } else {
            EXPECT_EQ(onDisk(place / (conflict == Conflict::Overwrite ? "x/folder/file" : "x/folder (2)/file")), "inner");
        }
    }
}

TEST(ExtractConflict, imageWithLinkAndFolderOfOneName_staysInside)
{
    test::TemporaryFolder place;
    put(place / "outside/keep", "untouched");
    test::ImageBuilder builder;
    auto& folder = builder.directory();
    folder.add("evil", builder.file("evil"));
    builder.root().add("a", builder.symlink(place / "outside"));
    builder.root().add("a", folder);
    builder.root().add("ok", builder.file("fine"));
    const auto report = extractBytes(builder.build(), into(place / "x", Conflict::Overwrite));
    ASSERT_TRUE(report);
    EXPECT_EQ(below(place / "outside"), Paths{"keep"});
    EXPECT_EQ(onDisk(place / "x/ok"), "fine");
    EXPECT_EQ(report->lost.size(), 1U);
}

TEST(ExtractConflict, badNames_areNeverWritten)
{
    for (const std::string& name : {std::string(".."), std::string("."), std::string("a/b"), std::string("/abs"), std::string("n\0l", 3), std::string(300, 'x')}) {
        test::TemporaryFolder place;
        test::ImageBuilder builder;
        builder.root().add(name, builder.file("evil"));
        builder.root().add("zz", builder.file("fine"));
        const auto report = extractBytes(builder.build(), into(place / "d/x", Conflict::Overwrite));
        ASSERT_TRUE(report);
        EXPECT_EQ(below(place.path()), (Paths{"d/", "d/x/", "d/x/zz"}));
        EXPECT_EQ(report->lost.size(), 1U);
    }
}

TEST(ExtractDamage, brokenFiles_areNotOnDiskAndTheRestIs)
{
    test::ImageBuilder builder(4096);
    auto& broken = builder.file(std::string(10000, 'b'));
    broken.editWords = [](std::vector<std::uint32_t>& words) { words[1] = 4096 + 1; };
    builder.root().add("broken", broken);
    builder.root().add("broken2", broken);
    builder.root().add("fine", builder.file(std::string(10000, 'f')));
    auto& record = builder.file("x");
    record.edit = [](format::Inode& inode) { inode.uidIndex = 999; };
    builder.root().add("record", record);
    const auto bytes = builder.build();
    test::TemporaryFolder place;
    const auto report = extractBytes(bytes, into(place / "x"));
    ASSERT_TRUE(report);
    EXPECT_EQ(below(place / "x"), Paths{"fine"});
    Paths lost;
    for (const Finding& finding : report->lost)
        lost.push_back(finding.path.value_or("-"));
    EXPECT_EQ(lost, (Paths{"/broken", "/broken2", "/record"}));
    ExtractOptions options = into(place / "y");
    options.stopOnError = true;
    const auto stopped = extractBytes(bytes, options);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Errc::Corrupt);
}

TEST(ExtractStrict, somethingMissing_leavesNothingNew)
{
    test::TemporaryFolder place;
    put(place / "x/mine", "mine");
    put(place / "x/folder", "in the way");
    ExtractOptions options = into(place / "x");
    options.strict = true;
    const auto report = extractBytes(twoFilesAndFolder(), options);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Errc::OutputUnwritable);
    EXPECT_EQ(below(place / "x"), (Paths{"folder", "mine"}));
    EXPECT_EQ(onDisk(place / "x/folder"), "in the way");
}

TEST(FreeName, longNames_stayWithinTheLimit)
{
    test::TemporaryFolder place;
    const int folder = ::open(place.path().c_str(), O_RDONLY | O_DIRECTORY);
    EXPECT_EQ(freeName(folder, "photo.tar.gz"), "photo.tar (2).gz");
    EXPECT_EQ(freeName(folder, ".hidden"), ".hidden (2)");
    EXPECT_EQ(freeName(folder, std::string(255, 'n')), std::string(251, 'n') + " (2)");
    EXPECT_EQ(freeName(folder, std::string(250, 'n') + ".jpeg").size(), 255U);
    ::close(folder);
}

TEST(NewFile, notPublished_leavesNothing)
{
    test::TemporaryFolder place;
    const int folder = ::open(place.path().c_str(), O_RDONLY | O_DIRECTORY);
    for (const bool own : {true, false}) {
        NewFile file;
        ASSERT_EQ(file.create(folder, "name", own, 0644), 0);
        ASSERT_TRUE(io::pwriteFully(file.fd(), 0, test::toBytes("half")));
        EXPECT_EQ(fs::exists(place / "name"), own);
    }
    EXPECT_EQ(below(place.path()), Paths{});
    ::close(folder);
}

TEST(NewFile, publish_takesNoNameThatIsTaken)
{
    test::TemporaryFolder place;
    put(place / "name", "old");
    const int folder = ::open(place.path().c_str(), O_RDONLY | O_DIRECTORY);
    NewFile file;
    ASSERT_EQ(file.create(folder, "name", false, 0644), 0);
    ASSERT_TRUE(io::pwriteFully(file.fd(), 0, test::toBytes("new")));
    EXPECT_EQ(file.publish("name", false), EEXIST);
    EXPECT_EQ(onDisk(place / "name"), "old");
    EXPECT_EQ(file.publish("name", true), 0);
    EXPECT_EQ(onDisk(place / "name"), "new");
    EXPECT_EQ(below(place.path()), Paths{"name"});
    ::close(folder);
}

TEST(ConflictPolicy, cancelWhileAnotherIsAsked_wakesTheWaiting)
{
    ExtractOptions options;
    options.conflict = Conflict::Ask;
    std::stop_source stop;
    std::atomic<bool> asked{false};
    options.asker = [&](const ConflictQuestion&) {
        asked = true;
        while (!stop.stop_requested())
            std::this_thread::yield();
        return ConflictAnswer{ConflictAnswer::Choice::Overwrite, true};
    };
    ConflictPolicy policy(options, stop.get_token());
    std::jthread first([&] { EXPECT_EQ(policy.decide([] { return ConflictQuestion(); }), ConflictAnswer::Choice::Stop); });
    while (!asked)
        std::this_thread::yield();
    std::jthread second([&] { EXPECT_EQ(policy.decide([] { return ConflictQuestion(); }), ConflictAnswer::Choice::Stop); });
    stop.request_stop();
}

}  // namespace sqd::read
