// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/posix_file.h"

#include <string>
#include <string_view>

namespace sqd::source {

// open(2) for a path of any length: longer than the system takes at once, it is walked in pieces (at most two descriptors at a moment).
// `flags` without O_CREAT; O_CLOEXEC is added. Waits up to two seconds while the table of open files is full. Empty with errno set on
// failure. Thread-safe.
io::UniqueFd openLongPath(const std::string& path, int flags);

// "folder/name"; just the name when `folder` is empty, no second slash after one.
std::string joinPath(std::string_view folder, std::string_view name);

}  // namespace sqd::source
