// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/pack_operation.h"

#include "io/atomic_output.h"
#include "io/posix_file.h"
#include "operation/operation_thread.h"
#include "pack/packer.h"
#include "read/image.h"
#include "read/verify_manifest.h"
#include "tar/tar_source.h"

#include <algorithm>
#include <ctime>
#include <span>
#include <sys/stat.h>
#include <utility>

namespace sqd::operation {

// The image must not swallow its own previous version, which may stand inside the source.
static void ignoreExisting(source::DirectoryOptions& source, const std::string& path)
{
    struct stat st {};
    if (!path.empty() && ::stat(path.c_str(), &st) == 0 && S_ISREG(st.st_mode))
        source.ignoredFiles.emplace_back(st.st_dev, st.st_ino);
}

// What strict makes of a report: success, or the Error that names everything that the image lacks.
static Result<void> refuseIncomplete(const pack::PackReport& report)
{
    if (report.warnings.empty())
        return {};
    Error error;
    for (const source::Warning& warning : report.warnings) {
        Error one = inputError(warning.path, warning.what, 0);
        if (!warning.skipped)
            one.code = Errc::NotExpressible;
        if (&warning == &report.warnings.front())
            error = std::move(one);
        else
            error.also.push_back(one.line());
    }
    error.hint = "without --strict the image is made without it";
    return error;
}

namespace {

class Packing final : public PackOperation {
public:
    explicit Packing(PackRequest request) : m_request(std::move(request)) {}
    void start() override
    {
        m_thread.start([this](std::stop_token stop) {
            m_result = withoutExceptions<pack::PackReport>([&] { return pack(stop); }, m_request.pack.target);
        });
    }
    void requestStop() override { m_thread.requestStop(); }
    void setPaused(bool paused) override
    {
        const std::lock_guard lock(m_mutex);
        m_paused = paused;
        if (m_packer)
            m_packer->setPaused(paused);
    }
    [[nodiscard]] bool finished() const override { return m_thread.finished(); }
    void wait() override { m_thread.wait(); }
    [[nodiscard]] concurrency::Snapshot snapshot() const override
    {
        const std::lock_guard lock(m_mutex);
        if (m_packer)
            return m_packer->sample();
        concurrency::Snapshot reading;  // an archive, before there is anything to pack
        reading.phase = concurrency::Phase::Scanning;
        reading.entriesFound = m_tarProgress.entries.load(std::memory_order_relaxed);
        return reading;
    }
    [[nodiscard]] std::vector<source::Warning> warnings() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_packer ? m_packer->warnings() : std::vector<source::Warning>();
    }
    Result<pack::PackReport> takeResult() override
    {
        return m_result ? *std::exchange(m_result, std::nullopt) : internalError("the result of a pack was asked for twice");
    }

private:
    Result<pack::PackReport> pack(std::stop_token stop)
    {
        pack::PackOptions packOptions = m_request.pack;
        if (m_request.tar) {
            packOptions.imageTime = packOptions.imageTime.value_or(static_cast<std::uint32_t>(std::time(nullptr)));
            SQD_TRY(m_source, openTar(*packOptions.imageTime, stop));
        } else {
            source::DirectoryOptions options = m_request.source;
            ignoreExisting(options, m_request.pack.target);
            ignoreExisting(options, m_request.pack.manifestFile);
            SQD_TRY(m_source, source::makeDirectorySource(std::move(options)));
        }
        {
            const std::lock_guard lock(m_mutex);
            m_packer = std::make_unique<pack::Packer>(*m_source, std::move(packOptions));
            if (m_paused)
                m_packer->setPaused(true);
        }
        if (m_request.pack.manifestFile.empty())
            return m_request.strict ? packStrictly(std::move(stop)) : m_packer->run(std::move(stop));
        {
            // A list that cannot be written is told before a long run. The probe is gone again at the end of this scope.
            SQD_TRY(const auto probe, io::AtomicOutput::create(m_request.pack.manifestFile, m_request.pack.replaceTarget));
        }
        SQD_TRY(pack::PackReport report, m_request.strict ? packStrictly(stop) : m_packer->run(stop));
        SQD_CHECK(writeManifest(report.jobs, stop));
        return report;
    }

    // From the finished image: what is listed is what can be read from it, and packing itself does not become slower.
    Result<void> writeManifest(int jobs, const std::stop_token& stop)
    {
        SQD_TRY(std::shared_ptr<const io::RandomAccessFile> file, io::PosixFile::open(m_request.pack.target));
        read::OpenOptions open;
        open.offset = m_request.pack.imageOffset;
        SQD_TRY(const auto image, read::Image::open(std::move(file), open));
        concurrency::ProgressCounters progress(std::max(1, jobs));
        SQD_TRY(const std::string text, read::makeManifest(image, jobs, progress, stop));
        SQD_TRY(const auto output, io::AtomicOutput::create(m_request.pack.manifestFile, m_request.pack.replaceTarget));
        SQD_CHECK(output->write(0, std::as_bytes(std::span(text))));
        return output->commit();
    }

    // Folders that no entry describes are as new as the image.
    Result<std::unique_ptr<source::Source>> openTar(std::uint32_t imageTime, const std::stop_token& stop)
    {
        tar::TarOptions options = *m_request.tar;
        options.nameReplaced = m_request.strict;
        options.folderTime = imageTime;
        SQD_TRY(auto input, tar::TarInput::open(options.file));
        // A target that cannot be written is told before a long archive is read. The probe is gone again at the end of this scope.
        SQD_TRY(const auto probe, io::AtomicOutput::create(m_request.pack.target, m_request.pack.replaceTarget));
        const std::size_t slash = m_request.pack.target.rfind('/');
        const std::string folder = slash == std::string::npos ? "." : m_request.pack.target.substr(0, slash + 1);
        return tar::makeTarSource(std::move(input), std::move(options), m_request.source, folder, stop, m_tarProgress);
    }

    // As Packer::run(), but what the report says decides whether the output gets its name.
    Result<pack::PackReport> packStrictly(std::stop_token stop)
    {
        // A missing source is told before an existing target.
        if (!m_request.tar) {
            source::Tree probe;
            SQD_TRY(const auto twin, source::makeDirectorySource(m_request.source));
            SQD_CHECK(twin->open(probe));
        }
        SQD_TRY(const auto output, io::AtomicOutput::create(m_request.pack.target, m_request.pack.replaceTarget));
        m_source->ignoreFile(output->identity().first, output->identity().second);
        SQD_TRY(pack::PackReport report, m_packer->runInto(*output, stop));
        SQD_CHECK(refuseIncomplete(report));
        if (stop.stop_requested())
            return cancelledError();
        SQD_CHECK(output->commit());
        return report;
    }

    const PackRequest m_request;
    std::unique_ptr<source::Source> m_source;  // the thread's own, outlives the packer
    tar::TarProgress m_tarProgress;
    mutable std::mutex m_mutex;
    bool m_paused = false;                     // guarded by m_mutex
    std::unique_ptr<pack::Packer> m_packer;    // set once, guarded by m_mutex; kept for snapshot() after the end
    std::optional<Result<pack::PackReport>> m_result;  // written by the thread before it is finished
    OperationThread m_thread;
};

}  // namespace

std::unique_ptr<PackOperation> PackOperation::create(PackRequest request)
{
    return std::make_unique<Packing>(std::move(request));
}

}  // namespace sqd::operation
