// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar_builder.h"
#include "tar_fixture.h"

#include <chrono>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace sqd::tar::test {

using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class TarInputTest : public testing::Test {
protected:
    TarInputTest()
    {
        std::string pattern = testing::TempDir() + "tar-input-XXXXXX";
        m_folder = ::mkdtemp(pattern.data());
    }
    ~TarInputTest() override
    {
        (void)::unlink(path().c_str());
        (void)::rmdir(m_folder.c_str());  // fails, and shows in the test below, when something was left behind
    }
    [[nodiscard]] std::string path() const { return m_folder + "/in"; }
    void write(const std::string& bytes) const
    {
        io::UniqueFd fd(::open(path().c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600));
        ASSERT_TRUE(io::pwriteFully(fd.get(), 0, std::as_bytes(std::span(bytes))));
    }
    Outcome read(std::stop_token stop = {})
    {
        auto input = TarInput::open(path());
        if (!input)
            return listAll(std::move(input).error());
        return listAll(makeTarSource(*std::move(input), {.file = path()}, {}, m_folder, stop, m_progress));
    }
    [[nodiscard]] int namesInFolder() const
    {
        int count = 0;
        DIR* folder = ::opendir(m_folder.c_str());
        while (::readdir(folder) != nullptr)
            ++count;
        ::closedir(folder);
        return count - 2;
    }
    std::string m_folder;
    TarProgress m_progress;
};

std::uint32_t crc32(const std::string& bytes)
{
    std::uint32_t crc = ~0U;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int i = 0; i < 8; ++i)
            crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

std::string littleEndian(std::uint32_t value, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(value >> 8 * i & 0xFF);
    return text;
}

// A gzip member whose deflate blocks are stored as they are.
std::string gzip(const std::string& bytes)
{
    std::string out("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
    for (std::size_t at = 0; at < bytes.size(); at += 60000) {
        const std::string part = bytes.substr(at, 60000);
        const auto length = static_cast<std::uint32_t>(part.size());
        out += static_cast<char>(at + 60000 >= bytes.size() ? 1 : 0) + littleEndian(length, 2) + littleEndian(~length, 2) + part;
    }
    return out + littleEndian(crc32(bytes), 4) + littleEndian(static_cast<std::uint32_t>(bytes.size()), 4);
}

}  // namespace

TEST_F(TarInputTest, regularFile_isUsedAsItIs)
{
    write(TarBuilder().file("a", "1").finished());
    const Outcome out = read();
    ASSERT_FALSE(out.error);
    EXPECT_EQ(out.entries.at("a").data, "1");
    EXPECT_EQ(m_progress.bytes.load(), 512U);  // a look at its first block
    EXPECT_EQ(m_progress.entries.load(), 1U);
}

TEST_F(TarInputTest, compressed_isUnpackedAndLeavesNoName)
{
    const std::string tar = TarBuilder().file("a", std::string(200000, 'a')).file("b", "2").finished();
    for (const std::string& bytes : {gzip(tar), gzip(gzip(tar)), gzip(tar.substr(0, 3000)) + gzip(tar.substr(3000))}) {
        write(bytes);
        const Outcome out = read();
        ASSERT_FALSE(out.error) << out.error->line();
        EXPECT_EQ(out.entries.at("a").data, std::string(200000, 'a'));
        EXPECT_EQ(out.entries.at("b").data, "2");
        EXPECT_EQ(namesInFolder(), 1);
    }
}

TEST_F(TarInputTest, compressedAndCut_namesTheLastEntryAndTheReason)
{
    const std::string bytes = gzip(TarBuilder().file("a", "1").file("b", std::string(150000, 'b')).file("c", "3").finished());
    write(bytes.substr(0, 100000));
    const Outcome out = read();
    ASSERT_TRUE(out.error);
    EXPECT_EQ(out.error->code, Errc::Corrupt);
    EXPECT_THAT(out.error->line(), HasSubstr("'b' (entry 2)"));
    EXPECT_THAT(out.error->line(), HasSubstr("compressed archive is damaged or ends early"));
    write(bytes.substr(0, bytes.size() - 4));  // all members are there, the check value is not
    ASSERT_TRUE(read().error);
    EXPECT_EQ(namesInFolder(), 1);
}

TEST_F(TarInputTest, nothingOrNoArchive_areToldApart)
{
    write("");
    EXPECT_THAT(read().error->line(), HasSubstr("empty"));
    write("just some text, long enough for every look at its beginning");
    EXPECT_THAT(read().error->line(), HasSubstr("not a tar archive"));
    ::unlink(path().c_str());
    const Outcome missing = read();
    EXPECT_EQ(missing.error->code, Errc::InputUnreadable);
    EXPECT_THAT(missing.error->line(), HasSubstr(path()));
}

TEST_F(TarInputTest, pipeInOddPieces_isRead)
{
    ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
    const std::string tar = TarBuilder().file("a", std::string(3000, 'a')).file("b", "2").finished();
    std::thread writer([&] {
        const io::UniqueFd fd(::open(path().c_str(), O_WRONLY));
        for (std::size_t at = 0; at < tar.size(); at += 333)
            ASSERT_GT(::write(fd.get(), tar.data() + at, std::min<std::size_t>(333, tar.size() - at)), 0);
    });
    const Outcome out = read();
    writer.join();
    ASSERT_FALSE(out.error);
    EXPECT_THAT(out.paths(), ElementsAre("a", "b"));
    EXPECT_EQ(m_progress.bytes.load(), tar.size());
}

TEST_F(TarInputTest, pipeThatGivesNothing_endsSoonAfterAStop)
{
    ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
    const io::UniqueFd silent(::open(path().c_str(), O_RDWR));
    std::stop_source stop;
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    const Outcome out = read(stop.get_token());
    stopper.join();
    ASSERT_TRUE(out.error);
    EXPECT_EQ(out.error->code, Errc::Cancelled);
    EXPECT_EQ(namesInFolder(), 1);
}

}  // namespace sqd::tar::test
