// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/verifier.h"

#include "concurrency/worker_group.h"
#include "read/trailing_bytes.h"
#include "read/verify_data.h"
#include "read/verify_findings.h"
#include "read/verify_inodes.h"
#include "read/verify_tables.h"
#include "read/verify_tree.h"

#include <algorithm>
#include <chrono>

namespace sqd::read {

namespace {

// What Linux' loop device and other tools like: the file ends at a multiple of this.
constexpr std::uint64_t kPadding = 4096;

Result<void> noteTrailing(const Image& image, FindingCollector& findings, std::stop_token stop)
{
    SQD_TRY(const TrailingBytes trailing, readTrailingBytes(image, std::move(stop)));
    const std::uint64_t used = image.superblock().bytesUsed;
    if (trailing.count != 0)
        findings.add(Severity::Note, "trailing", used, std::nullopt, std::to_string(trailing.count) + " bytes follow the image, " + (trailing.allZero ? "all zero (padding)" : "not all zero"));
    if ((image.fileSizeBytes() - image.offset()) % kPadding != 0)
        findings.add(Severity::Note, "padding", used, std::nullopt, "the file is not padded to a multiple of 4096 bytes (4 KiB); Linux may not mount it from a loop device");
    return {};
}

void reportUnusedXattrs(const BrokenXattrSets& broken, const Image& image, FindingCollector& findings)
{
    for (const auto& [index, error] : broken)
        findings.add(Severity::Error, "xattr-set", error.imageOffset == kNoOffset ? image.superblock().xattrTable : error.imageOffset, std::nullopt,
            "attribute set " + std::to_string(index) + ": " + error.what);
}

// The whole story of a verification; after each line its part of the image is known to be whole, or has findings.
Result<void> verifyOpen(const Image& image, int jobs, FindingCollector& findings, concurrency::ProgressCounters& progress, VerifyReport& report, std::stop_token stop)
{
    concurrency::WorkerGroup workers(jobs);
    for (const Finding& finding : image.openFindings())
        findings.add(finding);
    verifyMetadataBlocks(image, findings, workers, progress);
    SQD_TRY(const InodeCatalog catalog, catalogInodes(image, findings, stop));
    const BrokenXattrSets brokenXattrs = verifyXattrSets(image, findings, workers, progress);
    reportUnusedXattrs(brokenXattrs, image, findings);
    SQD_TRY(TreeUses uses, verifyTree(image, catalog, brokenXattrs, findings, stop));
    report.files = uses.files.size();
    report.bytes = uses.bytes;
    progress.filesTotal.store(report.files, std::memory_order_relaxed);
    progress.bytesTotal.store(report.bytes, std::memory_order_relaxed);
    progress.totalKnown.store(true, std::memory_order_relaxed);
    SQD_CHECK(verifyData(image, uses, findings, workers, progress, report, stop));
    progress.filesDone.store(report.files, std::memory_order_relaxed);
    return noteTrailing(image, findings, stop);
}

}  // namespace

Result<VerifyReport> verifyImage(std::shared_ptr<const io::RandomAccessFile> file, const VerifyOptions& options,
    concurrency::ProgressCounters& counters, std::stop_token stop)
{
    const auto started = std::chrono::steady_clock::now();
    counters.phase.store(concurrency::Phase::Verifying, std::memory_order_relaxed);
    VerifyReport report;
    FindingCollector findings(options.maxFindings);
    auto image = Image::open(std::move(file), options.open);
    if (!image) {
        Error& error = image.error();
        if (error.code == Errc::InputUnreadable || error.code == Errc::Cancelled || error.code == Errc::Internal)
            return error;
        error.where.clear();  // the image: whoever shows the report names it
        findings.add(findingFrom(error, error.code == Errc::Unsupported ? "unsupported" : "open"));
    } else {
        SQD_CHECK(verifyOpen(**image, options.jobs, findings, counters, report, std::move(stop)));
    }
    report.ok = !findings.hasErrors();
    report.findings = findings.take(report.suppressed);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    counters.phase.store(concurrency::Phase::Done, std::memory_order_relaxed);
    return report;
}

}  // namespace sqd::read
