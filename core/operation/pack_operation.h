// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/operation.h"
#include "pack/pack_options.h"
#include "source/directory_source.h"

#include <vector>

namespace sqd::operation {

struct PackRequest {
    source::DirectoryOptions source;
    pack::PackOptions pack;
};

class PackOperation : public Operation {
public:
    // Never fails: what is wrong with the request is the result. The target (and the manifest), where they exist, are left out of the
    // source.
    static std::unique_ptr<PackOperation> create(PackRequest request);
    // The report, or why there is none. Call once, after finished().
    virtual Result<pack::PackReport> takeResult() = 0;
};

}  // namespace sqd::operation
