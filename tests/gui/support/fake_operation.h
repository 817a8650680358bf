// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/operation_factory.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sqd::guitest {

// What the test holds of a fake operation; the window owns the operation itself.
struct FakeControl {
    std::mutex mutex;
    concurrency::Snapshot snapshot;                     // guarded by mutex
    std::optional<Result<pack::PackReport>> packResult;  // guarded by mutex; set = finished
    std::optional<Result<read::VerifyReport>> verifyResult;
    std::vector<source::Warning> warnings;              // guarded by mutex
    std::atomic<bool> started{false}, stopRequested{false}, paused{false}, destroyed{false}, destroyedUnfinished{false};
    std::atomic<bool> endOnStop{true};  // a request to stop finishes the run as Cancelled

    void show(const concurrency::Snapshot& next)
    {
        const std::lock_guard lock(mutex);
        snapshot = next;
    }
    void finish(Result<pack::PackReport> result)
    {
        const std::lock_guard lock(mutex);
        packResult.emplace(std::move(result));
    }
    void finish(Result<read::VerifyReport> result)
    {
        const std::lock_guard lock(mutex);
        verifyResult.emplace(std::move(result));
    }
    bool finished()
    {
        const std::lock_guard lock(mutex);
        return packResult.has_value() || verifyResult.has_value();
    }
};

template<typename Base, typename Report>
class FakeOperation : public Base {
public:
    explicit FakeOperation(std::shared_ptr<FakeControl> control) : m_control(std::move(control)) {}
    ~FakeOperation() override
    {
        m_control->destroyed = true;
        m_control->destroyedUnfinished = !m_control->finished() && !m_taken;
    }
    void start() override { m_control->started = true; }
    void requestStop() override
    {
        m_control->stopRequested = true;
        if (m_control->endOnStop)
            m_control->finish(Result<Report>(cancelledError()));
    }
    void setPaused(bool paused) override { m_control->paused = paused; }
    [[nodiscard]] bool finished() const override { return m_control->finished(); }
    void wait() override {}
    [[nodiscard]] concurrency::Snapshot snapshot() const override
    {
        const std::lock_guard lock(m_control->mutex);
        concurrency::Snapshot copy = m_control->snapshot;
        copy.paused = m_control->paused;
        return copy;
    }
    Result<Report> takeResult() override
    {
        const std::lock_guard lock(m_control->mutex);
        m_taken = true;
        if constexpr (std::is_same_v<Report, pack::PackReport>)
            return *std::exchange(m_control->packResult, std::nullopt);
        else
            return *std::exchange(m_control->verifyResult, std::nullopt);
    }

protected:
    std::shared_ptr<FakeControl> m_control;

private:
    bool m_taken = false;
};

class FakePack : public FakeOperation<operation::PackOperation, pack::PackReport> {
public:
    using FakeOperation::FakeOperation;
    [[nodiscard]] std::vector<source::Warning> warnings() const override
    {
        const std::lock_guard lock(m_control->mutex);
        return m_control->warnings;
    }
};

// A factory whose operations do what the test says. `control` is that of the operation made last.
struct FakeFactory {
    std::shared_ptr<FakeControl> control;
    std::vector<operation::PackRequest> packRequests;
    std::vector<operation::VerifyRequest> verifyRequests;

    ui::OperationFactory factory()
    {
        ui::OperationFactory made;
        made.pack = [this](operation::PackRequest request) {
            packRequests.push_back(std::move(request));
            control = std::make_shared<FakeControl>();
            return std::make_unique<FakePack>(control);
        };
        made.verify = [this](operation::VerifyRequest request) {
            verifyRequests.push_back(std::move(request));
            control = std::make_shared<FakeControl>();
            return std::make_unique<FakeOperation<operation::VerifyOperation, read::VerifyReport>>(control);
        };
        return made;
    }
};

// A moment in the middle of a run with `workers` workers.
concurrency::Snapshot midway(int workers);
pack::PackReport goodReport(const std::string& image);

}  // namespace sqd::guitest
