// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/packer.h"

#include "base/checked.h"
#include "codec/registry.h"
#include "concurrency/cpu_count.h"
#include "concurrency/worker_group.h"
#include "io/atomic_output.h"
#include "pack/dropped_entries.h"
#include "pack/image_finalizer.h"
#include "pack/metadata_writer.h"
#include "pack/pack_worker.h"
#include "pack/scheduler.h"
#include "pack/written_checker.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <deque>
#include <mutex>
#include <sys/resource.h>
#include <sys/stat.h>
#include <tuple>
#include <utility>

namespace sqd::pack {

using concurrency::Activity;
using concurrency::Phase;

// Bytes read by one unit: large enough that handing it out costs nothing beside it, small enough that the last units of a run end
// together. One block at block sizes above.
static constexpr std::size_t kUnitBytes = 256U << 10;
// Units in flight for each worker: one being done, and enough finished ones to bridge a wait for an earlier, slower unit.
static constexpr std::size_t kUnitsPerWorker = 4;
static constexpr std::size_t kMinUnits = 6;
// Smallest budget that keeps a single worker busy; a smaller --memory is raised to it.
static constexpr std::size_t kMinBudgetUnits = 2;

struct Packer::Run {
    Run(source::Source& s, PackOptions o)
        : source(s), options(std::move(o)), jobs(options.jobs < 0 ? concurrency::usableProcessors() : options.jobs), progress(jobs), workers(jobs)
    {
        if (options.backend == nullptr)
            options.backend = codec::findBackend("zstd");
    }
    Result<void> validate() const;
    Scheduler::Limits limits(std::size_t unitBytes) const;
    Result<PackReport> packInto(io::OutputFile& output, std::stop_token stop);
    Result<void> packData(io::OutputFile& output, std::uint64_t dataStart, std::stop_token stop);
    void takeWorkerReports();
    PackReport makeReport(const io::OutputFile& output) const;
    std::vector<source::Warning> allWarnings(const std::vector<source::Warning>& ofPacking) const;

    source::Source& source;
    PackOptions options;
    const int jobs;
    concurrency::ProgressCounters progress;
    concurrency::WorkerGroup workers;
    source::Tree tree;
    std::deque<source::FileData> files;
    std::vector<FragmentRecord> fragments;
    std::uint64_t dataEnd = 0;
    FolderSequencer::Counts counts;
    OrderKeeper::Totals totals;
    std::vector<source::Warning> warnings;  // of packing; guarded by schedulerMutex when another thread looks
    std::vector<WorkerReport> workerReports;
    double scanSeconds = 0, packEnd = 0, tablesEnd = 0, verifyEnd = 0;

