// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/reporter.h"
#include "read/extractor.h"
#include "read/image.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sqd::cli {

class OptionBuilder;

// What every command that reads an image shares: its operand and --offset.
struct ImageAccess {
    std::optional<std::uint64_t> offset;
    void declare(OptionBuilder b);
    [[nodiscard]] read::OpenOptions openOptions(const CommonOptions& common) const;
    Result<std::shared_ptr<const read::Image>> open(const std::string& path, const CommonOptions& common) const;
};

// A finding as a line on standard error: errors as errors, warnings as warnings; notes are not printed.
void reportFinding(const read::Finding& finding, const std::string& image, Reporter& reporter);
// All of them; true when one is an error.
bool reportFindings(const std::vector<read::Finding>& findings, const std::string& image, Reporter& reporter);
// {"severity","code","offset","path","what"}.
Json findingJson(const read::Finding& finding);
Json findingsJson(const std::vector<read::Finding>& findings);
// [{"path", "what"}]
Json notesJson(const std::vector<read::ExtractNote>& notes);

// Jobs as a number: -1 becomes the usable processors.
int resolvedJobs(const CommonOptions& common);

}  // namespace sqd::cli
