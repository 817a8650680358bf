// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "base/bytes.h"

namespace sqd::read {

namespace {

using test::ImageBuilder;

// One folder /bad with x, y, z beside two sound files; `spoil` breaks the folder.
std::map<std::string, std::string> walkBad(const std::function<void(test::ImageNode& bad)>& spoil)
{
    ImageBuilder b;
    auto& bad = b.directory();
    for (const char* name : {"x", "y", "z"})
        bad.add(name, b.file(std::string(name) + "\n"));
    b.root().add("a_ok", b.file("ok\n"));
    b.root().add("bad", bad);
    b.root().add("c_ok", b.file("ok\n"));
    spoil(bad);
    const auto image = openOrFail(b.build());
    if (image == nullptr)
        return {};
    auto seen = walk(*image);
    EXPECT_EQ(seen.at("/a_ok"), "");
    EXPECT_EQ(seen.at("/c_ok"), "");
    return seen;
}

// A name beside a sound file, in the root.
std::string walkName(const std::string& name)
{
    ImageBuilder b;
    b.root().add(name, b.file("evil\n"));
    b.root().add("~ok", b.file("ok\n"));
    const auto image = openOrFail(b.build());
    if (image == nullptr)
        return "not opened";
    auto seen = walk(*image);
    EXPECT_EQ(seen.size(), 3U);
    EXPECT_EQ(seen.at("/~ok"), "");
    return seen.at("/" + name);
}

}  // namespace

TEST(TreeWalker, soundTree_isVisitedParentsFirstInStoredOrder)
{
    ImageBuilder b;
    auto& d = b.directory();
    d.add("f", b.file("f"));
    d.add("g", b.symlink("f"));
    b.root().add("a", b.file("a"));
    b.root().add("d", d);
    b.root().add("e", b.directory());
    const auto image = openOrFail(b.build());
    ASSERT_NE(image, nullptr);
    std::vector<std::string> order;
    std::vector<std::uint32_t> depths;
    const auto totals = walkTree(*image, [&](const Visit& v) {
        order.push_back(v.path);
        depths.push_back(v.depth);
        return WalkStep::Continue;
    });
    ASSERT_TRUE(totals);
    EXPECT_EQ(order, (std::vector<std::string>{"/", "/a", "/d", "/d/f", "/d/g", "/e"}));
    EXPECT_EQ(depths, (std::vector<std::uint32_t>{0, 1, 1, 2, 2, 1}));
    EXPECT_EQ(totals->entries, 6U);
    EXPECT_EQ(totals->damaged, 0U);
}

TEST(TreeWalker, skipAndStop_areObeyed)
{
    ImageBuilder b;
    auto& d = b.directory();
    d.add("f", b.file("f"));
    b.root().add("d", d);
    b.root().add("e", b.file("e"));
    b.root().add("g", b.file("g"));
    const auto image = openOrFail(b.build());
    ASSERT_NE(image, nullptr);
    std::vector<std::string> order;
    ASSERT_TRUE(walkTree(*image, [&](const Visit& v) {
        order.push_back(v.path);
        return v.path == "/d" ? WalkStep::SkipFolder : v.path == "/e" ? WalkStep::Stop : WalkStep::Continue;
    }));
    EXPECT_EQ(order, (std::vector<std::string>{"/", "/d", "/e"}));
}

TEST(TreeWalker, stopRequested_isCancelled)
{
    ImageBuilder b;
    b.root().add("e", b.file("e"));
    const auto image = openOrFail(b.build());
    std::stop_source stop;
    stop.request_stop();
    const auto done = walkTree(*image, [](const Visit&) { return WalkStep::Continue; }, stop.get_token());
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Errc::Cancelled);
}

