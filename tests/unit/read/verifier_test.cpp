// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

namespace sqd::read {

namespace {

using test::ImageBuilder;
using Codes = std::vector<std::string>;

// Three files of which /bad is spoilt, and a folder.
class VerifyImage {
public:
    VerifyImage()
    {
        bad = &builder.file(std::string(10000, 'b'));
        folder = &builder.directory();
        folder->add("g", builder.file("g\n"));
        builder.root().add("a", builder.file("a\n"));
        builder.root().add("bad", *bad);
        builder.root().add("d", *folder);
    }
    Codes check(int jobs = 0) { return problems(verifyBytes(builder.build(), jobs)); }

    ImageBuilder builder;
    test::ImageNode* bad = nullptr;
    test::ImageNode* folder = nullptr;
};

bool hasNote(const VerifyReport& report, const std::string& code, const std::string& text)
{
    return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& f) {
        return f.severity == Severity::Note && f.code == code && f.what.find(text) != std::string::npos;
    });
}

}  // namespace

TEST(Verifier, soundImage_isOkWithFiguresAndNotesOnly)
{
    for (const int jobs : {0, 1, 3}) {
        VerifyImage v;
        const auto bytes = v.builder.build();
        const VerifyReport report = verifyBytes(bytes, jobs);
        EXPECT_TRUE(report.ok);
        EXPECT_TRUE(problems(report).empty());
        EXPECT_EQ(report.files, 3U);
        EXPECT_EQ(report.bytes, 10004U);
        EXPECT_EQ(report.decodedBytes, 10004U);
        EXPECT_EQ(report.blocks, 3U);
        EXPECT_EQ(report.rawBlocks, 3U);
        EXPECT_TRUE(hasNote(report, "raw-blocks", "3 of 3 blocks are stored raw"));
        EXPECT_TRUE(hasNote(report, "trailing", std::to_string(bytes.size() - v.builder.superblock().bytesUsed) + " bytes follow"));
    }
}

TEST(Verifier, progress_countsStoredBytes)
{
    VerifyImage v;
    concurrency::ProgressCounters counters(2);
    VerifyOptions options;
    options.jobs = 2;
    ASSERT_TRUE(verifyImage(inMemory(v.builder.build()), options, counters, {}));
    const auto sample = counters.sample();
    EXPECT_EQ(sample.verifyTotal, 10004U);
    EXPECT_EQ(sample.verifyDone, 10004U);
    EXPECT_EQ(sample.filesDone, 3U);
}

TEST(Verifier, trailingBytesAndMissingPadding_areNotes)
{
    VerifyImage v;
    v.builder.padTo = 0;
    auto bytes = v.builder.build();
    EXPECT_TRUE(hasNote(verifyBytes(bytes), "padding", "4096"));
    bytes.push_back(std::byte{'x'});
    const VerifyReport report = verifyBytes(bytes);
    EXPECT_TRUE(report.ok);
    EXPECT_TRUE(hasNote(report, "trailing", "1 bytes follow the image, not all zero"));
}

TEST(Verifier, damageOfEachKind_isOneErrorWithThePath)
{
    const auto inode = [](auto edit) {
        VerifyImage v;
        v.bad->edit = edit;
        return v.check();
    };
    const auto words = [](auto edit) {
        VerifyImage v;
        v.bad->editWords = edit;
        return v.check();
    };
    EXPECT_EQ(inode([](auto&) {}), Codes{});
    EXPECT_EQ(words([](auto& w) { w[1] = 4096; }), Codes{"data-block /bad"});
    EXPECT_EQ(words([](auto& w) { w[0] = 0xFFFFFF; }), Codes{"data-block /bad"});
    EXPECT_EQ(inode([](auto& n) { n.fragment = 1; }), Codes{"fragment /bad"});
    EXPECT_EQ(inode([](auto& n) { n.fragmentOffset = 5; }), Codes{"fragment /bad"});
    EXPECT_EQ(inode([](auto& n) { n.extended = true; n.xattr = 0; }), Codes{"xattr-index /bad"});
    EXPECT_EQ(inode([](auto& n) { n.extended = true; n.links = 3; }), Codes{"inode-links /bad"});
    EXPECT_EQ(inode([](auto& n) { n.extended = true; n.sparse = 10001; }), Codes{"inode-sparse /bad"});
}

