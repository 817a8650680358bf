// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/verify_findings.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace sqd::read {

class Image;

// What a sequential pass over the inode table proves: where each record begins. 12 bytes an inode.
struct InodeCatalog {
    std::vector<std::uint64_t> references;  // ascending
    std::vector<std::uint32_t> numbers;     // of the same records
    bool complete = false;                  // the pass reached the end of the table

    [[nodiscard]] std::optional<std::size_t> find(std::uint64_t reference) const;
};

// Reads all records, checks their numbers against each other and the superblock, and the export table against them.
// Errors: Cancelled.
Result<InodeCatalog> catalogInodes(const Image& image, FindingCollector& findings, std::stop_token stop);

}  // namespace sqd::read