TEST(TreeWalker, startBelowTheRoot_givesFullPaths)
{
    ImageBuilder b;
    auto& d = b.directory();
    auto& e = b.directory();
    e.add("f", b.file("f"));
    d.add("e", e);
    b.root().add("d", d);
    const auto image = openOrFail(b.build());
    const auto start = image->inode(ImageBuilder::reference(d.flat));
    ASSERT_TRUE(start);
    std::vector<std::string> order;
    ASSERT_TRUE(walkTree(*image, *start, "/d", [&](const Visit& v) {
        order.push_back(v.path + "|" + std::string(v.name));
        return WalkStep::Continue;
    }));
    EXPECT_EQ(order, (std::vector<std::string>{"/d|d", "/d/e|e", "/d/e/f|f"}));
}

TEST(TreeWalker, listingsThatDoNotFit_areReportedAndTheRestIsRead)
{
    const auto bad = [](const std::function<void(test::ImageNode&)>& spoil) { return walkBad(spoil).at("/bad"); };
    const auto header = [&](auto edit) { return bad([&](test::ImageNode& n) { n.editHeader = edit; }); };
    const auto inode = [&](auto edit) { return bad([&](test::ImageNode& n) { n.edit = edit; }); };
    EXPECT_EQ(bad([](auto&) {}), "");
    EXPECT_NE(header([](auto& h) { h.count = 65536; }).find("more than 256 entries"), std::string::npos);
    EXPECT_NE(header([](auto& h) { h.count = 257; }).find("more than 256 entries"), std::string::npos);
    EXPECT_NE(header([](auto& h) { h.count = 0; }).find("more than 256 entries"), std::string::npos);
    EXPECT_NE(header([](auto& h) { h.count = 1; }).find("directory-listing"), std::string::npos);
    EXPECT_NE(header([](auto& h) { h.inodeBlock = 0x7FFFFFFF; }).find("outside of the inode table"), std::string::npos);
    EXPECT_NE(inode([](auto& n) { n.listingSize = 4; }).find("ends inside of a header"), std::string::npos);
    EXPECT_NE(inode([](auto& n) { n.listingSize = 14; }).find("ends inside of a header"), std::string::npos);
    EXPECT_NE(inode([](auto& n) { n.listingSize = 15; }).find("runs past the end"), std::string::npos);
    EXPECT_NE(inode([](auto& n) { n.listingSize = 150; }).find("directory"), std::string::npos);
    EXPECT_NE(inode([](auto& n) { n.listingSize = 65535; }).find("more than the directory table holds"), std::string::npos);
    EXPECT_NE(inode([](auto& n) { n.extended = true; n.listingSize = 0xFFFFFFFF; }).find("more than the directory table holds"), std::string::npos);
    EXPECT_NE(inode([](auto& n) { n.listingOffset = 8191; }).find("directory table"), std::string::npos);
    EXPECT_NE(inode([](auto& n) { n.listingOffset = 65535; }).find("directory table"), std::string::npos);
    EXPECT_NE(inode([](auto& n) { n.listingBlock = 1U << 30; }).find("outside of the directory table"), std::string::npos);
}

TEST(TreeWalker, listingSizesUpToThree_areAnEmptyFolder)
{
    for (const std::uint32_t size : {0U, 1U, 2U, 3U}) {
        const auto seen = walkBad([&](test::ImageNode& bad) { bad.edit = [=](format::Inode& n) { n.listingSize = size; }; });
        EXPECT_EQ(seen.at("/bad"), "") << size;
        EXPECT_EQ(seen.size(), 4U);
    }
}

TEST(TreeWalker, lastNameTooLong_entriesBeforeItAreKept)
{
    for (const std::uint16_t lessOne : {std::uint16_t{256}, std::uint16_t{300}, std::uint16_t{65535}}) {
        const auto seen = walkBad([&](test::ImageNode& bad) { bad.children[2].edit = [=](auto&, std::uint16_t& length) { length = lessOne; }; });
        EXPECT_NE(seen.at("/bad").find("runs past the end"), std::string::npos);
        EXPECT_EQ(seen.count("/bad/x") + seen.count("/bad/y"), 2U);
    }
}

TEST(TreeWalker, parentNumberWrong_isReadAllTheSame)
{
    const auto seen = walkBad([](test::ImageNode& bad) { bad.edit = [](format::Inode& n) { n.parent = 77; }; });
    EXPECT_EQ(seen.at("/bad"), "");
    EXPECT_EQ(seen.at("/bad/z"), "");
}

