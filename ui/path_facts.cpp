// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/path_facts.h"

#include "ui/background.h"
#include "ui/convert.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

#include <unistd.h>

namespace sqd::ui {

namespace fs = std::filesystem;

namespace {

bool takesNewFiles(const std::string& folder)
{
    std::error_code error;
    return fs::is_directory(folder, error) && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

bool endsLikeOneOf(const std::string& path, std::span<const std::string_view> suffixes)
{
    return std::any_of(suffixes.begin(), suffixes.end(), [&path](std::string_view suffix) { return path.size() > suffix.size() && path.ends_with(suffix); });
}

bool beginsLikeImage(const std::string& path)
{
    std::array<char, 4> magic{};
    return std::ifstream(path, std::ios::binary).read(magic.data(), magic.size()) && std::string_view(magic.data(), magic.size()) == "hsqs";
}

}  // namespace

bool looksLikeImage(const std::string& path)
{
    static constexpr std::array<std::string_view, 7> kSuffixes = {".sqfs", ".sfs", ".squashfs", ".sqsh", ".snap", ".AppImage", ".appimage"};
    return endsLikeOneOf(path, kSuffixes);
}

bool looksLikeArchive(const std::string& path)
{
    static constexpr std::array<std::string_view, 12> kSuffixes = {".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.zst", ".tzst", ".tar.bz2", ".tbz2", ".tar.lz4", ".tar.lzma", ".tar.lzo"};
    return endsLikeOneOf(path, kSuffixes);
}

PathFacts inspectPath(const std::string& path)
{
    PathFacts facts;
    facts.path = path;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) {
        facts.kind = PathFacts::Kind::Folder;
        facts.writable = takesNewFiles(path);
    } else if (fs::is_regular_file(status)) {
        facts.kind = looksLikeImage(path) || beginsLikeImage(path) ? PathFacts::Kind::Image
                     : looksLikeArchive(path)                     ? PathFacts::Kind::Archive
                                                                  : PathFacts::Kind::File;
        const auto size = fs::file_size(path, error);
        facts.bytes = error ? 0 : size;
    } else if (fs::exists(status)) {
        facts.kind = PathFacts::Kind::Other;
    }
    const std::string parent = parentFolder(path);
    facts.folderWritable = takesNewFiles(parent);
    const fs::space_info space = fs::space(facts.kind == PathFacts::Kind::Missing ? parent : path, error);
    facts.freeBytes = error ? 0 : space.available;
    return facts;
}

void inspectPaths(std::vector<std::string> paths, QObject* context, std::function<void(std::vector<PathFacts>)> done)
{
    inBackground(
        context,
        [paths = std::move(paths)] {
            std::vector<PathFacts> all;
            all.reserve(paths.size());
            std::transform(paths.begin(), paths.end(), std::back_inserter(all), inspectPath);
            return all;
        },
        std::move(done));
}

std::string suggestTarget(const std::vector<std::string>& sources, const std::string& fallbackFolder)
{
    if (sources.empty())
        return {};
    std::error_code error;
    std::string source = sources.front();
    // A relative or dotted path ("." on the command line) has no name of its own.
    const fs::path canonical = fs::weakly_canonical(source, error);
    if (!error && (source == "." || source == ".." || source.front() != '/'))
        source = canonical.string();
    std::string folder = parentFolder(source);
    std::string name = fileName(source);
    if (name.empty() || name == "/")
        name = "root";
    if (!takesNewFiles(folder))
        folder = fallbackFolder;
    return (folder == "/" ? std::string("/") : folder + "/") + name + ".sqfs";
}

std::string freeName(const std::string& target)
{
    std::error_code error;
    const fs::path path(target);
    const std::string stem = (path.parent_path() / path.stem()).string();
    const std::string suffix = path.extension().string();
    std::string candidate = target;
    for (int number = 2; fs::exists(fs::symlink_status(candidate, error)); ++number)
        candidate = stem + " (" + std::to_string(number) + ")" + suffix;
    return candidate;
}

}  // namespace sqd::ui
