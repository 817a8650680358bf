// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/operation.h"
#include "read/differ.h"
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
    std::string manifest;                 // path of a list of SHA-256 sums (read/verify_manifest.h) to check contents by; empty = none
    std::string against;                  // path of a folder that the image must equal; empty = none
    read::DiffOptions comparison;         // what counts as a difference from it (`jobs` is not looked at)
};

class VerifyOperation : public Operation {
public:
    static std::unique_ptr<VerifyOperation> create(VerifyRequest request);
    // The report (also of a damaged image; what differs from the manifest or the folder is among its findings), or why there is none:
    // InputUnreadable (also of the manifest or the folder), Cancelled. Call once, after finished().
    virtual Result<read::VerifyReport> takeResult() = 0;
};

}  // namespace sqd::operation
