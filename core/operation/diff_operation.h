// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/operation.h"
#include "read/differ.h"

#include <memory>

namespace sqd::operation {

struct DiffRequest {
    read::DiffSide first, second;
    read::DiffOptions options;  // `jobs` −1 = usable processors
};

class DiffOperation : public Operation {
public:
    static std::unique_ptr<DiffOperation> create(DiffRequest request);
    // The report, or why there is none. Call once, after finished().
    virtual Result<read::DiffReport> takeResult() = 0;
    // Comparing has no gate: a request to pause is ignored.
    void setPaused(bool) override {}
};

}  // namespace sqd::operation
