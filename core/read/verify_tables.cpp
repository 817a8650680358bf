// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/verify_tables.h"

#include "format/constants.h"
#include "read/image.h"
#include "read/metadata_reader.h"
#include "read/table_reader.h"
#include "read/xattr_reader.h"

#include <mutex>

namespace sqd::read {

namespace {

using concurrency::Activity;

constexpr std::size_t kGrain = 16;

// Codes name the place: "inode-table", "directory-table", "xattr-table".
void verifyTable(const MetadataTable& table, const char* code, FindingCollector& findings, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress)
{
    const BlockStarts& starts = table.starts();
    if (starts.broken)
        findings.add(findingFrom(*starts.broken, code));
    const std::size_t count = starts.positions.size();
    workers.parallelFor(count, kGrain, [&](int worker, std::size_t i) {
        concurrency::WorkerCounters& counters = progress.worker(worker % progress.workerCount());
        counters.enter(Activity::Decoding);
        const auto block = table.block(starts.positions[i]);
        counters.enter(Activity::Waiting);
        if (!block)
            findings.add(findingFrom(block.error(), code));
        else if (i + 1 < count && (*block)->contents.size() != format::kMetadataBlockSize)
            findings.add(Severity::Error, code, starts.positions[i], std::nullopt, table.name() + ": inner metadata block unpacks to " + std::to_string((*block)->contents.size()) + " bytes instead of 8192");
    });
}

void verifyLookup(const LookupTable& table, std::uint64_t listAt, const char* code, FindingCollector& findings)
{
    for (std::size_t slot = 0; slot < table.positions().size(); ++slot) {
        const auto block = table.block(slot);
        if (!block) {
            findings.add(findingFrom(block.error(), code));
            continue;
        }
        const std::uint64_t next = slot + 1 < table.positions().size() ? table.positions()[slot + 1] : listAt;
        if ((*block)->next < next)
            findings.add(Severity::Warning, "table-gap", (*block)->next, std::nullopt, std::to_string(next - (*block)->next) + " spare bytes inside the " + table.name() + "; 7-Zip refuses such images");
    }
}

}  // namespace

void verifyMetadataBlocks(const Image& image, FindingCollector& findings, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress)
{
    verifyTable(image.inodeTable(), "inode-table", findings, workers, progress);
    verifyTable(image.directoryTable(), "directory-table", findings, workers, progress);
    verifyLookup(image.fragmentTable(), image.fragmentTable().list(), "fragment-table", findings);
    verifyLookup(image.idTable(), image.idTable().list(), "id-table", findings);
    if (const LookupTable* table = image.exportTable())
        verifyLookup(*table, table->list(), "export-table", findings);
    if (const LookupTable* table = image.xattrTable()) {
        verifyTable(*image.xattrPairs(), "xattr-table", findings, workers, progress);
        // The header of 16 bytes stands between the last block and the list.
        verifyLookup(*table, image.superblock().xattrTable, "xattr-table", findings);
    }
}

BrokenXattrSets verifyXattrSets(const Image& image, FindingCollector& findings, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress)
{
    BrokenXattrSets broken;
    const LookupTable* table = image.xattrTable();
    if (table == nullptr)
        return broken;
    std::mutex mutex;
    workers.parallelFor(static_cast<std::size_t>(table->count()), kGrain, [&](int worker, std::size_t i) {
        concurrency::WorkerCounters& counters = progress.worker(worker % progress.workerCount());
        counters.enter(Activity::Decoding);
        const auto set = readXattrSet(image, static_cast<std::uint32_t>(i));
        counters.enter(Activity::Waiting);
        if (!set) {
            const std::lock_guard lock(mutex);
            broken.emplace(static_cast<std::uint32_t>(i), set.error());
        } else if (set->unknownPrefixes != 0) {
            findings.add(Severity::Warning, "xattr-prefix", table->list(), std::nullopt, "attribute set " + std::to_string(i) + " has " + std::to_string(set->unknownPrefixes) + " attributes of an unknown namespace");
        }
    });
    return broken;
}

}  // namespace sqd::read
