// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/operation.h"
#include "read/verifier.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sqd::operation {

struct VerifyRequest {
    std::string image;                    // path of the file
    std::optional<std::uint64_t> offset;  // of the superblock in it; nullopt = found
    int jobs = -1;                        // -1 = usable processors, 0 = the serial reference
};

class VerifyOperation : public Operation {
public:
    static std::unique_ptr<VerifyOperation> create(VerifyRequest request);
    // The report (also of a damaged image), or why there is none: InputUnreadable, Cancelled. Call once, after finished().
    virtual Result<read::VerifyReport> takeResult() = 0;
    // Verification has no gate: a request to pause is ignored.
    void setPaused(bool) override {}
};

}  // namespace sqd::operation