TEST(TreeWalker, unsafeNames_areDamageAndNeverEntered)
{
    EXPECT_EQ(walkName(".."), "directory-name: invalid name in directory /: '..'");
    EXPECT_EQ(walkName("."), "directory-name: invalid name in directory /: '.'");
    EXPECT_EQ(walkName("../outside/evil"), "directory-name: invalid name in directory /: '../outside/evil'");
    EXPECT_EQ(walkName("a/b"), "directory-name: invalid name in directory /: 'a/b'");
    EXPECT_EQ(walkName("/tmp/evil"), "directory-name: invalid name in directory /: '/tmp/evil'");
    EXPECT_EQ(walkName(std::string("nul\0x", 5)), "directory-name: invalid name in directory /: 'nul\\x00x'");
    EXPECT_EQ(walkName(std::string(257, 'y')), "directory-name: name too long in directory /: 257 bytes, allowed are 256");
    EXPECT_EQ(walkName(std::string(5000, 'z')), "directory-name: name too long in directory /: 5000 bytes, allowed are 256");
    EXPECT_EQ(walkName(std::string(256, 'x')), "");
    EXPECT_EQ(walkName("a\\..\\b"), "");
}

TEST(TreeWalker, unsafeNameOfAFolder_hidesWhatIsBelow)
{
    ImageBuilder b;
    auto& evil = b.directory();
    evil.add("below", b.file("x"));
    b.root().add("..", evil);
    const auto seen = walk(*openOrFail(b.build()));
    EXPECT_EQ(seen.size(), 2U);
}

TEST(TreeWalker, repeatedName_isDamageTheSecondTime)
{
    ImageBuilder b;
    auto& evil = b.directory();
    evil.add("keep", b.file("evil"));
    auto& d = b.directory();
    d.add("a", b.symlink("../outside"));
    d.add("b", b.file("b"));
    d.add("a", evil);
    b.root().add("d", d);
    const auto seen = walk(*openOrFail(b.build()));
    EXPECT_EQ(seen.at("/d/a"), "directory-duplicate: directory /d has the name 'a' twice");
    EXPECT_EQ(seen.count("/d/a/keep"), 0U);
    EXPECT_EQ(seen.at("/d/b"), "");
}

TEST(TreeWalker, loops_endAndAreNamed)
{
    ImageBuilder own;
    own.root().add("ok", own.file("ok"));
    own.root().add("up", own.root());
    EXPECT_EQ(walk(*openOrFail(own.build())).at("/up"), "directory-loop: directory loop: /up is the same directory as /");

    ImageBuilder pair;
    auto& x = pair.directory();
    auto& y = pair.directory();
    x.add("y", y);
    y.add("x", x);
    pair.root().add("x", x);
    const auto seen = walk(*openOrFail(pair.build()));
    EXPECT_EQ(seen.at("/x/y/x"), "directory-loop: directory loop: /x/y/x is the same directory as /x");
    EXPECT_EQ(seen.size(), 4U);
}

TEST(TreeWalker, folderWithTwoNames_isEnteredOnce)
{
    ImageBuilder b;
    auto& t = b.directory();
    t.add("t", b.file("t"));
    b.root().add("one", t);
    b.root().add("two", t);
    const auto seen = walk(*openOrFail(b.build()));
    EXPECT_EQ(seen.at("/two"), "directory-twice: directory /two is the same directory as /one");
    EXPECT_EQ(seen.count("/one/t"), 1U);
    EXPECT_EQ(seen.count("/two/t"), 0U);
}

