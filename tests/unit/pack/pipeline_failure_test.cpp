// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/packer.h"

#include "io/memory_file.h"
#include "support/fake_codec.h"
#include "support/fault_output.h"
#include "support/memory_source.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>

namespace sqd {
namespace {

using test::FakeCodecPlan;
using test::FaultOutput;
using test::MemorySource;

constexpr int kBlocks = 60;

// One file of 60 blocks and 300 small ones that fill fragment blocks.
void fillTree(MemorySource& source)
{
    std::string big(kBlocks * 4096, 'x');
    for (std::size_t i = 0; i < big.size(); ++i)
        big[i] = static_cast<char>(i * 2654435761U >> 24);
    source.add("big", big);
    for (int i = 0; i < 300; ++i)
        source.add("small/" + std::to_string(i), big.substr(static_cast<std::size_t>(i), static_cast<std::size_t>(500 + i)));
}

pack::PackOptions options(int jobs)
{
    pack::PackOptions o;
    o.backend = &test::fakeBackend();
    o.blockSize = 4096;
    o.jobs = jobs;
    return o;
}

// Runs with a time limit: a hang is a failure, not a stuck test.
Result<pack::PackReport> runWithin(MemorySource& source, const pack::PackOptions& o, io::OutputFile& out, std::stop_token stop = {})
{
    auto result = std::async(std::launch::async, [&] {
        pack::Packer packer(source, o);
        return packer.runInto(out, stop);
    });
    if (result.wait_for(std::chrono::seconds(60)) != std::future_status::ready) {
        ADD_FAILURE() << "the pipeline hangs";
        std::abort();
    }
    return result.get();
}

class PipelineFailure : public ::testing::TestWithParam<int> {};

TEST_P(PipelineFailure, Packer_codecFails_endsWithItsCause)
{
    MemorySource source;
    fillTree(source);
    FakeCodecPlan::reset();
    {
        io::MemoryFile out;
        ASSERT_TRUE(runWithin(source, options(GetParam()), out));
    }
    const long calls = FakeCodecPlan::calls;
    ASSERT_GT(calls, kBlocks);
    for (const long block : {0L, 1L, calls / 2, calls - 1}) {
        FakeCodecPlan::reset();
        FakeCodecPlan::failAtBlock = block;
        io::MemoryFile out;
        const auto report = runWithin(source, options(GetParam()), out);
        ASSERT_FALSE(report) << "block " << block;
        EXPECT_EQ(report.error().what, "the fake codec was told to fail");
    }
    FakeCodecPlan::reset();
}

TEST_P(PipelineFailure, Packer_sourceCannotBeRead_namesTheFile)
{
    for (const char* victim : {"big", "small/0", "small/150", "small/99"}) {
        MemorySource source;
        fillTree(source);
        source.onRead = [&](const std::string& path, std::uint64_t) -> Result<void> {
            return path == victim ? Result<void>(inputError(path, "cannot read", EIO)) : Result<void>();
        };
        io::MemoryFile out;
        const auto report = runWithin(source, options(GetParam()), out);
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().where, victim);
        EXPECT_EQ(report.error().code, Errc::InputUnreadable);
    }
}

TEST_P(PipelineFailure, Packer_bigFileFailsInTheMiddle_isLeftOutWithItsCopies)
{
    MemorySource source;
    fillTree(source);
    // Longer than what is read at once, so that it fails also when it is read without having been hashed before.
    source.add("big", source.files["big"].contents + source.files["big"].contents);
    source.add("copy", source.files["big"].contents);
    source.onRead = [&](const std::string& path, std::uint64_t offset) -> Result<void> {
        return path == "big" && offset >= 30 * 4096 ? Result<void>(inputError(path, "cannot read", EIO)) : Result<void>();
    };
    pack::PackOptions o = options(GetParam());
    o.skipUnreadable = true;
    io::MemoryFile out;
    const auto report = runWithin(source, o, out);
    ASSERT_TRUE(report) << report.error().line();
    ASSERT_EQ(report->warnings.size(), 1U);
    EXPECT_EQ(report->warnings[0].path, "big");
    EXPECT_TRUE(report->warnings[0].skipped);
    EXPECT_EQ(report->duplicates, 0U);  // the readable copy is packed by itself
}

TEST_P(PipelineFailure, Packer_diskFull_endsWithNoSpaceLeft)
{
    MemorySource source;
    fillTree(source);
    std::uint64_t size = 0;
    {
        io::MemoryFile out;
        ASSERT_TRUE(runWithin(source, options(GetParam()), out));
        size = out.sizeBytes();
    }
    for (const std::uint64_t failAt : {std::uint64_t{0}, std::uint64_t{5000}, size / 2, size - 6000}) {
        FaultOutput out(failAt);
        const auto report = runWithin(source, options(GetParam()), out);
        ASSERT_FALSE(report) << failAt << " of " << size;
        EXPECT_EQ(report.error().code, Errc::OutputUnwritable);
        EXPECT_EQ(report.error().osErrno, ENOSPC);
    }
}

TEST_P(PipelineFailure, Packer_cancelled_endsSoon)
{
    MemorySource source;
    fillTree(source);
    for (const int afterMs : {0, 1, 10, 50}) {
        FakeCodecPlan::reset();
        FakeCodecPlan::sleepMicroseconds = 20000;
        std::stop_source stop;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(afterMs));
            stop.request_stop();
        });
        io::MemoryFile out;
        const auto report = runWithin(source, options(GetParam()), out, stop.get_token());
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().code, Errc::Cancelled);
        EXPECT_LT(FakeCodecPlan::calls, 300) << "workers went on";
    }
    FakeCodecPlan::reset();
}

TEST_P(PipelineFailure, Packer_pausedAndResumed_givesTheSameBytes)
{
    MemorySource source;
    fillTree(source);
    FakeCodecPlan::reset();
    pack::PackOptions o = options(GetParam());
    o.imageTime = 1;
    io::MemoryFile reference;
    ASSERT_TRUE(runWithin(source, o, reference));
    FakeCodecPlan::sleepMicroseconds = 500;
    io::MemoryFile out;
    pack::Packer packer(source, o);
    auto result = std::async(std::launch::async, [&] { return packer.runInto(out, {}); });
    for (int i = 0; i < 5; ++i) {
        packer.setPaused(true);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        packer.setPaused(false);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ASSERT_EQ(result.wait_for(std::chrono::seconds(60)), std::future_status::ready);
    ASSERT_TRUE(result.get());
    EXPECT_EQ(out.bytes(), reference.bytes());
    FakeCodecPlan::reset();
}

INSTANTIATE_TEST_SUITE_P(Workers, PipelineFailure, ::testing::Values(0, 1, 2, 8));

}  // namespace
}  // namespace sqd
