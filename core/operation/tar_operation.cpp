// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/tar_operation.h"

#include "concurrency/cpu_count.h"
#include "io/atomic_output.h"
#include "io/posix_file.h"
#include "operation/operation_thread.h"
#include "read/image.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sqd::operation {

namespace {

// Bytes after which the system is asked to begin writing to the disk.
constexpr std::uint64_t kWriteback = 16U << 20;

class FileSink final : public tar::ByteSink {
public:
    explicit FileSink(io::AtomicOutput& output) : m_output(output) {}
    Result<void> write(std::span<const std::byte> bytes) override
    {
        SQD_CHECK(m_output.write(m_size, bytes));
        m_size += bytes.size();
        m_end = std::max(m_end, m_size);
        if (m_size >= m_begun + kWriteback) {
            m_output.startWriteback(m_begun, m_size - m_begun);
            m_begun = m_size;
        }
        return {};
    }
    [[nodiscard]] bool canRewind() const override { return true; }
    Result<void> rewind(std::uint64_t size) override
    {
        m_size = size;
        m_begun = std::min(m_begun, size);
        return {};
    }
    Result<void> finish() { return m_end == m_size ? Result<void>() : m_output.resize(m_size); }

private:
    io::AtomicOutput& m_output;
    std::uint64_t m_size = 0;
    std::uint64_t m_end = 0;    // of what was ever written
    std::uint64_t m_begun = 0;  // written to the disk up to here, or under way
};

// Standard output. A reader that does not read does not keep it from stopping.
class StandardOutputSink final : public tar::ByteSink {
public:
    explicit StandardOutputSink(std::stop_token stop) : m_stop(std::move(stop))
    {
        struct stat st {};
        m_waits = ::fstat(STDOUT_FILENO, &st) != 0 || !S_ISREG(st.st_mode);
    }
    Result<void> write(std::span<const std::byte> bytes) override
    {
        while (!bytes.empty()) {
            SQD_CHECK(waitForRoom());
            // A pipe that has room takes at least this much without waiting.
            const std::size_t part = m_waits ? std::min<std::size_t>(bytes.size(), PIPE_BUF) : bytes.size();
            const ssize_t done = ::write(STDOUT_FILENO, bytes.data(), part);
            if (done >= 0)
                bytes = bytes.subspan(static_cast<std::size_t>(done));
            else if (errno != EINTR && errno != EAGAIN)
                return outputError("standard output", "cannot write", errno);
        }
        return {};
    }

private:
    Result<void> waitForRoom()
    {
        constexpr int kLookMilliseconds = 100;
        while (m_waits) {
            if (m_stop.stop_requested())
                return cancelledError();
            pollfd fd{STDOUT_FILENO, POLLOUT, 0};
            if (::poll(&fd, 1, kLookMilliseconds) > 0)
                break;
        }
        return {};
    }
    const std::stop_token m_stop;
    bool m_waits = false;
};

class TarExport final : public TarOperation {
public:
    explicit TarExport(TarRequest request)
        : m_request(std::move(request))
        , m_jobs(m_request.tar.jobs < 0 ? concurrency::usableProcessors() : m_request.tar.jobs)
        , m_counters(std::max(1, m_jobs))
    {
    }
    void start() override
    {
        m_thread.start([this](std::stop_token stop) {
            m_result = withoutExceptions<tar::TarExportReport>([&] { return run(stop); }, m_request.target);
        });
    }
    void requestStop() override { m_thread.requestStop(); }
    void setPaused(bool paused) override { m_counters.setPaused(paused); }
    [[nodiscard]] bool finished() const override { return m_thread.finished(); }
    void wait() override { m_thread.wait(); }
    [[nodiscard]] concurrency::Snapshot snapshot() const override { return m_counters.sample(); }
    Result<tar::TarExportReport> takeResult() override
    {
        return m_result ? *std::exchange(m_result, std::nullopt) : internalError("the result of an export was asked for twice");
    }

private:
    Result<tar::TarExportReport> run(const std::stop_token& stop)
    {
        SQD_TRY(std::shared_ptr<const io::RandomAccessFile> file, io::PosixFile::open(m_request.image));
        read::OpenOptions open;
        open.offset = m_request.offset;
        SQD_TRY(const auto image, read::Image::open(std::move(file), open));
        tar::TarExportOptions options = m_request.tar;
        options.jobs = m_jobs;
        return m_request.target == "-" ? toStandardOutput(image, options, stop) : toFile(image, options, stop);
    }

    Result<tar::TarExportReport> toStandardOutput(const std::shared_ptr<const read::Image>& image, const tar::TarExportOptions& options, const std::stop_token& stop)
    {
        if (::isatty(STDOUT_FILENO) == 1)
            return outputError("standard output", "is a terminal, which can do nothing with an archive", 0);
        StandardOutputSink sink(stop);
        return tar::exportTar(image, options, sink, m_counters, stop);
    }

    Result<tar::TarExportReport> toFile(const std::shared_ptr<const read::Image>& image, const tar::TarExportOptions& options, const std::stop_token& stop)
    {
        SQD_TRY(const auto output, io::AtomicOutput::create(m_request.target, m_request.force));
        FileSink sink(*output);
        SQD_TRY(tar::TarExportReport report, tar::exportTar(image, options, sink, m_counters, stop));
        // What a pattern meant is missing as a whole: an archive without it is not what was asked for.
        if (report.entries == 0)
            return report;
        SQD_CHECK(sink.finish());
        m_counters.phase.store(concurrency::Phase::Syncing, std::memory_order_relaxed);
        SQD_CHECK(output->commit());
        m_counters.phase.store(concurrency::Phase::Done, std::memory_order_relaxed);
        return report;
    }

    const TarRequest m_request;
    const int m_jobs;
    concurrency::ProgressCounters m_counters;
    std::optional<Result<tar::TarExportReport>> m_result;  // written by the thread before it is finished
    OperationThread m_thread;
};

}  // namespace

std::unique_ptr<TarOperation> TarOperation::create(TarRequest request)
{
    return std::make_unique<TarExport>(std::move(request));
}

}  // namespace sqd::operation
