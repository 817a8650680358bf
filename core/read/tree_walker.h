// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/directory_reader.h"
#include "read/inode.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace sqd::read {

class Image;

// One entry on the way. References are valid during the call only.
struct Visit {
    const std::string& path;              // "/a/b"; "/" for the root; raw bytes
    std::string_view name;                // last part; empty for the root
    const Inode* inode = nullptr;         // null when the record cannot be used (then `damage` says why)
    const DirectoryEntry* entry = nullptr;  // null for the root
    const Inode* parent = nullptr;        // null for the root
    const Directory* listing = nullptr;   // directories that are entered: what they hold
    // What is wrong with this entry, or null: bad or repeated name, record out of place, wrong type, a directory reached before, a
    // listing that is broken (then the entries before the break still follow). Error::where is the path.
    const Error* damage = nullptr;
    const char* damageCode = nullptr;     // finding code of `damage`
    std::uint32_t depth = 0;              // 0 = root
};

enum class WalkStep { Continue, SkipFolder, Stop };
using Visitor = std::function<WalkStep(const Visit&)>;

struct WalkTotals {
    std::uint64_t entries = 0;  // visits, the root included
    std::uint64_t damaged = 0;
};

// Visits every entry, parents before their children, in stored order (sorted by bytes in a sound image). Explicit stack, kMaxDepth
// levels, every directory entered once; damage is reported by a visit and the walk goes on. A name that is unsafe or that its folder
// has twice is visited with `damage` and never entered. Calls the visitor on the calling thread. Errors: Cancelled.
Result<WalkTotals> walkTree(const Image& image, const Visitor& visitor, std::stop_token stop = {});

// The same below one folder that lookupPath() found; `path` is its path.
Result<WalkTotals> walkTree(const Image& image, const Inode& start, const std::string& path, const Visitor& visitor, std::stop_token stop = {});

// A walk over the whole image in steps, for callers that go over two trees side by side. One thread.
class TreeWalk {
public:
    // `visitor` must not return Stop or SkipFolder.
    TreeWalk(const Image& image, Visitor visitor);
    ~TreeWalk();
    TreeWalk(const TreeWalk&) = delete;
    TreeWalk& operator=(const TreeWalk&) = delete;
    // Calls the visitor for the next entry; false when there is none.
    bool step();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace sqd::read
