// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/process_limits.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <sys/resource.h>

namespace sqd {

// More makes no difference to anybody.
static constexpr int kMany = 1'000'000;

// How many numbers below `limit` are in use. Numbers above it, from before the limit was lowered, take nothing from it.
static int openBelow(int limit)
{
    DIR* folder = ::opendir("/proc/self/fd");
    if (folder == nullptr)
        return errno == EMFILE ? limit : 10;  // without /proc: the usual few
    int count = 0;
    while (const dirent* entry = ::readdir(folder)) {  // NOLINT(concurrency-mt-unsafe): an own stream
        const int fd = entry->d_name[0] == '.' ? limit : std::atoi(entry->d_name);
        count += fd < limit && fd != ::dirfd(folder) ? 1 : 0;
    }
    ::closedir(folder);
    return count;
}

int descriptorsLeft()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return kMany;
    const int allowed = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, kMany));
    return std::max(0, allowed - openBelow(allowed));
}

}  // namespace sqd
