// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "codec/registry.h"
#include "pack/packer.h"
#include "read/diff_side.h"
#include "read/differ.h"
#include "support/memory_source.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace sqd::read {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint32_t kBlock = 4096;

// Images of a test as files, because a comparison opens its sides by name.
class DifferTest : public testing::Test {
protected:
    DifferTest()
    {
        std::string name = (std::filesystem::temp_directory_path() / "squashdesk-diff-test-XXXXXX").string();
        m_folder = ::mkdtemp(name.data()) != nullptr ? name : "";
    }
    ~DifferTest() override
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
    std::string store(const std::string& name, const std::vector<std::byte>& bytes)
    {
        std::ofstream(m_folder + "/" + name, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return m_folder + "/" + name;
    }
    std::string image(const std::string& name, const std::function<void(test::ImageBuilder&)>& fill, std::uint32_t blockSize = kBlock)
    {
        test::ImageBuilder b(blockSize);
        fill(b);
        return store(name, b.build());
    }
    std::string packed(const std::string& name, test::MemorySource& source, const char* codec, std::uint32_t blockSize)
    {
        pack::PackOptions options;
        options.backend = codec::findBackend(codec);
        options.blockSize = blockSize;
        options.jobs = 0;
        io::MemoryFile output;
        EXPECT_TRUE(pack::Packer(source, options).runInto(output, {}));
        return store(name, output.bytes());
    }
    static DiffReport compare(const std::string& a, const std::string& b, DiffOptions options = {})
    {
        concurrency::ProgressCounters counters(std::max(1, options.jobs));
        auto report = compareTrees({a, {}}, {b, {}}, options, counters, {});
        if (!report) {
            ADD_FAILURE() << report.error().line();
            return {};
        }
        return *report;
    }
    // "path: field field"
    static std::vector<std::string> changes(const DiffReport& report)
    {
        std::vector<std::string> list;
        for (const DiffChange& change : report.changed) {
            list.push_back(change.path + ":");
            for (const std::string& field : change.fields)
                list.back() += " " + field;
        }
        return list;
    }
    std::string m_folder;
};

}  // namespace

TEST(ComparePaths, order_isThatOfAWalk)
{
    const std::vector<std::string> sorted{"/", "/a", "/a/b", "/a/b/c", "/a/c", "/a-b", "/a.b", "/ab", "/b", "/\xff"};
    for (std::size_t i = 0; i < sorted.size(); ++i)
        for (std::size_t j = 0; j < sorted.size(); ++j)
            EXPECT_EQ(comparePaths(sorted[i], sorted[j]), i < j ? -1 : i > j ? 1 : 0) << sorted[i] << " " << sorted[j];
}

TEST_F(DifferTest, everyProperty_isToldByItsWord)
{
    const auto fill = [](test::ImageBuilder& b, bool second) {
        const auto file = [&](const char* name) -> test::ImageNode& {
            auto& node = b.file("same");
            b.root().add(name, node);
            return node;
        };
        file("a-content").contents = second ? "tame" : "same";
        file("b-size").contents = second ? "longer" : "same";
        file("c-mode").mode = second ? 0600 : 0644;
        file("d-owner").uid = second ? 5 : 0;
        file("e-group").gid = second ? 6 : 0;
        file("f-mtime").mtime = second ? 1 : 2;
        file("g-xattrs").xattrs = {{"user.x", second ? "1" : "2"}};
        file("h-same");
        b.root().add("i-target", b.symlink(second ? "x" : "y"));
        auto& device = b.node(format::InodeType::CharDevice);
        device.device = second ? 0x103 : 0x104;
        b.root().add("j-device", device);
        b.root().add("k-type", second ? b.symlink("same") : b.file("same"));
        auto& one = b.file("linked");
        b.root().add("l-link", one);
        b.root().add("m-link", second ? b.file("linked") : one);
    };
    const std::string a = image("a", [&](test::ImageBuilder& b) { fill(b, false); });
    const std::string b = image("b", [&](test::ImageBuilder& builder) { fill(builder, true); });
    for (const int jobs : {0, 3}) {
        DiffOptions options;
        options.jobs = jobs;
        const DiffReport report = compare(a, b, options);
        EXPECT_FALSE(report.same);
        EXPECT_THAT(changes(report), ElementsAre("/a-content: content", "/b-size: content", "/c-mode: mode", "/d-owner: owner", "/e-group: group",
            "/f-mtime: mtime", "/g-xattrs: xattrs", "/i-target: target", "/j-device: device", "/k-type: type mode"));
        EXPECT_EQ(report.compared, 14U);
        options.times = options.owner = options.xattrs = false;
        options.strict = true;
        EXPECT_THAT(changes(compare(a, b, options)), ElementsAre("/a-content: content", "/b-size: content", "/c-mode: mode", "/i-target: target",
            "/j-device: device", "/k-type: type mode", "/m-link: links"));
    }
}

