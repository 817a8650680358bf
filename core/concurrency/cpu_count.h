// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace sqd::concurrency {

// Processors this process may use: the affinity mask, cut by the cgroup's CPU quota (v2 and v1), at least 1.
int usableProcessors();
// Bytes of memory this process may use: the machine's, cut by the cgroup's limit (v2 and v1) and by RLIMIT_AS; 0 when unknown.
std::uint64_t usableMemory();

}  // namespace sqd::concurrency