TEST(Verifier, damagedFragmentBlock_isChargedToEveryFileInIt)
{
    VerifyImage v;
    v.builder.editFragment = [](auto& e) { e.word &= ~format::kBlockRawBit; };
    EXPECT_EQ(v.check(2), (Codes{"fragment /a", "fragment /bad", "fragment /d/g"}));
}

TEST(Verifier, folderProblems_areFoundAndTheRestIsChecked)
{
    const auto folder = [](auto edit) {
        VerifyImage v;
        v.folder->edit = edit;
        return v.check();
    };
    EXPECT_EQ(folder([](auto& n) { n.parent = 77; }), Codes{"directory-parent /d"});
    EXPECT_EQ(folder([](auto& n) { n.listingSize = 4; }), Codes{"directory-listing /d"});
    EXPECT_EQ(folder([](auto& n) { n.listingSize = 0; }), (Codes{"directory-size /d", "inode-orphan -"}));
    // An index that is no index also hides where the record ends.
    EXPECT_EQ(folder([](auto& n) { n.extended = true; n.indexCount = 65535; }), (Codes{"directory-index /d", "inode-table -"}));
}

TEST(Verifier, directoryIndex_rightOneIsAcceptedAndWrongOnesAreNot)
{
    const auto index = [](std::uint32_t at, std::uint32_t block, const std::string& name) {
        VerifyImage v;
        std::vector<std::byte> raw(format::kDirectoryIndexSize + name.size());
        format::encodeDirectoryIndex({at, block, name}, raw);
        v.folder->indexRecords = raw;
        v.folder->edit = [](format::Inode& n) { n.indexCount = 1; };
        return v.check();
    };
    EXPECT_EQ(index(0, 0, "g"), Codes{});
    EXPECT_EQ(index(1, 0, "g"), Codes{"directory-index /d"});
    EXPECT_EQ(index(0, 1, "g"), Codes{"directory-index /d"});
    EXPECT_EQ(index(0, 0, "h"), Codes{"directory-index /d"});
}

TEST(Verifier, unsortedNames_areAnError)
{
    VerifyImage v;
    std::swap(v.builder.root().children[0], v.builder.root().children[1]);
    EXPECT_EQ(v.check(), Codes{"directory-order /"});
}

TEST(Verifier, namesTooLongForFileSystems_areAWarning)
{
    VerifyImage v;
    v.builder.root().add(std::string(256, 'x'), v.builder.file("x"));
    const VerifyReport report = verifyBytes(v.builder.build());
    EXPECT_TRUE(report.ok);
    EXPECT_EQ(problems(report).size(), 1U);
}

TEST(Verifier, entryThatLeadsIntoAnotherRecord_isAnError)
{
    // The block words of /decoy read as a fifo's record: type 6, number 1, one link; the entry of /a leads there.
    VerifyImage v;
    auto& decoy = v.builder.file("");
    decoy.editWords = [](auto& w) { w = {0x01A40006, 0, 0, 1, 1}; };
    decoy.edit = [](format::Inode& n) { n.size = 5 * 4096; };
    v.builder.root().add("decoy", decoy);
    v.builder.root().children[0].edit = [&](format::DirectoryEntry& e, std::uint16_t&) {
        e.inodeOffset = static_cast<std::uint16_t>(decoy.flat + 32);
        e.type = 6;
    };
    const Codes codes = v.check();
    EXPECT_NE(std::find(codes.begin(), codes.end(), "directory-reference /a"), codes.end());
}

