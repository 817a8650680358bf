// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/posix_file.h"

#include <string>

namespace sqd::source {

// open(2) for a path of any length: longer than the system takes at once, it is walked in pieces (at most two descriptors at a moment).
// `flags` without O_CREAT; O_CLOEXEC is added. Empty with errno set on failure. Thread-safe.
io::UniqueFd openLongPath(const std::string& path, int flags);

}  // namespace sqd::source
