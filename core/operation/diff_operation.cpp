// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/diff_operation.h"

#include "concurrency/cpu_count.h"
#include "operation/operation_thread.h"

#include <algorithm>
#include <utility>

namespace sqd::operation {

namespace {

class Comparison final : public DiffOperation {
public:
    explicit Comparison(DiffRequest request) : m_request(withJobs(std::move(request))), m_counters(std::max(1, m_request.options.jobs)) {}
    void start() override
    {
        m_thread.start([this](const std::stop_token& stop) {
            m_result = withoutExceptions<read::DiffReport>(
                [&] { return read::compareTrees(m_request.first, m_request.second, m_request.options, m_counters, stop); }, m_request.first.path);
        });
    }
    void requestStop() override { m_thread.requestStop(); }
    [[nodiscard]] bool finished() const override { return m_thread.finished(); }
    void wait() override { m_thread.wait(); }
    [[nodiscard]] concurrency::Snapshot snapshot() const override { return m_counters.sample(); }
    Result<read::DiffReport> takeResult() override
    {
        return m_result ? *std::exchange(m_result, std::nullopt) : internalError("the result of a comparison was asked for twice");
    }

private:
    static DiffRequest withJobs(DiffRequest request)
    {
        if (request.options.jobs < 0)
            request.options.jobs = concurrency::usableProcessors();
        return request;
    }

    const DiffRequest m_request;
    concurrency::ProgressCounters m_counters;
    std::optional<Result<read::DiffReport>> m_result;  // written by the thread before it is finished
    OperationThread m_thread;
};

}  // namespace

std::unique_ptr<DiffOperation> DiffOperation::create(DiffRequest request)
{
    return std::make_unique<Comparison>(std::move(request));
}

}  // namespace sqd::operation
