// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/verify_operation.h"

#include "concurrency/cpu_count.h"
#include "io/posix_file.h"
#include "operation/operation_thread.h"
#include "read/image.h"
#include "read/verify_findings.h"
#include "read/verify_manifest.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

namespace sqd::operation {

namespace {

Result<read::Manifest> loadManifest(const std::string& path)
{
    SQD_TRY(const auto file, io::PosixFile::open(path));
    // A list of sums is small beside what it is about.
    constexpr std::size_t kStep = 1U << 20;
    std::string text;
    for (std::size_t got = kStep; got == kStep;) {
        const std::size_t had = text.size();
        text.resize(had + kStep);
        SQD_TRY(got, file->read(had, std::as_writable_bytes(std::span(text).subspan(had))));
        text.resize(had + got);
    }
    return read::parseManifest(text, path);
}

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
        m_thread.start([this](const std::stop_token& stop) {
            m_result = withoutExceptions<read::VerifyReport>([&] { return verify(stop); }, m_request.image);
        });
    }
    void requestStop() override { m_thread.requestStop(); }
    void setPaused(bool paused) override { m_counters.setPaused(paused); }
    [[nodiscard]] bool finished() const override { return m_thread.finished(); }
    void wait() override { m_thread.wait(); }
    [[nodiscard]] concurrency::Snapshot snapshot() const override { return m_counters.sample(); }
    Result<read::VerifyReport> takeResult() override
    {
        return m_result ? *std::exchange(m_result, std::nullopt) : internalError("the result of a verification was asked for twice");
    }

private:
    Result<read::VerifyReport> verify(const std::stop_token& stop)
    {
        // A list that cannot be read is told before a long verification.
        std::optional<read::Manifest> manifest;
        if (!m_request.manifest.empty()) {
            SQD_TRY(manifest, loadManifest(m_request.manifest));
        }
        SQD_TRY(std::shared_ptr<const io::RandomAccessFile> file, io::PosixFile::open(m_request.image));
        read::VerifyOptions options;
        options.jobs = m_jobs;
        options.open.offset = m_request.offset;
        SQD_TRY(read::VerifyReport report, read::verifyImage(file, options, m_counters, stop));
        if (!manifest && m_request.against.empty())
            return report;
        const auto started = std::chrono::steady_clock::now();
        const auto image = read::Image::open(std::move(file), options.open);
        if (!image)
            return report;  // the report says why
        read::FindingCollector findings(options.maxFindings);
        for (read::Finding& finding : std::exchange(report.findings, {}))
            findings.add(std::move(finding));
        m_counters.phase.store(concurrency::Phase::Verifying, std::memory_order_relaxed);
        if (manifest)
            SQD_CHECK(read::checkManifest(*image, *manifest, m_jobs, findings, m_counters, stop));
        if (!m_request.against.empty())
            SQD_CHECK(compareWithFolder(findings, stop));
        report.ok = !findings.hasErrors();
        std::uint64_t suppressed = 0;
        report.findings = findings.take(suppressed);
        report.suppressed += suppressed;
        report.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
        m_counters.phase.store(concurrency::Phase::Done, std::memory_order_relaxed);
        return report;
    }

    Result<void> compareWithFolder(read::FindingCollector& findings, const std::stop_token& stop)
    {
        read::DiffOptions options = m_request.comparison;
        options.jobs = m_jobs;
        SQD_TRY(read::DiffReport diff, read::compareTrees({m_request.image, m_request.offset}, {m_request.against, std::nullopt}, options, m_counters, stop));
        for (std::string& path : diff.removed)
            findings.add(read::Severity::Error, "against-missing", 0, std::move(path), "is not in " + m_request.against);
        for (std::string& path : diff.added)
            findings.add(read::Severity::Error, "against-extra", 0, std::move(path), "is in " + m_request.against + ", not in the image");
        for (read::DiffChange& change : diff.changed) {
            std::string fields;
            for (const std::string& field : change.fields)
                fields += " " + field;
            findings.add(read::Severity::Error, "against-differs", 0, std::move(change.path), "differs from " + m_request.against + ":" + fields);
        }
        for (read::Finding& finding : diff.findings)
            if (finding.what.starts_with("second: "))  // the image's own are known
                findings.add(std::move(finding));
        return {};
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
