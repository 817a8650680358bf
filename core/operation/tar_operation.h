// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/operation.h"
#include "tar/tar_exporter.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sqd::operation {

struct TarRequest {
    std::string image;
    std::optional<std::uint64_t> offset;  // of the superblock; nullopt = found
    std::string target;                   // path of the archive, made at once when it is whole; "-" = standard output
    bool force = false;                   // replace the target
    tar::TarExportOptions tar;            // `jobs` −1 = usable processors
};

class TarOperation : public Operation {
public:
    static std::unique_ptr<TarOperation> create(TarRequest request);
    // The report, or why there is none. Call once, after finished().
    virtual Result<tar::TarExportReport> takeResult() = 0;
};

}  // namespace sqd::operation
