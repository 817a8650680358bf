// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/operation.h"
#include "read/extractor.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sqd::operation {

struct ExtractRequest {
    std::string image;                    // path of the file
    std::optional<std::uint64_t> offset;  // of the superblock in it; nullopt = found
    read::ExtractOptions extract;         // `jobs` −1 = usable processors
};

class ExtractOperation : public Operation {
public:
    static std::unique_ptr<ExtractOperation> create(ExtractRequest request);
    // The report (also when damaged entries were lost: report.lost), or why nothing more could be done. Call once, after finished().
    virtual Result<read::ExtractReport> takeResult() = 0;

    // With Conflict::Ask: what is asked at the moment, or nothing. One question at a time; the other workers go on meanwhile. Whoever
    // shows it polls (with the progress), and answers by the question's number. An answer to another number is ignored; cancel ends
    // the waiting.
    [[nodiscard]] virtual std::optional<read::ConflictQuestion> question() const = 0;
    virtual void answer(std::uint64_t number, read::ConflictAnswer answer) = 0;
};

}  // namespace sqd::operation
