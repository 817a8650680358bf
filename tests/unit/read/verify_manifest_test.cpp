// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "read/verify_hashes.h"
#include "read/verify_manifest.h"

#include <gmock/gmock.h>
#include <thread>

namespace sqd::read {

namespace {

const std::string kSum(64, 'a'), kOther(64, 'b');

std::map<std::string, std::string> sums(const std::shared_ptr<const Image>& image, int jobs)
{
    concurrency::ProgressCounters counters(std::max(1, jobs));
    std::map<std::string, std::string> found;
    EXPECT_TRUE(hashFiles(image, jobs, counters, [&](const std::string& path, const Result<Sha256::Digest>& digest) -> Result<void> {
        found[path] = digest ? hexText(*digest) : digest.error().what;
        return {};
    }, {}));
    return found;
}

std::string sumOf(const std::string& text)
{
    Sha256 hash;
    hash.update(std::as_bytes(std::span(text)));
    return hexText(hash.finish());
}

TEST(Manifest, lines_areReadInAllTheirForms)
{
    const auto manifest = parseManifest(kSum + "  a b\n" + kSum + " *./c\n\\" + kOther + "  x\\ny\\\\z\\r\n" + std::string(64, 'A') + "  /d", "sums");
    ASSERT_TRUE(manifest) << manifest.error().line();
    EXPECT_EQ(*manifest, (Manifest{{"/a b", kSum}, {"/c", kSum}, {"/x\ny\\z\r", kOther}, {"/d", kSum}}));
    EXPECT_TRUE(parseManifest("", "sums"));
    EXPECT_TRUE(parseManifest(kSum + "  a\n" + kSum + "  ./a\n", "sums"));
}

TEST(Manifest, otherLines_areRefusedByNumber)
{
    for (const std::string& bad : {std::string("\n"), std::string("x"), kSum, kSum + "  ", kSum + " a", kSum.substr(1) + "   a", std::string(63, 'a') + "g  a",
             "\\" + kSum + "  a\\", "\\" + kSum + "  a\\x", kOther + "  a"}) {
        const auto manifest = parseManifest(kSum + "  a\n" + bad, "sums");
        if (bad == "\n" || !manifest) {
            ASSERT_FALSE(manifest) << bad;
            EXPECT_EQ(manifest.error().code, Errc::InputUnreadable);
            EXPECT_THAT(manifest.error().what, testing::HasSubstr("line 2"));
        } else {
            ADD_FAILURE() << bad;
        }
    }
}

TEST(Manifest, everyLine_isReadBack)
{
    for (const std::string path : {"/a", "/a b/c", "/x\ny", "/back\\slash", "/\r", "/\xff", "/-", "/ lead"}) {
        const auto manifest = parseManifest(manifestLine(path, kSum), "sums");
        ASSERT_TRUE(manifest);
        EXPECT_EQ(*manifest, (Manifest{{path, kSum}}));
    }
}

TEST(HashFiles, everyNameAndSize_getsItsSum)
{
    test::ImageBuilder b;
    std::map<std::string, std::string> wanted;
    const auto add = [&](const std::string& name, const std::string& text) -> test::ImageNode& {
        auto& node = b.file(text);
        b.root().add(name, node);
        wanted["/" + name] = sumOf(text);
        return node;
    };
    add("empty", "");
    b.root().add("hard", add("file", "text"));
    wanted["/hard"] = wanted["/file"];
    add("holes", std::string(4096, 'a') + std::string(400 * 4096, '\0') + "end");
    add("large", std::string(9U << 20, 'L') + "x");  // several workers for one file
    for (int i = 0; i < 300; ++i)
        add("many" + std::to_string(1000 + i), std::string(static_cast<std::size_t>(i) * 61, 'm'));
    b.root().add("sym", b.symlink("file"));
    const auto image = openOrFail(b.build());
    ASSERT_NE(image, nullptr);
    for (const int jobs : {0, 1, 3})
        EXPECT_EQ(sums(image, jobs), wanted) << jobs;
}

TEST(HashFiles, damagedFile_hasNoSumAndTheOthersDo)
{
    test::ImageBuilder b;
    auto& bad = b.file(std::string(3 * 4096, 'x'));
    bad.editWords = [](std::vector<std::uint32_t>& words) { words[1] &= ~format::kBlockRawBit; };
    b.root().add("bad", bad);
    b.root().add("ok", b.file("ok"));
    const auto image = openOrFail(b.build());
    ASSERT_NE(image, nullptr);
    const auto found = sums(image, 2);
    EXPECT_THAT(found.at("/bad"), testing::HasSubstr("block 1"));
    EXPECT_EQ(found.at("/ok"), sumOf("ok"));
}

TEST(HashFiles, stopRequest_isCancelledAlsoWhilePaused)
{
    test::ImageBuilder b;
    for (int i = 0; i < 500; ++i)
        b.root().add("f" + std::to_string(1000 + i), b.file(std::string(5000, 'f')));
    const auto image = openOrFail(b.build());
    ASSERT_NE(image, nullptr);
    concurrency::ProgressCounters counters(2);
    counters.setPaused(true);
    std::stop_source stop;
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    int seen = 0;
    const auto done = hashFiles(image, 2, counters, [&](const std::string&, const Result<Sha256::Digest>&) -> Result<void> {
        ++seen;
        return {};
    }, stop.get_token());
    stopper.join();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Errc::Cancelled);
    EXPECT_EQ(seen, 0);
}

TEST(CheckManifest, eachKindOfDifference_isAFinding)
{
    test::ImageBuilder b;
    b.root().add("changed", b.file("now"));
    b.root().add("same", b.file("same"));
    b.root().add("unlisted", b.file("u"));
    const auto image = openOrFail(b.build());
    ASSERT_NE(image, nullptr);
    concurrency::ProgressCounters counters(1);
    FindingCollector findings(10);
    ASSERT_TRUE(checkManifest(image, {{"/changed", sumOf("before")}, {"/gone", kSum}, {"/same", sumOf("same")}}, 0, findings, counters, {}));
    EXPECT_TRUE(findings.hasErrors());
    std::uint64_t suppressed = 0;
    std::vector<std::string> list;
    for (const Finding& f : findings.take(suppressed))
        list.push_back(f.code + " " + *f.path);
    EXPECT_THAT(list, testing::ElementsAre("manifest-content /changed", "manifest-missing /gone", "manifest-unlisted /unlisted"));
    const auto text = makeManifest(image, 0, counters, {});
    ASSERT_TRUE(text);
    FindingCollector none(10);
    ASSERT_TRUE(checkManifest(image, *parseManifest(*text, "sums"), 2, none, counters, {}));
    EXPECT_TRUE(none.take(suppressed).empty());
}

}  // namespace

}  // namespace sqd::read
