// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tar/entry_path.h"
#include "tar/tar_entry.h"
#include "tar/tar_options.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace sqd::tar {

// What names stand for; several names of one inode are hard links.
struct Inode {
    format::InodeType type = format::InodeType::Directory;
    bool implied = true;      // no entry has described it
    bool opaque = false;      // a container layer hides what lies below this folder
    bool pending = false;     // a hard link whose target did not come yet; `target` is that name
    std::uint16_t mode = 0;
    std::uint32_t uid = 0, gid = 0, device = 0;
    std::uint32_t links = 0;  // names in the finished tree
    std::int64_t mtime = 0;
    std::uint64_t size = 0, dataPosition = 0;
    std::uint64_t number = 0, position = 0;  // of the entry
    std::string target;       // of a symbolic link
    std::unique_ptr<std::vector<Extent>> extents;
    std::unique_ptr<source::Xattrs> xattrs;
    std::map<std::string, std::uint32_t, std::less<>> children;  // of a folder, sorted by bytes
};

// What became of one entry.
struct Placement {
    enum class Outcome {
        Placed,
        LeftOut,  // by rule: it leads out of the root, or is a hard link to what was left out
        Bad,      // it cannot be placed
    };
    Outcome outcome = Outcome::Placed;
    std::string why;
    std::uint64_t replaced = 0;  // number of the earlier entry whose place it took, 0 = none
};

// The tree of an archive: later entries win, folders that no entry describes are implied, hard links may come before their target.
// Not thread-safe while it is built.
class TarTree {
public:
    static constexpr std::uint32_t kRoot = 0;
    explicit TarTree(const TarOptions& options);
    // Takes an entry that has no problem. `replaceFolder`: also in the place of a folder that is not empty.
    Placement add(TarEntry& entry, bool replaceFolder = false);
    // Remembers a name that was left out, so that links to it are left out as well.
    void leaveOut(const EntryPath& path) { m_leftOut.insert(path.text()); }
    // Marks the folder of an entry as opaque.
    Placement markOpaque(const EntryPath& entry);

    struct Dangling {
        std::string name;
        std::uint64_t number = 0, position = 0;
        Placement placement;
    };
    // After the last entry: gives the hard links that were pending their inode, takes out those that have none, counts links.
    std::vector<Dangling> finish();
    [[nodiscard]] const Inode& inode(std::uint32_t index) const { return m_inodes[index]; }
    [[nodiscard]] std::uint32_t inodeCount() const { return static_cast<std::uint32_t>(m_inodes.size()); }

private:
    struct Pending {
        std::uint32_t parent = 0;
        std::uint32_t inode = 0;
        std::string child, name;
    };
    std::uint32_t make(Inode inode);
    Inode impliedFolder() const;
    static void describe(Inode& inode, TarEntry& entry);
    std::optional<std::uint32_t> child(std::uint32_t folder, std::string_view name) const;
    std::optional<std::uint32_t> folderOf(const EntryPath& path, bool create, std::string& why);
    std::optional<std::uint32_t> walk(const EntryPath& path, bool create, std::string& why);
    std::optional<std::uint32_t> find(const EntryPath& path, std::string& why);
    Placement put(std::uint32_t folder, std::string_view name, std::uint32_t inode, bool replaceFolder);
    Placement addFolder(std::uint32_t parent, std::string_view name, TarEntry& entry);
    Placement addLink(std::uint32_t parent, std::string_view name, TarEntry& entry);
    std::optional<std::uint32_t> resolve(std::uint32_t pending, Placement& placement);
    void countLinks();

    const TarOptions& m_options;
    std::deque<Inode> m_inodes;
    std::vector<Pending> m_pending;
    std::map<std::uint32_t, std::uint32_t> m_resolved;  // pending inode → its inode
    std::unordered_set<std::string> m_leftOut;
    std::string m_lastFolder;          // path of the folder of the last entry; most entries follow in it
    std::uint32_t m_lastFolderInode = kRoot;
};

}  // namespace sqd::tar
