// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "unit/cli/command_line.h"

#include <csignal>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/xattr.h>

namespace sqd::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class PackCommand : public testing::Test {
protected:
    void SetUp() override
    {
        m_folder.write("in/a.txt", "hello\n");
        m_folder.write("in/sub/b.o", std::string(200'000, 'x'));
        m_folder.write("in/sub/copy.o", std::string(200'000, 'x'));
        m_folder.write("in/odd\xff", "raw");
    }
    Outcome pack(std::vector<std::string> options, const std::map<std::string, std::string>& environment = {})
    {
        options.insert(options.begin(), {"pack", "--force"});
        options.insert(options.end(), {m_folder / "in", m_image});
        return runLine(options, environment);
    }
    Json info() { return runLine({"info", "--json", m_image}).json(); }
    std::vector<std::string> list(std::vector<std::string> patterns = {})
    {
        std::vector<std::string> args{"list", m_image};
        args.insert(args.end(), patterns.begin(), patterns.end());
        std::istringstream lines(runLine(args).out);
        std::vector<std::string> names;
        for (std::string line; std::getline(lines, line);)
            names.push_back(line);
        return names;
    }
    Json entry(const std::string& path)
    {
        const Outcome o = runLine({"list", "--json", m_image, path});
        return Json::parse(o.out.substr(0, o.out.find('\n')));
    }
    std::vector<std::string> leftovers()
    {
        std::vector<std::string> names;
        for (const auto& e : fs::directory_iterator(m_folder.path()))
            names.push_back(e.path().filename());
        std::sort(names.begin(), names.end());
        return names;
    }
    TemporaryFolder m_folder;
    const std::string m_image = m_folder / "out.sqfs";
};

TEST_F(PackCommand, folder_becomesAnImageThatReadsBack)
{
    const Outcome o = pack({});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_TRUE(o.err.empty()) << o.err;
    EXPECT_THAT(o.out, HasSubstr("4 files, 2 folders"));
    EXPECT_THAT(o.out, HasSubstr("verified"));
    EXPECT_THAT(list(), ElementsAre("/", "/a.txt", "/odd\\xff", "/sub", "/sub/b.o", "/sub/copy.o"));
    EXPECT_EQ(runLine({"cat", m_image, "a.txt", "/odd\xff"}).out, "hello\nraw");
    EXPECT_EQ(runLine({"verify", m_image}).code, 0);
    EXPECT_THAT(leftovers(), ElementsAre("in", "out.sqfs"));
}

TEST_F(PackCommand, json_hasTheFieldsOfTheContract)
{
    const Outcome o = pack({"--json", "-j", "1", "--codec", "gzip", "--level", "6", "--block-size=64K"});
    ASSERT_EQ(o.code, 0) << o.err;
    const Json j = o.json();
    EXPECT_EQ(j["image"], m_image);
    EXPECT_EQ(j["codec"], "gzip");
    EXPECT_EQ(j["level"], 6);
    EXPECT_EQ(j["block_size"], 65536);
    EXPECT_EQ(j["jobs"], 1);
    EXPECT_EQ(j["bytes_in"], 400'009);
    EXPECT_EQ(j["bytes_out"], fs::file_size(m_image));
    EXPECT_EQ(j["files"], 4);
    EXPECT_EQ(j["directories"], 2);
    EXPECT_EQ(j["duplicates"], 1);
    EXPECT_EQ(j["hard_links"], 0);
    EXPECT_EQ(j["skipped"], 0);
    for (const char* phase : {"scan", "pack", "tables", "verify", "sync"})
        EXPECT_TRUE(j["phases"][phase].is_number()) << phase;
    EXPECT_EQ(j["workers"].size(), 1U);
    EXPECT_GT(j["peak_memory"], 0);
    EXPECT_TRUE(j["warnings"].is_array());
}

TEST_F(PackCommand, quiet_saysNothing)
{
    const Outcome o = pack({"-q"});
    EXPECT_EQ(o.code, 0);
    EXPECT_TRUE(o.out.empty());
    EXPECT_TRUE(o.err.empty());
}

TEST_F(PackCommand, existingTarget_isKeptAndTheHintIsForce)
{
    m_folder.write("out.sqfs", "precious");
    const Outcome o = runLine({"pack", m_folder / "in", m_image});
    EXPECT_EQ(o.code, 4);
    EXPECT_THAT(o.err, HasSubstr("out.sqfs"));
    EXPECT_THAT(o.err, HasSubstr("--force"));
    EXPECT_EQ(fs::file_size(m_image), 8U);
    EXPECT_THAT(leftovers(), ElementsAre("in", "out.sqfs"));
}

TEST_F(PackCommand, missingSource_isToldBeforeAnExistingTarget)
{
    m_folder.write("out.sqfs", "precious");
    for (const bool strict : {false, true}) {
        std::vector<std::string> args{"pack", m_folder / "nosuch", m_image};
        if (strict)
            args.insert(args.begin() + 1, "--strict");
        const Outcome o = runLine(args);
        EXPECT_EQ(o.code, 3);
        EXPECT_THAT(o.err, HasSubstr("nosuch"));
    }
    EXPECT_EQ(fs::file_size(m_image), 8U);
}

TEST_F(PackCommand, badValues_areWrongUseAndLeaveNothing)
{
    for (const auto& options : std::vector<std::vector<std::string>>{{"--codec", "zip"}, {"--level", "99"}, {"--codec", "xz", "--level", "10"},
             {"--block-size", "5000"}, {"-X", "frob=1"}, {"--codec", "xz", "-X", "bcj=pdp11"}, {"--uid", "root"}, {"--uid", "-1"}, {"--gid-map", "1"},
             {"--mtime", "yesterday"}, {"--image-time", "-1"}, {"--pad", "half"}, {"--probe", "maybe"}, {"--tail-ends", "some"}, {"--raw-unless-saved", "100"},
             {"--max-depth", "0"}, {"--all-root", "--uid", "1"}, {"--no-fragments", "--tail-ends", "all"}, {"--export-table", "--no-export-table"},
             {"--verify", "--no-verify"}, {"--preset", "tiny"}, {"--exclude", "[a"}, {"--exclude-regex", "("}, {"--chmod", "u=q"}, {"--jobs", "-1"},
             {"--mtime", "SOURCE_DATE_EPOCH"}}) {
        const Outcome o = pack(options);
        EXPECT_EQ(o.code, 2) << options[0] << ": " << o.err;
        EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
        EXPECT_FALSE(fs::exists(m_image)) << options[0];
    }
    EXPECT_THAT(leftovers(), ElementsAre("in"));
}

TEST_F(PackCommand, presets_chooseCodecAndOptionsWinOverThem)
{
    ASSERT_EQ(pack({"--preset", "fastest"}).code, 0);
    EXPECT_EQ(info()["codec"], "lz4");
    ASSERT_EQ(pack({"--preset", "smallest"}).code, 0);
    EXPECT_EQ(info()["codec"], "xz");
    EXPECT_EQ(info()["block_size"], 1 << 20);
    ASSERT_EQ(pack({"--preset", "smallest", "--block-size", "4K", "--codec", "gzip"}).code, 0);
    EXPECT_EQ(info()["codec"], "gzip");
    EXPECT_EQ(info()["block_size"], 4096);
}

TEST_F(PackCommand, excludes_comeFromOptionsAndFiles)
{
    m_folder.write("patterns", "# comment\n\n/sub/b.o\r\n");
    ASSERT_EQ(pack({"--exclude-from", m_folder / "patterns", "--exclude", "[a]*", "--exclude-regex", "^odd"}).code, 0);
    EXPECT_THAT(list(), ElementsAre("/", "/sub", "/sub/copy.o"));
    EXPECT_EQ(pack({"--exclude-from", m_folder / "nosuch"}).code, 3);
}

TEST_F(PackCommand, sourceDateEpoch_clampsAndSetsTheImageTime)
{
    ASSERT_EQ(pack({}, {{"SOURCE_DATE_EPOCH", "1500000000"}}).code, 0);
    EXPECT_EQ(info()["created"], 1500000000);
    EXPECT_EQ(entry("/a.txt")["mtime"], 1500000000);
    ASSERT_EQ(pack({"--image-time", "1400000000"}, {{"SOURCE_DATE_EPOCH", "1500000000"}}).code, 0);
    EXPECT_EQ(info()["created"], 1400000000);
    ASSERT_EQ(pack({"--mtime", "2001-02-03", "--reproducible"}).code, 0);
    EXPECT_EQ(info()["created"], 0);
    EXPECT_EQ(entry("/a.txt")["mtime"], 981158400);
    for (const char* bad : {"abc", "-5", "", " 1", "4294967296"}) {
        const Outcome o = runLine({"pack", m_folder / "in", m_folder / "new.sqfs"}, {{"SOURCE_DATE_EPOCH", bad}});
        EXPECT_EQ(o.code, 2) << bad;
        EXPECT_THAT(o.err, HasSubstr("SOURCE_DATE_EPOCH"));
        EXPECT_FALSE(fs::exists(m_folder / "new.sqfs"));
    }
}

TEST_F(PackCommand, ownersAndModes_areReplaced)
{
    const std::string me = std::to_string(::getuid());
    ASSERT_EQ(pack({"--uid-map", me + ":77", "--uid-map", "5:6", "--gid", "4294967295", "--chmod", "0640"}).code, 0);
    EXPECT_EQ(entry("/a.txt")["uid"], 77);
    EXPECT_EQ(entry("/a.txt")["gid"], 4294967295U);
    EXPECT_EQ(entry("/a.txt")["mode"], "0640");
}

TEST_F(PackCommand, layoutOptions_reachTheImage)
{
    ASSERT_EQ(pack({"--pad", "none", "--no-fragments", "--no-export-table", "--no-duplicates", "--no-xattrs", "--offset", "8192"}).code, 0);
    const Json j = info();
    EXPECT_EQ(j["offset"], 8192);
    EXPECT_EQ(j["trailing_bytes"], 0);
    EXPECT_EQ(j["fragments"], 0);
    EXPECT_FALSE(j["tables"].contains("export"));
    EXPECT_EQ(fs::file_size(m_image), 8192 + j["bytes_used"].get<std::uint64_t>());
}

TEST_F(PackCommand, codecHelp_listsOptionsWithoutPacking)
{
    const Outcome o = runLine({"pack", "--codec", "xz", "-X", "help"});
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.out, HasSubstr("-X bcj="));
    EXPECT_THAT(o.out, HasSubstr("--level 0…9"));
}

TEST_F(PackCommand, stopRequested_endsCancelledWithNothingLeft)
{
    std::stop_source stop;
    stop.request_stop();
    const Outcome o = runLine({"pack", "--json", m_folder / "in", m_image}, {}, stop.get_token());
    EXPECT_EQ(o.code, 130);
    EXPECT_EQ(o.json()["error"]["code"], "cancelled");
    EXPECT_THAT(leftovers(), ElementsAre("in"));
}

TEST_F(PackCommand, imageInsideTheSource_isNoPartOfItself)
{
    const std::string inside = m_folder / "in/self.sqfs";
    for (const bool strict : {false, true}) {
        std::vector<std::string> args{"pack", "-q", "--force", m_folder / "in", inside};
        if (strict)
            args.insert(args.begin() + 1, "--strict");
        for (int i = 0; i < 2; ++i) {
            ASSERT_EQ(runLine(args).code, 0);
            EXPECT_EQ(runLine({"list", inside, "/self.sqfs"}).code, 3);
        }
    }
}

TEST_F(PackCommand, unreadableSource_isNamedOrLeftOut)
{
    if (::geteuid() == 0)
        GTEST_SKIP() << "root reads everything";
    ASSERT_EQ(::chmod((m_folder / "in/a.txt").c_str(), 0), 0);
    const Outcome refused = runLine({"pack", m_folder / "in", m_image});
    EXPECT_EQ(refused.code, 3);
    EXPECT_THAT(refused.err, HasSubstr("a.txt"));
    EXPECT_FALSE(fs::exists(m_image));
    const Outcome strict = runLine({"pack", "--strict", "--skip-unreadable", m_folder / "in", m_image});
    EXPECT_EQ(strict.code, 3);
    EXPECT_FALSE(fs::exists(m_image));
    const Outcome skipped = runLine({"pack", "--skip-unreadable", m_folder / "in", m_image});
    EXPECT_EQ(skipped.code, 6);
    EXPECT_THAT(skipped.out, HasSubstr("left out: 1 file, 0 folders"));
}

TEST_F(PackCommand, strictWithAWarning_failsAndKeepsTheOldImage)
{
    // An access control list of version 2: owner, one user, group, mask, others.
    const std::vector<unsigned char> list{2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 4, 0, 1, 0, 0, 0, 4, 0, 4, 0, 255, 255, 255, 255, 16, 0, 4, 0, 255, 255,
        255, 255, 32, 0, 4, 0, 255, 255, 255, 255};
    if (::setxattr((m_folder / "in/a.txt").c_str(), "system.posix_acl_access", list.data(), list.size(), 0) != 0)
        GTEST_SKIP() << "no access control lists on this file system";
    m_folder.write("out.sqfs", "precious");
    const Outcome strict = pack({"--strict", "--json"});
    EXPECT_EQ(strict.code, 4) << strict.err;
    EXPECT_THAT(strict.err, HasSubstr("posix_acl_access"));
    EXPECT_EQ(strict.json()["error"]["code"], "not-expressible");
    EXPECT_EQ(fs::file_size(m_image), 8U);
    EXPECT_THAT(leftovers(), ElementsAre("in", "out.sqfs"));
    const Outcome warned = pack({});
    EXPECT_EQ(warned.code, 0);
    EXPECT_THAT(warned.err, testing::StartsWith("squashdesk-cli: warning: "));
    EXPECT_THAT(warned.out, HasSubstr("1 warning"));
    EXPECT_TRUE(pack({"-q"}).err.empty());
}

TEST_F(PackCommand, listPatterns_meanPathsFirstAndGlobsOtherwise)
{
    m_folder.write("in/[a]", "brackets");
    ASSERT_EQ(pack({}).code, 0);
    EXPECT_THAT(list({"[a]"}), ElementsAre("/[a]"));
    EXPECT_THAT(list({"[o]*"}), ElementsAre("/odd\\xff"));
    EXPECT_THAT(list({"*.o"}), ElementsAre("/sub/b.o", "/sub/copy.o"));
    EXPECT_THAT(list({"sub/"}), ElementsAre("/sub", "/sub/b.o", "/sub/copy.o"));
    EXPECT_EQ(list({"/"}).size(), list().size());
    EXPECT_EQ(runLine({"list", m_image, "nosuch"}).code, 3);
    EXPECT_EQ(runLine({"list", m_image, "[a"}).code, 2);
}

TEST_F(PackCommand, listJson_keepsExactBytes)
{
    ASSERT_EQ(pack({}).code, 0);
    const Json j = entry("/odd\xff");
    EXPECT_EQ(j["path_base64"], "L29kZP8=");
    EXPECT_EQ(j["type"], "file");
    EXPECT_EQ(j["size"], 3);
    EXPECT_EQ(j["nlink"], 1);
    EXPECT_TRUE(j["xattrs"].is_object());
}

TEST_F(PackCommand, cat_missingPathOrFolder_isExitThreeAndTheRestIsWritten)
{
    ASSERT_EQ(pack({}).code, 0);
    const Outcome o = runLine({"cat", m_image, "/nosuch", "/sub", "/a.txt"});
    EXPECT_EQ(o.code, 3);
    EXPECT_EQ(o.out, "hello\n");
    EXPECT_THAT(o.err, HasSubstr("nosuch"));
    EXPECT_THAT(o.err, HasSubstr("/sub: is a directory"));
}

TEST_F(PackCommand, verifyAndInfo_ofACutImage_areExitFiveWithJson)
{
    ASSERT_EQ(pack({}).code, 0);
    fs::resize_file(m_image, 200);
    const Outcome verify = runLine({"verify", "--json", m_image});
    EXPECT_EQ(verify.code, 5);
    EXPECT_EQ(verify.json()["ok"], false);
    EXPECT_THAT(verify.err, HasSubstr("200"));
    const Outcome info = runLine({"info", "--json", m_image});
    EXPECT_EQ(info.code, 5);
    EXPECT_EQ(info.json()["error"]["code"], "corrupt");
    EXPECT_EQ(info.json()["block_size"], 131072);
}

}  // namespace
}  // namespace sqd::cli
