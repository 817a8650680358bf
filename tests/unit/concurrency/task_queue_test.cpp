// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/task_queue.h"

#include <atomic>
#include <deque>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace sqd::concurrency {

namespace {

TEST(TaskQueue, results_comeInTheOrderOfTheirTickets)
{
    for (const int workers : {0, 1, 4}) {
        ProgressCounters progress(std::max(1, workers));
        struct Slot {
            TaskQueue::Ticket ticket;
            int value = 0;
        };
        std::deque<Slot> slots(500);
        TaskQueue queue(workers, progress);
        for (int i = 0; i < 500; ++i) {
            Slot* slot = &slots[static_cast<std::size_t>(i)];
            queue.submit([slot, i](WorkerCounters*) { slot->value = i + 1; }, slot->ticket);
        }
        for (int i = 0; i < 500; ++i) {
            queue.wait(slots[static_cast<std::size_t>(i)].ticket);
            EXPECT_EQ(slots[static_cast<std::size_t>(i)].value, i + 1) << workers;
        }
    }
}

TEST(TaskQueue, urgentTask_goesBeforeThoseThatWait)
{
    ProgressCounters progress(1);
    std::atomic<bool> open{false};
    std::atomic<int> finished{0};
    std::vector<int> order;  // the one worker writes it
    TaskQueue::Ticket gate, late, urgent;
    TaskQueue queue(1, progress);
    std::atomic<bool> begun{false};
    queue.submit([&](WorkerCounters*) {
        begun = true;
        while (!open)
            std::this_thread::yield();
    }, gate);
    while (!begun)
        std::this_thread::yield();
    const auto note = [&](int number) {
        order.push_back(number);
        ++finished;
    };
    queue.submit([&](WorkerCounters*) { note(1); }, late);
    queue.submit([&](WorkerCounters*) { note(2); }, urgent, true);
    open = true;
    while (finished < 2)  // wait() would help
        std::this_thread::yield();
    EXPECT_EQ(order, (std::vector<int>{2, 1}));
}

TEST(TaskQueue, end_dropsWhatNobodyHasBegun)
{
    ProgressCounters progress(1);
    std::atomic<bool> open{false}, begun{false};
    std::atomic<int> done{0};
    std::deque<TaskQueue::Ticket> tickets(100);
    std::thread opener;
    {
        TaskQueue queue(1, progress);
        queue.submit([&](WorkerCounters*) {
            begun = true;
            while (!open)
                std::this_thread::yield();
            ++done;
        }, tickets[0]);
        while (!begun)
            std::this_thread::yield();
        for (std::size_t i = 1; i < tickets.size(); ++i)
            queue.submit([&](WorkerCounters*) { ++done; }, tickets[i]);
        opener = std::thread([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            open = true;
        });
    }
    opener.join();
    EXPECT_EQ(done, 1);
}

}  // namespace

}  // namespace sqd::concurrency
