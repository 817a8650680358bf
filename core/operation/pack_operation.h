// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/operation.h"
#include "pack/pack_options.h"
#include "source/directory_source.h"
#include "tar/tar_options.h"

#include <optional>
#include <vector>

namespace sqd::operation {

struct PackRequest {
    source::DirectoryOptions source;
    std::optional<tar::TarOptions> tar;  // an archive instead of folders; of `source`, what selects entries and sets attributes counts
    pack::PackOptions pack;
    bool strict = false;  // a run that would only warn (something is left out of the image) fails and leaves none
};

class PackOperation : public Operation {
public:
    // Never fails: what is wrong with the request is the result. The target (and the manifest), where they exist, are left out of the
    // source.
    static std::unique_ptr<PackOperation> create(PackRequest request);
    // The report, or why there is none. Call once, after finished().
    virtual Result<pack::PackReport> takeResult() = 0;
    // What was left out or changed so far, sorted by path. Thread-safe; Snapshot::warnings tells when to ask again.
    [[nodiscard]] virtual std::vector<source::Warning> warnings() const { return {}; }
};

}  // namespace sqd::operation