    mutable std::mutex schedulerMutex;
    Scheduler* scheduler = nullptr;  // while data is packed; guarded by schedulerMutex
};

static Error invalid(std::string where, std::string what, std::string hint = {})
{
    Error e;
    e.code = Errc::InvalidArgument;
    e.where = std::move(where);
    e.what = std::move(what);
    e.hint = std::move(hint);
    return e;
}

Result<void> Packer::Run::validate() const
{
    if (options.backend == nullptr)
        return internalError("no codec is built in");
    if (!std::has_single_bit(options.blockSize) || options.blockSize < format::kMinBlockSize || options.blockSize > format::kMaxBlockSize)
        return invalid("block size", std::to_string(options.blockSize) + " is not a power of two from 4K to 1M", "use 4K, 8K, 16K, 32K, 64K, 128K, 256K, 512K or 1M");
    if (options.rawUnlessSavedPercent < 0 || options.rawUnlessSavedPercent > 99)
        return invalid("raw unless saved", "the percentage must lie between 0 and 99");
    return options.backend->validate(options.codecSettings, options.blockSize);
}

Scheduler::Limits Packer::Run::limits(std::size_t unitBytes) const
{
    const std::size_t memory = options.memoryBytes != 0 ? options.memoryBytes : std::max<std::size_t>(concurrency::usableMemory() / 4, 64U << 20);
    const auto loops = static_cast<std::size_t>(std::max(1, jobs));
    const std::size_t scratch = loops * (unitBytes + options.backend->workerMemory(options.codecSettings, options.blockSize));
    const std::size_t unitCost = 2 * unitBytes;
    const std::size_t forUnits = memory > scratch ? memory - scratch : 0;
    return {jobs, std::max(kMinUnits, loops * kUnitsPerWorker), std::max(forUnits, kMinBudgetUnits * unitCost)};
}

Result<void> Packer::Run::packData(io::OutputFile& output, std::uint64_t dataStart, std::stop_token stop)
{
    BufferPool buffers(std::max<std::size_t>(kUnitBytes, options.blockSize));
    Scheduler run(options, limits(buffers.capacity()), dataStart, buffers, progress);
    {
        const std::lock_guard lock(schedulerMutex);
        scheduler = &run;
        if (progress.paused())
            run.setPaused(true);
    }
    {
        const std::stop_callback onStop(stop, [&run] { run.cancel(); });
        run.start(tree.root.folder.get());
        const PackWorker::Shared shared{source, options, run, buffers, output, options.imageOffset, progress};
        workers.start([&](int index) {
            auto worker = PackWorker::create(shared, index);
            if (worker)
                (*worker)->run();
            else
                run.fail(std::move(worker).error());
        });
        workers.join();
    }
    {
        const std::lock_guard lock(schedulerMutex);
        scheduler = nullptr;
        warnings = run.takeWarnings();
    }
    if (auto error = run.error())
        return *std::move(error);
    run.resolveSharedBlocks();
    dataEnd = run.order().position();
    fragments = run.order().fragments();
    totals = run.order().totals();
    counts = run.counts();
    scanSeconds = run.scanSeconds();
    files = run.order().takeFileData();
    if (!warnings.empty())
        markDroppedEntries(tree);
    return {};
}

Result<PackReport> Packer::Run::packInto(io::OutputFile& output, std::stop_token stop)
{
    SQD_TRY(const std::uint64_t dataStart, beginImage(options, output));              // header and options block; sets imageOffset
    SQD_CHECK(packData(output, dataStart, stop));                                     // after this: every block has an offset
    packEnd = progress.seconds();
    MetadataJob job{tree, options, fragments, output, options.imageOffset, dataEnd, workers, progress, stop};
    SQD_TRY(MetadataResult metadata, writeMetadata(job));                             // after this: all table offsets are fixed
    SQD_CHECK(finishImage(options, metadata.superblock, output));                     // superblock last, then padding
    tablesEnd = progress.seconds();
    takeWorkerReports();
    if (options.verify) {
        progress.phase.store(Phase::Verifying);
        progress.verifyTotal.store(metadata.superblock.bytesUsed);
        SQD_CHECK(verifyWritten(output, options.imageOffset, options, tree, files, fragments, metadata.blocks, workers, progress, stop));
    }
    verifyEnd = progress.seconds();
    return makeReport(output);
}

// Before verification: its reading and decoding is not what the workers packed.
void Packer::Run::takeWorkerReports()
{
    for (const concurrency::WorkerSnapshot& w : progress.sample().workers) {
        std::uint64_t busy = 0;
        for (std::size_t a = 0; a < concurrency::kActivityCount; ++a)
            if (const auto activity = static_cast<Activity>(a); activity != Activity::Waiting && activity != Activity::Paused)
                busy += w.nanoseconds[a];
        workerReports.push_back({w.bytesIn, w.bytesOut, w.blocks, static_cast<double>(busy) * 1e-9});
    }
}

PackReport Packer::Run::makeReport(const io::OutputFile& output) const
{
    PackReport r;
    r.image = output.name();
    r.codec = options.backend->name;
    r.level = codec::effectiveLevel(*options.backend, options.codecSettings);
    r.blockSize = options.blockSize;
    r.jobs = jobs;
    r.bytesIn = counts.bytes;
    r.bytesOut = output.readBack().sizeBytes();
    r.scanSeconds = scanSeconds;
    r.packSeconds = packEnd;
    r.tableSeconds = tablesEnd - packEnd;
    r.verifySeconds = verifyEnd - tablesEnd;
    r.seconds = verifyEnd;
    r.files = counts.files;
    r.directories = counts.directories;
    r.symlinks = counts.symlinks;
    r.devices = counts.devices;
    r.others = counts.others;
    r.hardLinks = counts.hardLinkSets;
    r.skipped = source.excludedCount();
    r.duplicates = totals.duplicates;
    r.duplicateBytes = totals.duplicateBytes;
    r.fragments = fragments.size();
    r.blocks = totals.blocks;
    r.rawBlocks = totals.rawBlocks;
    r.holes = totals.holes;
    r.probedRaw = totals.probedRaw;
    r.verified = options.verify;
    r.workers = workerReports;
    const concurrency::Snapshot s = progress.sample();
    r.stages = {s.secondsIn(Activity::Scanning), s.secondsIn(Activity::Reading), s.secondsIn(Activity::Hashing), s.secondsIn(Activity::Compressing),
                s.secondsIn(Activity::Ordering), s.secondsIn(Activity::Writing), s.secondsIn(Activity::Decoding), s.secondsIn(Activity::Waiting)};
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0)
        r.peakMemory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    r.warnings = allWarnings(warnings);
    return r;
}