TEST(Verifier, inodeNumbersAndCounts_areChecked)
{
    VerifyImage few;
    few.builder.editSuperblock = [](auto& s) { s.inodes = 1; };
    const Codes codes = few.check();
    EXPECT_NE(std::find(codes.begin(), codes.end(), "inode-count -"), codes.end());
    EXPECT_NE(std::find(codes.begin(), codes.end(), "inode-number -"), codes.end());
    VerifyImage twice;
    twice.builder.root().children[1].edit = [](auto& e, auto&) { e.numberDelta = 0; };
    twice.bad->edit = [](format::Inode& n) { n.number = 1; };
    EXPECT_EQ(twice.check(), (Codes{"export-table -", "export-table -", "inode-number -"}));
}

TEST(Verifier, unreachableImages_becomeOneFinding)
{
    VerifyImage v;
    v.builder.editSuperblock = [](auto& s) { s.blockSize = 3000; };
    const VerifyReport report = verifyBytes(v.builder.build());
    EXPECT_FALSE(report.ok);
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_NE(report.findings[0].what.find("block size 3000"), std::string::npos);
}

TEST(Verifier, emptyFile_isInputUnreadable)
{
    concurrency::ProgressCounters counters(1);
    const auto report = verifyImage(inMemory({}), {}, counters, {});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Errc::InputUnreadable);
}

TEST(Verifier, stopRequested_isCancelled)
{
    VerifyImage v;
    concurrency::ProgressCounters counters(1);
    std::stop_source stop;
    stop.request_stop();
    const auto report = verifyImage(inMemory(v.builder.build()), {}, counters, stop.get_token());
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Errc::Cancelled);
}

TEST(Verifier, moreFindingsThanTheCap_areCountedAndErrorsStay)
{
    ImageBuilder b;
    for (int i = 0; i < 50; ++i) {
        auto& f = b.file(std::string(4096, 'x'));
        f.editWords = [](auto& w) { w[0] = 4096; };
        b.root().add("f" + std::to_string(100 + i), f);
    }
    concurrency::ProgressCounters counters(1);
    VerifyOptions options;
    options.maxFindings = 10;
    const auto report = verifyImage(inMemory(b.build()), options, counters, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->findings.size(), 10U);
    EXPECT_GE(report->suppressed, 40U);
    EXPECT_FALSE(report->ok);
    EXPECT_EQ(report->findings.front().severity, Severity::Error);
}

TEST(Verifier, hugeHoles_costNothing)
{
    ImageBuilder b(1 << 20);
    auto& f = b.file("");
    f.editWords = [](auto& w) { w.assign(65536, 0); };
    f.edit = [](format::Inode& n) { n.extended = true; n.size = 65536ULL << 20; };
    b.root().add("huge", f);
    const VerifyReport report = verifyBytes(b.build());
    EXPECT_TRUE(report.ok);
    EXPECT_EQ(report.bytes, 65536ULL << 20);
    EXPECT_EQ(report.decodedBytes, 0U);
}

TEST(Verifier, sharedBlock_isDecodedOnce)
{
    ImageBuilder b;
    auto& first = b.file(std::string(4096, 'x'));
    b.root().add("f0000", first);
    for (int i = 1; i < 1000; ++i) {
        auto& f = b.file("");
        f.editWords = [](auto& w) { w.assign(1, 4096 | format::kBlockRawBit); };
        f.edit = [](format::Inode& n) { n.size = 4096; n.start = 96; };
        b.root().add("f" + std::to_string(10000 + i), f);
    }
    const VerifyReport report = verifyBytes(b.build(), 2);
    EXPECT_TRUE(problems(report).empty());
    EXPECT_EQ(report.files, 1000U);
    EXPECT_EQ(report.blocks, 1U);
    EXPECT_EQ(report.decodedBytes, 4096U);
}

}  // namespace sqd::read
