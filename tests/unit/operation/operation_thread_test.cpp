// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/operation_thread.h"

#include <atomic>
#include <gtest/gtest.h>
#include <stdexcept>

namespace sqd::operation {
namespace {

TEST(OperationThread_start, twice_runsOnce)
{
    std::atomic<int> runs{0};
    OperationThread thread;
    EXPECT_FALSE(thread.finished());
    thread.start([&](std::stop_token) { ++runs; });
    thread.start([&](std::stop_token) { ++runs; });
    thread.wait();
    EXPECT_TRUE(thread.finished());
    EXPECT_EQ(runs, 1);
}

TEST(OperationThread_requestStop, beforeStart_isSeenByTheBody)
{
    bool seen = false;
    OperationThread thread;
    thread.requestStop();
    thread.start([&](std::stop_token stop) { seen = stop.stop_requested(); });
    thread.wait();
    EXPECT_TRUE(seen);
}

TEST(OperationThread_destructor, bodyWaitsForStop_ends)
{
    std::atomic<bool> ended{false};
    {
        OperationThread thread;
        thread.start([&](std::stop_token stop) {
            while (!stop.stop_requested())
                std::this_thread::yield();
            ended = true;
        });
    }
    EXPECT_TRUE(ended);
}

TEST(WithoutExceptions, outOfMemory_isLimitExceeded)
{
    const auto r = withoutExceptions<int>([]() -> Result<int> { throw std::bad_alloc(); }, "x.sqfs");
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().code, Errc::LimitExceeded);
    EXPECT_EQ(r.error().where, "x.sqfs");
}

TEST(WithoutExceptions, brokenInvariant_isInternal)
{
    const auto r = withoutExceptions<int>([]() -> Result<int> { throw std::logic_error("never"); }, "x");
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().code, Errc::Internal);
    EXPECT_EQ(r.error().what, "never");
}

}  // namespace
}  // namespace sqd::operation
