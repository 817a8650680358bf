// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/extract_operation.h"

#include "concurrency/cpu_count.h"
#include "io/posix_file.h"
#include "operation/operation_thread.h"
#include "read/image.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace sqd::operation {

namespace {

// Some fragment blocks of the largest size, and two more for every worker.
constexpr std::uint64_t kKeptBytes = 8ULL << 20;
constexpr std::uint64_t kKeptBytesPerJob = 2ULL << 20;

// One question from a worker to whoever polls, and the way back. Thread-safe.
class QuestionBox {
public:
    // Called by the worker; comes back with the answer, or when `stop` is requested.
    read::ConflictAnswer ask(const read::ConflictQuestion& question, std::stop_token stop)
    {
        std::unique_lock lock(m_mutex);
        m_question = question;
        m_answer.reset();
        m_answered.wait(lock, stop, [this] { return m_answer.has_value(); });
        m_question.reset();
        return m_answer.value_or(read::ConflictAnswer{read::ConflictAnswer::Choice::Stop, true});
    }
    std::optional<read::ConflictQuestion> question() const
    {
        const std::lock_guard lock(m_mutex);
        return m_answer ? std::nullopt : m_question;
    }
    void answer(std::uint64_t number, read::ConflictAnswer answer)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_question || m_question->number != number || m_answer)
            return;
        m_answer = answer;
        m_answered.notify_all();
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable_any m_answered;
    std::optional<read::ConflictQuestion> m_question;  // guarded by m_mutex
    std::optional<read::ConflictAnswer> m_answer;      // guarded by m_mutex
};

class ImageExtraction final : public ExtractOperation {
public:
    explicit ImageExtraction(ExtractRequest request) : m_request(withJobs(std::move(request))), m_counters(std::max(1, m_request.extract.jobs)) {}
    void start() override
    {
        m_thread.start([this](std::stop_token stop) {
            m_result = withoutExceptions<read::ExtractReport>([&] { return extract(stop); }, m_request.image);
        });
    }
    void requestStop() override { m_thread.requestStop(); }
    // Extraction has no gate: a request to pause is ignored.
    void setPaused(bool) override {}
    [[nodiscard]] bool finished() const override { return m_thread.finished(); }
    void wait() override { m_thread.wait(); }
    [[nodiscard]] concurrency::Snapshot snapshot() const override { return m_counters.sample(); }
    Result<read::ExtractReport> takeResult() override
    {
        return m_result ? *std::exchange(m_result, std::nullopt) : internalError("the result of an extraction was asked for twice");
    }
    [[nodiscard]] std::optional<read::ConflictQuestion> question() const override { return m_box.question(); }
    void answer(std::uint64_t number, read::ConflictAnswer answer) override { m_box.answer(number, answer); }

private:
    static ExtractRequest withJobs(ExtractRequest request)
    {
        if (request.extract.jobs < 0)
            request.extract.jobs = concurrency::usableProcessors();
        return request;
    }

    Result<read::ExtractReport> extract(std::stop_token stop)
    {
        SQD_TRY(std::shared_ptr<const io::RandomAccessFile> file, io::PosixFile::open(m_request.image));
        read::OpenOptions open;
        open.offset = m_request.offset;
        // Contents are wanted once; what is kept are fragment blocks that several workers are at.
        open.pageBytes = std::min(open.pageBytes, kKeptBytes + kKeptBytesPerJob * static_cast<std::uint64_t>(m_request.extract.jobs));
        if (const std::uint64_t memory = m_request.extract.memoryBytes; memory != 0) {
            open.pageBytes = std::min(open.pageBytes, memory / 2);
            open.metadataBytes = std::min(open.metadataBytes, memory / 4);
        }
        SQD_TRY(const auto image, read::Image::open(std::move(file), open));
        read::ExtractOptions options = m_request.extract;
        options.asker = [this, stop](const read::ConflictQuestion& question) { return m_box.ask(question, stop); };
        return read::extractImage(image, options, m_counters, std::move(stop));
    }

    const ExtractRequest m_request;
    concurrency::ProgressCounters m_counters;
    QuestionBox m_box;
    std::optional<Result<read::ExtractReport>> m_result;  // written by the thread before it is finished
    OperationThread m_thread;
};

}  // namespace

std::unique_ptr<ExtractOperation> ExtractOperation::create(ExtractRequest request)
{
    return std::make_unique<ImageExtraction>(std::move(request));
}

}  // namespace sqd::operation
