// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/json_output.h"
#include "read/info.h"

#include <string>

namespace sqd::cli {

// What `info` prints about an image that could be opened.
std::string infoText(const std::string& path, const read::ImageInfo& info);
Json infoJson(const std::string& path, const read::ImageInfo& info);
// About one that could not: the fields of its superblock as they stand.
std::string superblockText(const read::SuperblockReport& report);
Json superblockJson(const read::SuperblockReport& report);

}  // namespace sqd::cli
