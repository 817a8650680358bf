// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hash.h"
#include "codec/registry.h"
#include "io/memory_file.h"
#include "read/block_verifier.h"

#include <gtest/gtest.h>

namespace sqd::read {

namespace {

constexpr std::uint32_t kBlock = 8192;

// `count` blocks behind 100 bytes of head, every third raw, with gaps now and then.
class Written {
public:
    explicit Written(std::size_t count, const char* codecName = "zstd") : m_backend(*codec::findBackend(codecName))
    {
        m_bytes.assign(100, std::byte{0});
        auto compressor = m_backend.makeCompressor({.level = 1, .options = {}}, kBlock, codec::Role::Data);
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<std::byte> contents(i % 7 == 0 ? 1000 + i : kBlock, static_cast<std::byte>(i));
            contents[i % contents.size()] = std::byte{0x5A};
            BlockCheck check;
            check.hash64 = hashBytes64(contents);
            check.rawBytes = static_cast<std::uint32_t>(contents.size());
            check.start = m_bytes.size() - 100;
            check.label = static_cast<std::uint32_t>(i);
            check.raw = i % 3 == 0;
            std::vector<std::byte> stored = contents;  // right when raw
            if (!check.raw) {
                stored.resize((*compressor)->compress(contents, stored)->value());
            }
            check.storedBytes = static_cast<std::uint32_t>(stored.size());
            m_bytes.insert(m_bytes.end(), stored.begin(), stored.end());
            if (i % 11 == 0)
                m_bytes.insert(m_bytes.end(), 40000, std::byte{0});
            checks.push_back(check);
        }
    }

    Result<void> run(int jobs, std::stop_token stop = {})
    {
        concurrency::WorkerGroup workers(jobs);
        concurrency::ProgressCounters progress(jobs);
        const io::MemoryFile file("target", m_bytes);
        auto done = verifyBlocks(file, 100, checks, m_backend, kBlock, workers, progress, std::move(stop), [](std::uint32_t label) { return "/file" + std::to_string(label); });
        verified = progress.sample().verifyDone;
        return done;
    }

    void flip(std::uint64_t position) { m_bytes[static_cast<std::size_t>(position) + 100] ^= std::byte{0x10}; }
    void cut(std::size_t bytes) { m_bytes.resize(m_bytes.size() - bytes); }
    [[nodiscard]] std::uint64_t storedSum() const
    {
        std::uint64_t sum = 0;
        for (const BlockCheck& c : checks)
            sum += c.storedBytes;
        return sum;
    }

    std::vector<BlockCheck> checks;
    std::uint64_t verified = 0;

private:
    const codec::Backend& m_backend;
    std::vector<std::byte> m_bytes;
};

}  // namespace

TEST(BlockVerifier, soundBlocks_pass)
{
    for (const char* codecName : {"zstd", "gzip", "lz4"}) {
        for (const int jobs : {0, 1, 2, 8}) {
            Written w(300, codecName);
            const auto done = w.run(jobs);
            EXPECT_TRUE(done) << done.error().line();
            EXPECT_EQ(w.verified, w.storedSum());
        }
    }
}

TEST(BlockVerifier, nothingToDo_passes)
{
    Written w(0);
    EXPECT_TRUE(w.run(2));
}

TEST(BlockVerifier, flippedByteAnywhere_isFoundAndNamed)
{
    for (const std::size_t block : {std::size_t{0}, std::size_t{1}, std::size_t{99}, std::size_t{100}, std::size_t{199}}) {
        for (const int jobs : {0, 2}) {
            Written w(200);
            w.flip(w.checks[block].start + w.checks[block].storedBytes / 2);
            const auto done = w.run(jobs);
            ASSERT_FALSE(done) << block;
            EXPECT_EQ(done.error().code, Errc::Corrupt);
            EXPECT_EQ(done.error().where, "/file" + std::to_string(block));
            EXPECT_EQ(done.error().imageOffset, w.checks[block].start);
        }
    }
}

TEST(BlockVerifier, swappedBlocks_areFoundThoughBothDecode)
{
    Written w(30);
    std::swap(w.checks[1].start, w.checks[2].start);
    std::swap(w.checks[1].storedBytes, w.checks[2].storedBytes);
    const auto done = w.run(0);
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().what.find("differ from what was packed"), std::string::npos);
}

TEST(BlockVerifier, wrongLengthAndCutFile_areFound)
{
    Written shorter(30);
    shorter.checks[4].rawBytes -= 1;
    EXPECT_FALSE(shorter.run(0));
    Written longer(30);
    longer.checks[7].rawBytes += 1;
    EXPECT_FALSE(longer.run(0));
    Written cut(30);
    cut.cut(1);
    EXPECT_FALSE(cut.run(2));
}

TEST(BlockVerifier, sizesOutOfRange_areAnInternalError)
{
    Written w(3);
    w.checks[1].storedBytes = kBlock + 1;
    EXPECT_EQ(w.run(0).error().code, Errc::Internal);
}

TEST(BlockVerifier, stopRequested_isCancelled)
{
    Written w(50);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(w.run(2, stop.get_token()).error().code, Errc::Cancelled);
}

}  // namespace sqd::read
