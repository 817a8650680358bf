// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sqd::ui {

// What the window must know about a path before it can say what will happen with it.
struct PathFacts {
    enum class Kind { Missing, Folder, File, Image, Archive, Other };
    std::string path;
    Kind kind = Kind::Missing;
    std::uint64_t bytes = 0;          // files of all kinds: its size
    bool folderWritable = false;      // the folder around it takes new files
    bool writable = false;            // it is a folder and takes new files
    std::uint64_t freeBytes = 0;      // on the file system that holds it, or its folder; 0 = unknown
};

// True for names that end like an image (.sqfs .sfs .squashfs .sqsh .snap).
bool looksLikeImage(const std::string& path);
// True for names that end like a tar archive, compressed or not.
bool looksLikeArchive(const std::string& path);
// Blocks; call it off the GUI thread.
PathFacts inspectPath(const std::string& path);
// The same off the GUI thread; done() runs on the GUI thread unless `context` is gone.
void inspectPaths(std::vector<std::string> paths, QObject* context, std::function<void(std::vector<PathFacts>)> done);

// Where an image of `sources` goes unless the user says otherwise: beside the source, or, when that folder is not writable, into
// `fallbackFolder`. Blocks.
std::string suggestTarget(const std::vector<std::string>& sources, const std::string& fallbackFolder);
// `target`, or the first of "name (2).sqfs", "name (3).sqfs" … that does not exist. Blocks.
std::string freeName(const std::string& target);

}  // namespace sqd::ui
