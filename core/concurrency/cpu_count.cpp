// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "concurrency/cpu_count.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <sched.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace sqd::concurrency {

// Path of this process in the given cgroup hierarchy; "" names the unified one.
static std::optional<std::string> cgroupPath(const std::string& controller)
{
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
        if (controller.empty() ? names == ",," : names.find("," + controller + ",") != std::string::npos)
            return line.substr(second + 1);
    }
    return std::nullopt;
}

static std::optional<std::string> firstLine(const std::string& path)
{
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line))
        return std::nullopt;
    return line;
}

// Calls use(folder) for the process's own group and every one above it; a limit may stand at any level.
template<typename Use>
static void forEachGroup(const std::string& root, std::string path, Use use)
{
    for (;;) {
        use(root + (path == "/" ? "" : path));
        if (path.empty() || path == "/")
            return;
        const std::size_t slash = path.find_last_of('/');
        path = slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
    }
}

static double toNumber(const std::string& text)
{
    try {
        return std::stod(text);
    } catch (...) {  // "max", or nothing
        return -1;
    }
}

int usableProcessors()
{
    int count = 1;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) == 0)
        count = CPU_COUNT(&set);
    else if (const long n = ::sysconf(_SC_NPROCESSORS_ONLN); n > 0)
        count = static_cast<int>(n);
    double quota = count;
    if (const auto path = cgroupPath(""))
        forEachGroup("/sys/fs/cgroup", *path, [&](const std::string& folder) {
            const auto line = firstLine(folder + "/cpu.max");
            if (!line)
                return;
            const std::size_t space = line->find(' ');
            const double limit = toNumber(line->substr(0, space));
            const double period = space == std::string::npos ? 100000 : toNumber(line->substr(space + 1));
            if (limit > 0 && period > 0)
                quota = std::min(quota, limit / period);
        });
    if (const auto path = cgroupPath("cpu"))
        forEachGroup("/sys/fs/cgroup/cpu", *path, [&](const std::string& folder) {
            const double limit = toNumber(firstLine(folder + "/cpu.cfs_quota_us").value_or(""));
            const double period = toNumber(firstLine(folder + "/cpu.cfs_period_us").value_or(""));
            if (limit > 0 && period > 0)
                quota = std::min(quota, limit / period);
        });
    return std::clamp(static_cast<int>(std::ceil(quota - 0.01)), 1, std::max(1, count));
}

std::uint64_t usableMemory()
{
    double bytes = 0;
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long pageSize = ::sysconf(_SC_PAGESIZE);
    if (pages > 0 && pageSize > 0)
        bytes = static_cast<double>(pages) * static_cast<double>(pageSize);
    const auto cut = [&](double limit) {
        if (limit > 0 && (bytes <= 0 || limit < bytes))
            bytes = limit;
    };
    if (const auto path = cgroupPath(""))
        forEachGroup("/sys/fs/cgroup", *path, [&](const std::string& folder) { cut(toNumber(firstLine(folder + "/memory.max").value_or(""))); });
    if (const auto path = cgroupPath("memory"))
        forEachGroup("/sys/fs/cgroup/memory", *path, [&](const std::string& folder) { cut(toNumber(firstLine(folder + "/memory.limit_in_bytes").value_or(""))); });
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        cut(static_cast<double>(limit.rlim_cur));
    return static_cast<std::uint64_t>(std::max(0.0, bytes));
}

}  // namespace sqd::concurrency
