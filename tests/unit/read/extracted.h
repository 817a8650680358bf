// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "opened.h"

#include "concurrency/progress.h"
#include "read/extractor.h"
#include "support/tree_builder.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

// Shared by the tests of extraction: an image in memory goes into a folder on disk.
namespace sqd::read {

namespace fs = std::filesystem;

inline ExtractOptions into(const std::string& target, Conflict conflict = Conflict::Skip, int jobs = 2)
{
    ExtractOptions options;
    options.target = target;
    options.conflict = conflict;
    options.jobs = jobs;
    options.owner = false;
    return options;
}

inline Result<ExtractReport> extractBytes(std::vector<std::byte> bytes, const ExtractOptions& options, std::stop_token stop = {})
{
    auto image = openBytes(std::move(bytes));
    if (!image)
        return std::move(image).error();
    concurrency::ProgressCounters counters(options.jobs);
    return extractImage(*image, options, counters, std::move(stop));
}

inline std::string onDisk(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return file ? text.str() : "(missing)";
}

inline void put(const std::string& path, const std::string& text)
{
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

inline struct stat statOf(const std::string& path)
{
    struct stat st{};
    EXPECT_EQ(::lstat(path.c_str(), &st), 0) << path;
    return st;
}

// Everything below a folder: relative paths, folders with a slash at the end.
inline std::vector<std::string> below(const std::string& folder)
{
    std::vector<std::string> list;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        list.push_back(entry.path().lexically_relative(folder).string() + (entry.is_directory() && !entry.is_symlink() ? "/" : ""));
    std::sort(list.begin(), list.end());
    return list;
}

inline std::vector<std::string> pathsOf(const std::vector<ExtractNote>& notes)
{
    std::vector<std::string> list;
    for (const ExtractNote& note : notes)
        list.push_back(note.path);
    return list;
}

using Paths = std::vector<std::string>;

}  // namespace sqd::read
