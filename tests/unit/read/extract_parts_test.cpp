// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "extracted.h"

#include "read/extract_attributes.h"
#include "read/extract_plan.h"
#include "read/extract_session.h"

#include <fcntl.h>
#include <set>
#include <sys/resource.h>
#include <thread>

// Planning, room, descriptors, and who gets which work.
namespace sqd::read {

namespace {

ExtractPlan planOf(const Image& image, const ExtractOptions& options, ExtractLog& log)
{
    concurrency::ProgressCounters counters(1);
    auto plan = makeExtractPlan(image, options, log, counters, {});
    EXPECT_TRUE(plan);
    return *std::move(plan);
}

std::vector<std::uint32_t> allEntries(const ExtractPlan& plan)
{
    std::vector<std::uint32_t> order(plan.entries.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    return order;
}

}  // namespace

TEST(ExtractPlan, hardLinks_nameTheirFirst)
{
    test::ImageBuilder builder;
    auto& file = builder.file("text");
    builder.root().add("a", file);
    builder.root().add("b", builder.file("other"));
    builder.root().add("c", file);
    const auto image = openOrFail(builder.build());
    ExtractLog log;
    const ExtractPlan plan = planOf(*image, into("x"), log);
    ASSERT_EQ(plan.entries.size(), 3U);
    EXPECT_EQ(plan.entries[0].linkOf, kNoIndex);
    EXPECT_EQ(plan.entries[1].linkOf, kNoIndex);
    EXPECT_EQ(plan.entries[2].linkOf, 0U);
    EXPECT_EQ(plan.files, 2U);
    EXPECT_EQ(plan.bytes, 9U);
    EXPECT_EQ(plan.path(plan.entries[2]), "/c");
}

TEST(SpaceNeed, holesCountNothingAndTheFirstThatDoesNotFitIsNamed)
{
    test::ImageBuilder builder(4096);
    auto& holes = builder.file(std::string(4096, 'h') + std::string(8 * 4096, '\0') + "tail");
    holes.editWords = [](std::vector<std::uint32_t>& words) { std::fill(words.begin() + 1, words.end(), 0); };
    builder.root().add("a_holes", holes);
    builder.root().add("b", builder.file(std::string(10000, 'b')));
    const auto image = openOrFail(builder.build());
    ExtractLog log;
    const ExtractPlan plan = planOf(*image, into("x"), log);
    const auto enough = spaceNeeded(*image, plan, allEntries(plan), 4096, 1 << 20, {});
    ASSERT_TRUE(enough);
    EXPECT_EQ(enough->firstBeyond, kNoIndex);
    const auto exact = spaceNeeded(*image, plan, allEntries(plan), 4096, 5 * 4096, {});
    ASSERT_TRUE(exact);
    EXPECT_EQ(exact->bytes, (2U + 3) * 4096);
    EXPECT_EQ(exact->firstBeyond, kNoIndex);
    const auto tight = spaceNeeded(*image, plan, allEntries(plan), 4096, 3 * 4096, {});
    ASSERT_TRUE(tight);
    EXPECT_EQ(tight->firstBeyond, 1U);
}

TEST(StretchedQueue, everyNumber_isHandedOutOnce)
{
    for (const std::size_t stretches : {1U, 3U, 8U}) {
        for (const std::size_t count : {0U, 1U, 7U, 1000U}) {
            StretchedQueue queue(count, 4, stretches);
            std::vector<std::atomic<int>> seen(count);
            std::vector<std::jthread> workers;
            for (std::size_t worker = 0; worker < 4; ++worker)
                workers.emplace_back([&, worker] {
                    while (const auto run = queue.take(worker))
                        for (std::size_t i = run->first; i < run->end; ++i)
                            ++seen[i];
                });
            workers.clear();
            for (const auto& times : seen)
                EXPECT_EQ(times, 1);
        }
    }
}

TEST(StretchedQueue, workers_beginApart)
{
    StretchedQueue queue(100, 1, 4);
    EXPECT_EQ(queue.take(0)->first, 0U);
    EXPECT_EQ(queue.take(2)->first, 50U);
    EXPECT_EQ(queue.take(2)->first, 51U);
}

TEST(ExtractLog, sharedKinds_areCountedOnceWithTheLowestPath)
{
    ExtractLog log;
    const ExtractLog::Kind kind{"security.*: ", " attributes of ", " refused", false};
    log.addShared(kind, "/b", 2);
    log.addShared(kind, "/a", 2);
    EXPECT_TRUE(log.hasWarnings());
    ExtractReport report;
    log.finish(report);
    ASSERT_EQ(report.warnings.size(), 1U);
    EXPECT_EQ(report.warnings[0].path, "/a");
    EXPECT_EQ(report.warnings[0].what, "security.*: 4 attributes of 2 entries refused");
}

TEST(ExtractLog, oneFileDamagedTwice_isOneLoss)
{
    ExtractLog log;
    for (const std::uint64_t offset : {200U, 100U})
        log.lose(findingFrom(corruptError("/f", "block", offset), "data", "/f"));
    ExtractReport report;
    log.finish(report);
    ASSERT_EQ(report.lost.size(), 1U);
    EXPECT_EQ(report.lost[0].offset, 100U);
}

TEST(HostFolders, fewDescriptors_reachEveryFolderAgain)
{
    test::ImageBuilder builder;
    test::ImageNode* at = &builder.root();
    for (int i = 0; i < 60; ++i) {
        auto& next = builder.directory();
        at->add("sub", next);
        next.add("file", builder.file(std::to_string(i)));
        at = &next;
    }
    const auto image = openOrFail(builder.build());
    ExtractOptions options = into("");
    ExtractLog log;
    const ExtractPlan plan = planOf(*image, options, log);
    test::TemporaryFolder place;
    HostFolders folders(plan, io::UniqueFd(::open(place.path().c_str(), O_RDONLY | O_DIRECTORY)), place.path(), 2);
    ASSERT_EQ(folders.adoptTarget(HostFolder::Kind::Existing), 0);
    int error = 0;
    for (std::uint32_t f = 1; f < plan.folders.size(); ++f) {
        const auto above = folders.open(folders.parent(f), error);
        ASSERT_TRUE(above) << error;
        ASSERT_EQ(::mkdirat(above->get(), "sub", 0755), 0);
        ASSERT_EQ(folders.adopt(f, *above, "sub", HostFolder::Kind::Own), 0);
    }
    for (const std::uint32_t f : {60U, 1U, 30U, 60U}) {
        const auto handle = folders.open(f, error);
        ASSERT_TRUE(handle) << error;
        struct stat st{};
        ASSERT_EQ(::fstat(handle->get(), &st), 0);
        EXPECT_EQ(st.st_ino, folders.state(f).inode);
    }
    // Somebody puts another folder, then a link there: neither is taken for ours.
    fs::rename(place / "sub/sub", place / "away");
    fs::create_directory(place / "sub/sub");
    EXPECT_FALSE(folders.open(30, error));
    fs::remove(place / "sub/sub");
    fs::create_directory_symlink(place / "away", place / "sub/sub");
    EXPECT_FALSE(folders.open(30, error));
}

TEST(Extractor, fewOpenFiles_areEnough)
{
    test::ImageBuilder builder(4096);
    for (int i = 0; i < 200; ++i) {
        auto& folder = builder.directory();
        for (int k = 0; k < 5; ++k)
            folder.add("f" + std::to_string(k), builder.file(std::string(static_cast<std::size_t>(i * 37 + k), 'x')));
        auto& big = builder.file(std::string(static_cast<std::size_t>(i % 20 == 0 ? 3'000'000 : 10), 'y'));
        folder.add("z", big);
        folder.add("zz", big);
        builder.root().add("d" + std::to_string(1000 + i), folder);
    }
    const auto bytes = builder.build();
    test::TemporaryFolder place;
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    rlimit few = before;
    few.rlim_cur = 40;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    const auto report = extractBytes(bytes, into(place / "x", Conflict::Skip, 16));
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    ASSERT_TRUE(report) << report.error().line();
    EXPECT_TRUE(report->warnings.empty());
    EXPECT_EQ(report->files, 1200U);
    EXPECT_EQ(report->links, 200U);
    EXPECT_EQ(below(place / "x").size(), 1600U);
}

}  // namespace sqd::read
