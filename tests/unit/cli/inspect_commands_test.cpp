// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "unit/cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// The commands that look into an image or compare it: stat, tar, diff, verify against a tree.
namespace sqd::cli {
namespace {

using testing::HasSubstr;

class InspectCommands : public testing::Test {
protected:
    void SetUp() override
    {
        m_folder.write("in/a.txt", "hello\n");
        m_folder.write("in/sub/b.o", std::string(200'000, 'x'));
        ASSERT_EQ(runLine({"pack", m_folder / "in", m_image}).code, 0);
    }
    TemporaryFolder m_folder;
    const std::string m_image = m_folder / "one.sqfs";
};

TEST_F(InspectCommands, stat_tellsBlocksAndFragment)
{
    const Json small = runLine({"stat", "--json", m_image, "a.txt"}).json();
    EXPECT_EQ(small["path"], "/a.txt");
    EXPECT_EQ(small["blocks"].size(), 0U);
    EXPECT_EQ(small["fragment"]["bytes"], 6);
    const Json large = runLine({"stat", "--json", m_image, "/sub/b.o"}).json();
    ASSERT_EQ(large["blocks"].size(), 1U);
    EXPECT_EQ(large["blocks"][0]["bytes"], 131072);
    EXPECT_EQ(large["blocks"][0]["stored"], large["stored"]);
    EXPECT_EQ(large["fragment"]["bytes"], 200'000 - 131072);
    const Outcome text = runLine({"stat", m_image, "/sub/b.o"});
    EXPECT_EQ(text.code, 0);
    EXPECT_THAT(text.out, HasSubstr("of   131072 bytes"));
    EXPECT_THAT(text.out, HasSubstr("200000 bytes"));
}

TEST_F(InspectCommands, stat_ofNothing_isExitThree)
{
    const Outcome o = runLine({"stat", m_image, "/none"});
    EXPECT_EQ(o.code, 3);
    EXPECT_THAT(o.err, HasSubstr("/none"));
    EXPECT_EQ(runLine({"stat", m_image}).code, 2);
}

TEST_F(InspectCommands, tar_packsBackToAnEqualList)
{
    const Outcome o = runLine({"tar", "--json", m_image, m_folder / "o.tar"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.json()["entries"], 4);
    EXPECT_EQ(o.json()["files"], 2);
    EXPECT_EQ(o.json()["archive_bytes"], std::filesystem::file_size(m_folder / "o.tar"));
    ASSERT_EQ(runLine({"pack", "--tar", m_folder / "o.tar", m_folder / "back.sqfs"}).code, 0);
    EXPECT_EQ(runLine({"list", "-l", m_folder / "back.sqfs"}).out, runLine({"list", "-l", m_image}).out);
}

TEST_F(InspectCommands, tar_compressed_isReadByPack)
{
    for (const char* format : {"gzip", "bzip2", "xz", "zstd", "lz4"}) {
        ASSERT_EQ(runLine({"tar", "--force", "--compress", format, m_image, m_folder / "o.tar"}).code, 0) << format;
        EXPECT_LT(std::filesystem::file_size(m_folder / "o.tar"), 20'000U);
        ASSERT_EQ(runLine({"pack", "--force", "--tar", m_folder / "o.tar", m_folder / "back.sqfs"}).code, 0) << format;
        EXPECT_EQ(runLine({"cat", m_folder / "back.sqfs", "a.txt"}).out, "hello\n");
    }
}

TEST_F(InspectCommands, tar_failures_leaveNoArchive)
{
    m_folder.write("there.tar", "mine");
    EXPECT_EQ(runLine({"tar", m_image, m_folder / "there.tar"}).code, 4);
    EXPECT_EQ(std::filesystem::file_size(m_folder / "there.tar"), 4U);
    const Outcome nothing = runLine({"tar", m_image, m_folder / "o.tar", "none"});
    EXPECT_EQ(nothing.code, 3);
    EXPECT_THAT(nothing.err, HasSubstr("none"));
    EXPECT_EQ(runLine({"tar", m_folder / "missing", m_folder / "o.tar"}).code, 3);
    EXPECT_EQ(runLine({"tar", m_folder / "there.tar", m_folder / "o.tar"}).code, 3);
    EXPECT_EQ(runLine({"tar", "--json", m_image, "-"}).code, 2);
    EXPECT_EQ(runLine({"tar", m_image}).code, 2);
    EXPECT_EQ(runLine({"tar", "--compress", "rar", m_image, m_folder / "o.tar"}).code, 2);
    EXPECT_EQ(runLine({"tar", "--xattrs-include", "(", m_image, m_folder / "o.tar"}).code, 2);
    EXPECT_FALSE(std::filesystem::exists(m_folder / "o.tar"));
}

TEST_F(InspectCommands, diff_ofImageAndItsFolder_isNothing)
{
    for (const auto& sides : {std::pair(m_image, m_folder / "in"), std::pair(m_folder / "in", m_image), std::pair(m_image, m_image)}) {
        const Outcome o = runLine({"diff", "--json", sides.first, sides.second});
        EXPECT_EQ(o.code, 0) << o.out << o.err;
        EXPECT_EQ(o.json()["same"], true);
        EXPECT_EQ(o.json()["compared"], 4);
    }
}

TEST_F(InspectCommands, diff_tellsWhatIsOnlyOnOneSideAndWhatChanged)
{
    m_folder.write("in/a.txt", "hullo\n");
    m_folder.write("in/new/x", "");
    std::filesystem::remove(m_folder / "in/sub/b.o");
    const Outcome json = runLine({"diff", "--json", "--no-times", m_image, m_folder / "in"});
    EXPECT_EQ(json.code, 1);
    EXPECT_EQ(json.json()["same"], false);
    EXPECT_EQ(json.json()["added"], (Json{"/new", "/new/x"}));
    EXPECT_EQ(json.json()["removed"], (Json{"/sub/b.o"}));
    ASSERT_EQ(json.json()["changed"].size(), 1U) << json.out;
    EXPECT_EQ(json.json()["changed"][0], (Json{{"path", "/a.txt"}, {"fields", {"content"}}}));
    const Outcome text = runLine({"diff", "--no-times", m_folder / "in", m_image});
    EXPECT_EQ(text.code, 1);
    EXPECT_EQ(text.out, "- /new\n- /new/x\n+ /sub/b.o\n~ /a.txt: content\n");
}

TEST_F(InspectCommands, diff_ofWhatCannotBeRead_isThreeOrFive)
{
    const Outcome missing = runLine({"diff", m_image, m_folder / "none.sqfs"});
    EXPECT_EQ(missing.code, 3);
    EXPECT_THAT(missing.err, HasSubstr("none.sqfs"));
    std::filesystem::copy_file(m_image, m_folder / "cut.sqfs");
    std::filesystem::resize_file(m_folder / "cut.sqfs", 300);
    EXPECT_EQ(runLine({"diff", m_image, m_folder / "cut.sqfs"}).code, 5);
    EXPECT_EQ(runLine({"diff", m_image}).code, 2);
}

TEST_F(InspectCommands, verifyManifest_thatPackWrote_isSound)
{
    m_folder.write("in/odd\\name\n", "x");
    const std::string manifest = m_folder / "sums";
    const Outcome packed = runLine({"pack", "--force", "--manifest", manifest, m_folder / "in", m_image});
    ASSERT_EQ(packed.code, 0) << packed.err;
    std::ifstream in(manifest);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    EXPECT_THAT(text, HasSubstr("5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03  a.txt\n"));
    EXPECT_THAT(text, HasSubstr("\\2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881  odd\\\\name\\n\n"));
    const Outcome sound = runLine({"verify", "--manifest", manifest, m_image});
    EXPECT_EQ(sound.code, 0) << sound.err;
    EXPECT_EQ(runLine({"pack", "--manifest", manifest, m_folder / "in", m_folder / "two.sqfs"}).code, 4);  // the list is there
    EXPECT_FALSE(std::filesystem::exists(m_folder / "two.sqfs"));
}

TEST_F(InspectCommands, verifyManifest_thatSaysOtherwise_isExitFive)
{
    const std::string good = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";
    m_folder.write("sums", std::string(64, '0') + "  a.txt\n" + good + " *./none\n");
    const Outcome o = runLine({"verify", "--json", "--manifest", m_folder / "sums", m_image});
    EXPECT_EQ(o.code, 5);
    EXPECT_EQ(o.json()["ok"], false);
    std::map<std::string, std::string> codes;
    const Json json = o.json();
    for (const Json& finding : json["findings"])
        if (finding["path"].is_string())
            codes[finding["path"]] = finding["code"];
    EXPECT_EQ(codes, (std::map<std::string, std::string>{{"/a.txt", "manifest-content"}, {"/none", "manifest-missing"}, {"/sub/b.o", "manifest-unlisted"}}));
    m_folder.write("sums", "no sums\n");
    EXPECT_EQ(runLine({"verify", "--manifest", m_folder / "sums", m_image}).code, 3);
    EXPECT_EQ(runLine({"verify", "--manifest", m_folder / "missing", m_image}).code, 3);
}

TEST_F(InspectCommands, verifyAgainst_aFolder_tellsEachDifference)
{
    EXPECT_EQ(runLine({"verify", "--against", m_folder / "in", m_image}).code, 0);
    m_folder.write("in/a.txt", "hullo\n");
    m_folder.write("in/more", "");
    const Outcome o = runLine({"verify", "--json", "--no-times", "--against", m_folder / "in", m_image});
    EXPECT_EQ(o.code, 5);
    EXPECT_THAT(o.err, HasSubstr("/a.txt"));
    EXPECT_THAT(o.err, HasSubstr("content"));
    EXPECT_THAT(o.err, HasSubstr("/more"));
    EXPECT_EQ(runLine({"verify", "--against", m_folder / "none", m_image}).code, 3);
    EXPECT_EQ(runLine({"verify", "--no-times", m_image}).code, 2);
}

}  // namespace
}  // namespace sqd::cli
