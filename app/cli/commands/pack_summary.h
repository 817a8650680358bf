// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/json_output.h"
#include "pack/pack_options.h"

#include <string>

namespace sqd::cli {

// What a person reads at the end of a pack: a few lines.
std::string packSummary(const pack::PackReport& report);
// The object of `pack --json`.
Json packJson(const pack::PackReport& report);
Json warningsJson(const std::vector<source::Warning>& warnings);

}  // namespace sqd::cli