TEST_F(DifferTest, entriesOfOneSide_areNamedWithAllBelow)
{
    const std::string a = image("a", [](test::ImageBuilder& b) {
        auto& folder = b.directory();
        folder.add("x", b.file("x"));
        b.root().add("a", b.file("a"));
        b.root().add("only", folder);
        b.root().add("only.", b.file("z"));
    });
    const std::string b = image("b", [](test::ImageBuilder& builder) {
        builder.root().add("a", builder.file("a"));
        builder.root().add("only.", builder.file("z"));
        builder.root().add("z", builder.file("z"));
    });
    const DiffReport report = compare(a, b);
    EXPECT_THAT(report.removed, ElementsAre("/only", "/only/x"));
    EXPECT_THAT(report.added, ElementsAre("/z"));
    EXPECT_THAT(changes(report), IsEmpty());
    EXPECT_TRUE(compare(a, a).same);
}

TEST_F(DifferTest, otherPackingOfTheSame_isTheSame)
{
    test::MemorySource source;
    std::string big;
    for (int i = 0; i < 400'000; ++i)
        big += static_cast<char>('a' + i * i % 23);
    source.add("big", big);
    source.add("copy", big);
    source.add("empty", "");
    source.add("holes", std::string(300'000, 'h') + std::string(900'000, '\0') + "end");
    for (int i = 0; i < 300; ++i)
        source.add("many/" + std::to_string(1000 + i), std::string(static_cast<std::size_t>(i) * 13, static_cast<char>('a' + i % 26)));
    const std::string a = packed("a", source, "gzip", 4096);
    const std::string same = packed("same", source, "gzip", 4096);
    const std::string blocks = packed("blocks", source, "gzip", 1 << 20);
    const std::string codec = packed("codec", source, "zstd", 4096);
    for (const int jobs : {0, 3}) {
        DiffOptions options;
        options.jobs = jobs;
        const DiffReport alike = compare(a, same, options);
        EXPECT_TRUE(alike.same);
        EXPECT_EQ(alike.bytes, 0U);  // the stored blocks say it
        for (const std::string& other : {blocks, codec}) {
            const DiffReport report = compare(a, other, options);
            EXPECT_TRUE(report.same) << other;
            EXPECT_THAT(report.findings, IsEmpty());
            EXPECT_GT(report.bytes, big.size());
            EXPECT_LT(report.bytes, big.size() + 1'200'003 + 600'000);  // the copy is not read again
        }
    }
    source.files["big"].contents[399'999] = '!';
    source.files["many/1299"].contents[100] = '!';
    const std::string changed = packed("changed", source, "gzip", 4096);
    EXPECT_THAT(changes(compare(a, changed)), ElementsAre("/big: content", "/many/1299: content"));
    EXPECT_THAT(changes(compare(blocks, changed)), ElementsAre("/big: content", "/many/1299: content"));
}

TEST_F(DifferTest, damage_isAFindingOfItsSide)
{
    const auto fill = [](test::ImageBuilder& b, bool damaged) {
        auto& bad = b.file(std::string(3 * kBlock, 'x'));
        bad.mode = damaged ? 0600 : 0644;
        if (damaged)
            bad.editWords = [](std::vector<std::uint32_t>& words) { words[2] &= ~format::kBlockRawBit; };
        b.root().add("bad", bad);
        auto& name = b.root().add("ok", b.file("ok"));
        if (damaged)
            name.edit = [](format::DirectoryEntry& entry, std::uint16_t&) { entry.type = 3; };
        b.root().add("z", b.file("z"));
    };
    const std::string good = image("good", [&](test::ImageBuilder& b) { fill(b, false); });
    const std::string bad = image("bad", [&](test::ImageBuilder& b) { fill(b, true); });
    const DiffReport report = compare(good, bad);
    ASSERT_EQ(report.findings.size(), 2U);
    EXPECT_THAT(report.findings[0].what, HasSubstr("second: "));
    EXPECT_EQ(report.findings[0].path, "/ok");
    EXPECT_EQ(report.findings[1].path, "/bad");
    EXPECT_THAT(report.findings[1].what, HasSubstr("block 2"));
    EXPECT_THAT(changes(report), ElementsAre("/bad: mode"));
    EXPECT_THAT(report.added, IsEmpty());
    EXPECT_THAT(report.removed, IsEmpty());
    EXPECT_THAT(compare(bad, good).findings[0].what, HasSubstr("first: "));
}

TEST_F(DifferTest, unsortedListing_isAFindingAndEnds)
{
    const auto fill = [](test::ImageBuilder& b, bool sorted) {
        b.root().add(sorted ? "a" : "b", b.file("1"));
        b.root().add(sorted ? "b" : "a", b.file("1"));
    };
    const DiffReport report = compare(image("s", [&](test::ImageBuilder& b) { fill(b, true); }), image("u", [&](test::ImageBuilder& b) { fill(b, false); }));
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].code, "directory-order");
    EXPECT_EQ(report.findings[0].path, "/a");
}

TEST_F(DifferTest, folder_isComparedInEitherOrder)
{
    const std::string folder = m_folder + "/tree";
    std::filesystem::create_directories(folder + "/sub");
    std::ofstream(folder + "/file") << "contents";
    std::ofstream(folder + "/sub/large") << std::string(700'000, 'L');
    std::filesystem::create_symlink("file", folder + "/link");
    const std::string same = image("i", [](test::ImageBuilder& b) {
        auto& sub = b.directory();
        sub.add("large", b.file(std::string(700'000, 'L')));
        b.root().add("file", b.file("contents"));
        b.root().add("link", b.symlink("file"));
        b.root().add("sub", sub);
    });
    DiffOptions options;
    options.times = options.owner = options.xattrs = false;
    const auto modes = [](const DiffReport& report) {
        return std::ranges::all_of(report.changed, [](const DiffChange& change) { return change.fields == std::vector<std::string>{"mode"}; });
    };
    EXPECT_TRUE(modes(compare(same, folder, options)));
    EXPECT_TRUE(modes(compare(folder, same, options)));
    EXPECT_TRUE(compare(folder, folder, options).same);
    std::fstream(folder + "/sub/large", std::ios::in | std::ios::out).seekp(699'999).put('!');
    std::filesystem::remove(folder + "/link");
    const DiffReport report = compare(same, folder, options);
    EXPECT_THAT(report.removed, ElementsAre("/link"));
    EXPECT_EQ(report.changed.back().path, "/sub/large");
    EXPECT_EQ(report.changed.back().fields.front(), "content");
}

TEST_F(DifferTest, sidesThatCannotBeOpened_areErrors)
{
    concurrency::ProgressCounters counters(1);
    const std::string good = image("good", [](test::ImageBuilder& b) { b.root().add("a", b.file("a")); });
    EXPECT_EQ(compareTrees({good, {}}, {m_folder + "/none", {}}, {}, counters, {}).error().code, Errc::InputUnreadable);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(compareTrees({good, {}}, {good, {}}, {}, counters, stop.get_token()).error().code, Errc::Cancelled);
}

}  // namespace sqd::read
