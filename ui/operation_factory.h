// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/diff_operation.h"
#include "operation/extract_operation.h"
#include "operation/pack_operation.h"
#include "operation/tar_operation.h"
#include "operation/verify_operation.h"

#include <functional>
#include <memory>

namespace sqd::ui {

// Where the window gets its operations from: the real ones in the program, fakes in tests.
struct OperationFactory {
    std::function<std::unique_ptr<operation::PackOperation>(operation::PackRequest)> pack;
    std::function<std::unique_ptr<operation::VerifyOperation>(operation::VerifyRequest)> verify;
    std::function<std::unique_ptr<operation::ExtractOperation>(operation::ExtractRequest)> extract;
    std::function<std::unique_ptr<operation::DiffOperation>(operation::DiffRequest)> diff;
    std::function<std::unique_ptr<operation::TarOperation>(operation::TarRequest)> tar;
};

}  // namespace sqd::ui