std::vector<source::Warning> Packer::Run::allWarnings(const std::vector<source::Warning>& ofPacking) const
{
    std::vector<source::Warning> all = source.warnings();
    all.insert(all.end(), ofPacking.begin(), ofPacking.end());
    std::ranges::sort(all, [](const auto& a, const auto& b) { return std::tie(a.path, a.what) < std::tie(b.path, b.what); });
    return all;
}

Packer::Packer(source::Source& source, PackOptions options) : m_run(std::make_unique<Run>(source, std::move(options))) {}

Packer::~Packer() = default;

Result<PackReport> Packer::run(std::stop_token stop)
{
    Run& run = *m_run;
    SQD_CHECK(run.validate());
    SQD_CHECK(run.source.open(run.tree));
    struct stat st {};
    if (run.options.replaceTarget && ::stat(run.options.target.c_str(), &st) == 0)
        run.source.ignoreFile(st.st_dev, st.st_ino);  // the image that is being replaced is no part of the new one
    SQD_TRY(auto output, io::AtomicOutput::create(run.options.target, run.options.replaceTarget));
    run.source.ignoreFile(output->identity().first, output->identity().second);
    SQD_TRY(PackReport report, run.packInto(*output, stop));
    if (stop.stop_requested())
        return cancelledError();
    run.progress.phase.store(Phase::Syncing);
    SQD_CHECK(output->commit());  // fsync, rename
    report.syncSeconds = run.progress.seconds() - run.verifyEnd;
    report.seconds = run.progress.seconds();
    run.progress.phase.store(Phase::Done, std::memory_order_release);
    return report;
}

Result<PackReport> Packer::runInto(io::OutputFile& output, std::stop_token stop)
{
    SQD_CHECK(m_run->validate());
    SQD_CHECK(m_run->source.open(m_run->tree));
    SQD_TRY(PackReport report, m_run->packInto(output, stop));
    m_run->progress.phase.store(Phase::Done, std::memory_order_release);
    return report;
}

concurrency::Snapshot Packer::sample() const
{
    concurrency::Snapshot snapshot = m_run->progress.sample();
    snapshot.warnings += m_run->source.warningCount();
    return snapshot;
}

std::vector<source::Warning> Packer::warnings() const
{
    std::vector<source::Warning> ofPacking;
    {
        const std::lock_guard lock(m_run->schedulerMutex);
        ofPacking = m_run->scheduler != nullptr ? m_run->scheduler->warnings() : m_run->warnings;
    }
    return m_run->allWarnings(ofPacking);
}

void Packer::setPaused(bool paused)
{
    const std::lock_guard lock(m_run->schedulerMutex);
    if (m_run->scheduler != nullptr)
        m_run->scheduler->setPaused(paused);
    else if (!paused)
        m_run->progress.setPaused(false);
}

}  // namespace sqd::pack