TEST(TreeWalker, foldersThatShareOneListing_areNotWalkedAgain)
{
    ImageBuilder b;
    auto& first = b.directory();
    for (int i = 0; i < 600; ++i)
        first.add("f" + std::to_string(1000 + i), b.file(""));
    b.root().add("d0000", first);
    for (int i = 1; i < 500; ++i) {
        auto& copy = b.directory();
        copy.edit = [&](format::Inode& n) { n.listingSize = static_cast<std::uint32_t>(first.listingBytes) + 3; };
        b.root().add("d" + std::to_string(1000 + i), copy);
    }
    const auto image = openOrFail(b.build());
    const auto totals = walkTree(*image, [](const Visit&) { return WalkStep::Continue; });
    ASSERT_TRUE(totals);
    EXPECT_LT(totals->entries, 5000U);
    EXPECT_GE(totals->damaged, 490U);
}

TEST(TreeWalker, entriesThatDisagreeWithTheirInode_areDamage)
{
    const auto entry = [](auto edit) {
        return walkBad([&](test::ImageNode& bad) { bad.children[1].edit = edit; }).at("/bad/y");
    };
    EXPECT_NE(entry([](auto& e, auto&) { e.type = 1; }).find("directory-type"), std::string::npos);
    EXPECT_NE(entry([](auto& e, auto&) { e.type = 9; }).find("directory-type"), std::string::npos);
    EXPECT_NE(entry([](auto& e, auto&) { e.numberDelta = 5; }).find("directory-number"), std::string::npos);
    EXPECT_NE(entry([](auto& e, auto&) { e.inodeOffset = 8000; }).find("inode"), std::string::npos);
}

TEST(TreeWalker, inodesThatAreImpossible_areDamage)
{
    const auto file = [](auto edit) {
        return walkBad([&](test::ImageNode& bad) { bad.children[1].node->edit = edit; }).at("/bad/y");
    };
    EXPECT_NE(file([](auto& n) { n.number = 0; }).find("number is 0"), std::string::npos);
    EXPECT_NE(file([](auto& n) { n.uidIndex = 1; }).find("uid index 1 is out of range"), std::string::npos);
    EXPECT_NE(file([](auto& n) { n.gidIndex = 65535; }).find("gid index 65535"), std::string::npos);
    EXPECT_NE(file([](auto& n) { n.extended = true; n.size = 1ULL << 63; }).find("file size"), std::string::npos);
    EXPECT_NE(file([](auto& n) { n.extended = true; n.size = 1ULL << 60; }).find("block sizes"), std::string::npos);
    EXPECT_NE(file([](auto& n) { n.size = 0xFFFFFFFF; }).find("block sizes"), std::string::npos);
}

TEST(TreeWalker, deepTree_stopsAtTheLimit)
{
    ImageBuilder b;
    auto* folder = &b.root();
    for (std::uint32_t i = 0; i < kMaxDepth + 2; ++i) {
        auto& below = b.directory();
        folder->add("d", below);
        folder = &below;
    }
    const auto image = openOrFail(b.build());
    std::uint32_t deepest = 0, damaged = 0;
    const auto totals = walkTree(*image, [&](const Visit& v) {
        deepest = std::max(deepest, v.depth);
        damaged += v.damage != nullptr ? 1 : 0;
        return WalkStep::Continue;
    });
    ASSERT_TRUE(totals);
    EXPECT_EQ(deepest, kMaxDepth);
    EXPECT_EQ(damaged, 1U);
}

TEST(Directory, find_worksInSortedAndUnsortedListings)
{
    Directory sorted;
    for (const char* name : {"a", "aa", "b", "\xFF"}) {
        sorted.entries.push_back({.nameOffset = static_cast<std::uint32_t>(sorted.names.size()), .nameLength = static_cast<std::uint32_t>(std::strlen(name))});
        sorted.names += name;
    }
    Directory unsorted = sorted;
    std::swap(unsorted.entries[0], unsorted.entries[3]);
    unsorted.sorted = false;
    for (const Directory* d : {&sorted, &unsorted}) {
        for (const char* name : {"a", "aa", "b", "\xFF"}) {
            ASSERT_NE(d->find(name), nullptr) << name;
            EXPECT_EQ(d->name(*d->find(name)), name);
        }
        for (const char* name : {"", "0", "ab", "c", "\xFF\xFF"})
            EXPECT_EQ(d->find(name), nullptr) << name;
    }
}

}  // namespace sqd::read
