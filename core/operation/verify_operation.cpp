// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/verify_operation.h"

#include "concurrency/cpu_count.h"
#include "io/posix_file.h"
#include "operation/operation_thread.h"

#include <algorithm>
#include <utility>

namespace sqd::operation {

namespace {

class ImageVerification final : public VerifyOperation {
public:
    explicit ImageVerification(VerifyRequest request)
        : m_request(std::move(request))
        , m_jobs(m_request.jobs < 0 ? concurrency::usableProcessors() : m_request.jobs)
        , m_counters(std::max(1, m_jobs))
    {
    }
    void start() override
    {
        m_thread.start([this](std::stop_token stop) {
            m_result = withoutExceptions<read::VerifyReport>([&] { return verify(stop); }, m_request.image);
        });
    }
    void requestStop() override { m_thread.requestStop(); }
    [[nodiscard]] bool finished() const override { return m_thread.finished(); }
    void wait() override { m_thread.wait(); }
    [[nodiscard]] concurrency::Snapshot snapshot() const override { return m_counters.sample(); }
    Result<read::VerifyReport> takeResult() override
    {
        return m_result ? *std::exchange(m_result, std::nullopt) : internalError("the result of a verification was asked for twice");
    }

private:
    Result<read::VerifyReport> verify(std::stop_token stop)
    {
        SQD_TRY(std::shared_ptr<const io::RandomAccessFile> file, io::PosixFile::open(m_request.image));
        read::VerifyOptions options;
        options.jobs = m_jobs;
        options.open.offset = m_request.offset;
        return read::verifyImage(std::move(file), options, m_counters, std::move(stop));
    }

    const VerifyRequest m_request;
    const int m_jobs;
    concurrency::ProgressCounters m_counters;
    std::optional<Result<read::VerifyReport>> m_result;  // written by the thread before it is finished
    OperationThread m_thread;
};

}  // namespace

std::unique_ptr<VerifyOperation> VerifyOperation::create(VerifyRequest request)
{
    return std::make_unique<ImageVerification>(std::move(request));
}

}  // namespace sqd::operation
