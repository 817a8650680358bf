// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/source_roots.h"

#include "source/source_tree.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <memory>
#include <sys/stat.h>

namespace sqd::source {

static Error wrong(std::string where, std::string what)
{
    Error e;
    e.code = Errc::InvalidArgument;
    e.where = std::move(where);
    e.what = std::move(what);
    return e;
}

static std::string lastName(const std::string& path)
{
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

static Result<std::string> nameOf(const std::string& path)
{
    std::string name = lastName(path);
    if (name.empty() || name == "." || name == "..") {
        const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
        if (!real)
            return inputError(path, "cannot be read", errno);
        name = lastName(real.get());
    }
    if (name.empty())
        return wrong(path, "has no name to stand under in the image");
    return name;
}

static Result<void> checkNames(const std::vector<SourceRoot>& roots)
{
    for (std::size_t i = 1; i < roots.size(); ++i) {
        if (roots[i].name == roots[i - 1].name) {
            Error e = wrong(roots[i].path, "has the same name as " + roots[i - 1].path);
            e.hint = "pack them from one folder, or one at a time";
            return e;
        }
    }
    return {};
}

Result<SourceRoots> resolveRoots(const std::vector<std::string>& sources, bool keepAsDirectory, bool followLinks)
{
    if (sources.empty())
        return wrong("", "no source to pack");
    if (sources.size() > std::numeric_limits<decltype(Entry::sourceIndex)>::max()) {
        Error e = wrong(sources.back(), "is one source too many: at most 65,535 can be packed at once");
        e.hint = "pack the folder that holds them";
        return e;
    }
    SourceRoots result;
    std::vector<Error> missing;
    const bool single = sources.size() == 1;
    for (const std::string& typed : sources) {
        SourceRoot root;
        root.path = typed.substr(0, typed.find_last_not_of('/') + 1);
        if (root.path.empty() && !typed.empty())
            root.path = "/";
        struct stat st {};
        root.follow = followLinks || root.path.size() < typed.size();
        const int status = root.follow ? ::stat(typed.c_str(), &st) : ::lstat(typed.c_str(), &st);  // typed: a slash wants a folder
        if (status != 0) {
            missing.push_back(inputError(typed, errno == ENOENT ? "is not there" : "cannot be read", errno));
            continue;
        }
        struct stat target {};
        if (single && S_ISLNK(st.st_mode) && ::stat(typed.c_str(), &target) == 0 && S_ISDIR(target.st_mode)) {
            root.follow = true;
            st = target;
        }
        root.device = st.st_dev;
        result.contentsAreRoot = single && !keepAsDirectory && S_ISDIR(st.st_mode);
        if (!result.contentsAreRoot) {
            SQD_TRY(root.name, nameOf(root.path));
        }
        result.roots.push_back(std::move(root));
    }
    if (!missing.empty()) {
        Error first = missing.front();
        for (std::size_t i = 1; i < missing.size(); ++i)
            first.also.push_back(missing[i].line());
        return first;
    }
    std::ranges::sort(result.roots, [](const SourceRoot& a, const SourceRoot& b) { return a.name < b.name; });
    SQD_CHECK(checkNames(result.roots));
    return result;
}

}  // namespace sqd::source
