// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/support/fake_operation.h"

namespace sqd::guitest {

concurrency::Snapshot midway(int workers)
{
    concurrency::Snapshot snapshot;
    snapshot.phase = concurrency::Phase::Packing;
    snapshot.totalKnown = true;
    snapshot.entriesFound = 12'480;
    snapshot.filesTotal = 11'900;
    snapshot.filesDone = 7'200;
    snapshot.bytesTotal = 8'100'000'000;
    snapshot.bytesIn = 4'900'000'000;
    snapshot.bytesOut = 1'980'000'000;
    snapshot.seconds = 29;
    for (int i = 0; i < workers; ++i) {
        concurrency::WorkerSnapshot worker;
        worker.bytesIn = 600'000'000 + static_cast<std::uint64_t>(i) * 1'000'000;
        worker.activity = i % 5 == 4 ? concurrency::Activity::Waiting : concurrency::Activity::Compressing;
        if (worker.activity != concurrency::Activity::Waiting)
            worker.item = "photos/2026/08/IMG_" + std::to_string(200 + i) + ".raw";
        snapshot.workers.push_back(std::move(worker));
    }
    return snapshot;
}

pack::PackReport goodReport(const std::string& image)
{
    pack::PackReport report;
    report.image = image;
    report.codec = "zstd";
    report.level = 15;
    report.blockSize = 128 * 1024;
    report.jobs = 8;
    report.bytesIn = 8'100'000'000;
    report.bytesOut = 3'300'000'000;
    report.seconds = 46;
    report.files = 11'900;
    report.directories = 580;
    report.verified = true;
    return report;
}

}  // namespace sqd::guitest
