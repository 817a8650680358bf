// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/verify_inodes.h"

#include "base/bytes.h"
#include "format/tables.h"
#include "read/image.h"
#include "read/inode_scan.h"
#include "read/metadata_reader.h"
#include "read/table_reader.h"

#include <algorithm>

namespace sqd::read {

std::optional<std::size_t> InodeCatalog::find(std::uint64_t reference) const
{
    const auto found = std::lower_bound(references.begin(), references.end(), reference);
    if (found == references.end() || *found != reference)
        return std::nullopt;
    return static_cast<std::size_t>(found - references.begin());
}

namespace {

constexpr std::uint64_t kUnused = ~std::uint64_t{0};

// References by inode number − 1; numbers beyond the records that are there are reported and left out.
std::vector<std::uint64_t> byNumber(const Image& image, const InodeCatalog& catalog, FindingCollector& findings)
{
    const std::uint64_t begin = image.inodeTable().begin();
    std::vector<std::uint64_t> table(catalog.references.size(), kUnused);
    for (std::size_t i = 0; i < catalog.references.size(); ++i) {
        const std::uint32_t number = catalog.numbers[i];
        const std::uint64_t place = begin + (catalog.references[i] >> 16);
        if (number > image.superblock().inodes)
            findings.add(Severity::Error, "inode-number", place, std::nullopt, "inode number " + std::to_string(number) + " is above the " + std::to_string(image.superblock().inodes) + " inodes that the superblock counts");
        if (number == 0 || number > table.size())
            continue;
        if (table[number - 1] != kUnused)
            findings.add(Severity::Error, "inode-number", place, std::nullopt, "inode number " + std::to_string(number) + " is used twice");
        table[number - 1] = catalog.references[i];
    }
    return table;
}

void checkCount(const Image& image, const InodeCatalog& catalog, FindingCollector& findings)
{
    const std::uint64_t said = image.superblock().inodes;
    const std::uint64_t there = catalog.references.size();
    if (said == there)
        return;
    findings.add(said < there ? Severity::Error : Severity::Warning, "inode-count", 4, std::nullopt,
        "the superblock counts " + std::to_string(said) + " inodes, the inode table holds " + std::to_string(there));
}

void checkExport(const Image& image, const std::vector<std::uint64_t>& references, FindingCollector& findings)
{
    const LookupTable* table = image.exportTable();
    if (table == nullptr)
        return;
    for (std::size_t slot = 0; slot < table->positions().size(); ++slot) {
        const auto block = table->block(slot);
        if (!block)
            continue;  // told by verifyMetadataBlocks()
        const std::uint64_t first = slot * format::entriesPerBlock(format::kExportEntrySize);
        for (std::size_t i = 0; i * format::kExportEntrySize < (*block)->contents.size(); ++i) {
            const std::uint64_t stored = load64((*block)->contents, i * format::kExportEntrySize);
            if (first + i < references.size() && stored != references[static_cast<std::size_t>(first + i)] && stored != kUnused)
                findings.add(Severity::Error, "export-table", table->positions()[slot], std::nullopt, "export table: entry of inode " + std::to_string(first + i + 1) + " does not lead to it");
        }
    }
}

}  // namespace

Result<InodeCatalog> catalogInodes(const Image& image, FindingCollector& findings, std::stop_token stop)
{
    InodeCatalog catalog;
    auto scanned = scanInodes(image, [&](const Inode& inode) {
        catalog.references.push_back(inode.reference);
        catalog.numbers.push_back(inode.number);
    }, std::move(stop));
    if (!scanned)
        return std::move(scanned).error();
    if (scanned->broken) {
        findings.add(findingFrom(*scanned->broken, "inode-table"));
        return catalog;
    }
    catalog.complete = true;
    checkCount(image, catalog, findings);
    checkExport(image, byNumber(image, catalog, findings), findings);
    return catalog;
}

}  // namespace sqd::read
