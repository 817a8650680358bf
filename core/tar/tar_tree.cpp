// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_tree.h"

#include <algorithm>
#include <utility>

namespace sqd::tar {

using format::InodeType;
using Outcome = Placement::Outcome;

// As the kernel: more links on one way are a loop.
static constexpr int kMaxLinks = 40;

TarTree::TarTree(const TarOptions& options) : m_options(options)
{
    make(impliedFolder());
}

std::uint32_t TarTree::make(Inode inode)
{
    m_inodes.push_back(std::move(inode));
    return static_cast<std::uint32_t>(m_inodes.size() - 1);
}

Inode TarTree::impliedFolder() const
{
    Inode folder;
    folder.mode = m_options.folderMode;
    folder.uid = m_options.folderUid;
    folder.gid = m_options.folderGid;
    folder.mtime = m_options.folderTime;
    return folder;
}

// Everything of an entry but its place, and but a folder's children.
void TarTree::describe(Inode& inode, TarEntry& entry)
{
    inode.type = entry.type;
    inode.implied = false;
    inode.mode = entry.mode;
    inode.uid = entry.uid;
    inode.gid = entry.gid;
    inode.device = entry.device;
    inode.mtime = entry.mtime;
    inode.size = entry.size;
    inode.dataPosition = entry.dataPosition;
    inode.number = entry.number;
    inode.position = entry.position;
    inode.extents = std::move(entry.extents);
    inode.xattrs = std::move(entry.xattrs);
    if (entry.type == InodeType::Symlink)
        inode.target = std::move(entry.link);
}

std::optional<std::uint32_t> TarTree::child(std::uint32_t folder, std::string_view name) const
{
    const auto& children = m_inodes[folder].children;
    const auto found = children.find(name);
    return found == children.end() ? std::nullopt : std::optional(found->second);
}

// From the root through all parts but the last; symbolic links on the way are followed inside the archive, as an unpacking tar does.
std::optional<std::uint32_t> TarTree::walk(const EntryPath& path, bool create, std::string& why)
{
    std::vector<std::string> coming;  // the next part is the last
    for (std::size_t i = path.parts.size() - 1; i-- > 0;)
        coming.emplace_back(path.parts[i]);
    std::vector<std::uint32_t> trail{kRoot};
    int links = 0;
    while (!coming.empty()) {
        const std::string part = std::move(coming.back());
        coming.pop_back();
        if (part == "..") {  // of a link's target
            if (trail.size() > 1)
                trail.pop_back();
            continue;
        }
        std::optional<std::uint32_t> next = child(trail.back(), part);
        if (!next) {
            if (!create) {
                why = "which is not in the archive";
                return std::nullopt;
            }
            next = make(impliedFolder());
            m_inodes[trail.back()].children.emplace(part, *next);
        }
        const Inode& inode = m_inodes[*next];
        if (inode.type == InodeType::Directory && !inode.pending) {
            trail.push_back(*next);
        } else if (inode.type == InodeType::Symlink && ++links <= kMaxLinks) {
            const EntryPath target = parsePath(inode.target);
            if (target.absolute)
                trail.resize(1);
            for (auto it = target.parts.rbegin(); it != target.parts.rend(); ++it)
                coming.emplace_back(*it);
        } else {
            why = "where '" + part + "' is no folder";
            return std::nullopt;
        }
    }
    return trail.back();
}

std::optional<std::uint32_t> TarTree::folderOf(const EntryPath& path, bool create, std::string& why)
{
    std::string text;
    for (std::size_t i = 0; i + 1 < path.parts.size(); ++i) {
        text += path.parts[i];
        text += '/';
    }
    if (text.empty())
        return kRoot;
    if (text == m_lastFolder)
        return m_lastFolderInode;
    const auto folder = walk(path, create, why);
    if (folder) {
        m_lastFolder = std::move(text);
        m_lastFolderInode = *folder;
    }
    return folder;
}

std::optional<std::uint32_t> TarTree::find(const EntryPath& path, std::string& why)
{
    why = "which is not in the archive";
    if (path.parts.empty())
        return kRoot;
    const auto folder = folderOf(path, false, why);
    return folder ? child(*folder, path.parts.back()) : std::nullopt;
}

Placement TarTree::put(std::uint32_t folder, std::string_view name, std::uint32_t inode, bool replaceFolder)
{
    Placement placement;
    auto& children = m_inodes[folder].children;
    const auto found = children.find(name);
    if (found == children.end()) {
        children.emplace(name, inode);
        return placement;
    }
    const Inode& old = m_inodes[found->second];
    if (!old.children.empty() && !replaceFolder)
        return {Outcome::Bad, "would take the place of a folder that is not empty", 0};
    placement.replaced = old.number;
    if (old.type == InodeType::Directory || old.type == InodeType::Symlink)
        m_lastFolder.clear();  // it may have led there
    found->second = inode;
    return placement;
}

Placement TarTree::addFolder(std::uint32_t parent, std::string_view name, TarEntry& entry)
{
    const auto existing = child(parent, name);
    if (existing && m_inodes[*existing].type == InodeType::Directory && !m_inodes[*existing].pending) {
        Inode& folder = m_inodes[*existing];
        Placement placement;
        placement.replaced = folder.implied ? 0 : folder.number;
        describe(folder, entry);
        return placement;
    }
    Inode folder;
    describe(folder, entry);
    return put(parent, name, make(std::move(folder)), false);
}

Placement TarTree::addLink(std::uint32_t parent, std::string_view name, TarEntry& entry)
{
    const EntryPath target = parsePath(entry.link);
    const std::string says = "is a hard link to '" + entry.link + "', ";
    if (target.climbs)
        return {Outcome::LeftOut, says + "which leads out of the archive", 0};
    std::string why;
    const auto found = find(target, why);
    if (found && !m_inodes[*found].pending) {
        if (m_inodes[*found].type == InodeType::Directory)
            return {Outcome::Bad, says + "which is a folder", 0};
        if (child(parent, name) == found)
            return {};
        return put(parent, name, *found, false);
    }
    Inode pending;
    pending.type = InodeType::File;
    pending.pending = true;
    pending.implied = false;
    pending.number = entry.number;
    pending.position = entry.position;
    pending.target = entry.link;
    const std::uint32_t inode = make(std::move(pending));
    Placement placement = put(parent, name, inode, false);
    if (placement.outcome == Outcome::Placed)
        m_pending.push_back({parent, inode, std::string(name), entry.name});
    return placement;
}

Placement TarTree::add(TarEntry& entry, bool replaceFolder)
{
    const EntryPath path = parsePath(entry.name);
    if (path.climbs)
        return {Outcome::LeftOut, "its name leads out of the archive by '..'", 0};
    const bool isFolder = entry.kind == TarEntry::Kind::Node && entry.type == InodeType::Directory;
    if (path.parts.empty()) {
        if (entry.name.empty())
            return {Outcome::Bad, "has an empty name", 0};
        if (!isFolder)
            return {Outcome::Bad, "would take the place of the root folder", 0};
        Placement placement;
        placement.replaced = m_inodes[kRoot].implied ? 0 : m_inodes[kRoot].number;
        describe(m_inodes[kRoot], entry);
        return placement;
    }
    for (const std::string_view part : path.parts)
        if (part.size() > format::kMaxNameLength || part.find('\0') != std::string_view::npos)
            return {Outcome::Bad, "has a name that SquashFS cannot hold (255 bytes, none of them zero)", 0};
    std::string why;
    const auto parent = folderOf(path, true, why);
    if (!parent)
        return {Outcome::Bad, "lies in a place " + why, 0};
    if (isFolder)
        return addFolder(*parent, path.parts.back(), entry);
    if (entry.kind == TarEntry::Kind::HardLink)
        return addLink(*parent, path.parts.back(), entry);
    Inode inode;
    describe(inode, entry);
    return put(*parent, path.parts.back(), make(std::move(inode)), replaceFolder);
}

Placement TarTree::markOpaque(const EntryPath& entry)
{
    std::string why;
    if (entry.climbs)
        return {Outcome::LeftOut, "its name leads out of the archive by '..'", 0};
    const auto folder = folderOf(entry, true, why);
    if (!folder)
        return {Outcome::Bad, "lies in a place " + why, 0};
    m_inodes[*folder].opaque = true;
    return {};
}

// Follows a pending link, and the pending links that it leads to, to an inode.
std::optional<std::uint32_t> TarTree::resolve(std::uint32_t pending, Placement& placement)
{
    std::vector<std::uint32_t> way;
    std::unordered_set<std::uint32_t> seen;
    std::optional<std::uint32_t> at = pending;
    while (at && m_inodes[*at].pending) {
        if (const auto known = m_resolved.find(*at); known != m_resolved.end()) {
            at = known->second;
            break;
        }
        const EntryPath target = parsePath(m_inodes[*at].target);
        std::string why;
        way.push_back(*at);
        if (!seen.insert(*at).second) {
            placement = {Outcome::Bad, "which leads back to itself", 0};
            return std::nullopt;
        }
        at = find(target, why);
        if (!at) {
            const bool leftOut = m_leftOut.contains(target.text());
            placement = {leftOut ? Outcome::LeftOut : Outcome::Bad, leftOut ? "which was left out" : why, 0};
        } else if (m_inodes[*at].type == InodeType::Directory) {
            placement = {Outcome::Bad, "which is a folder", 0};
            return std::nullopt;
        }
    }
    if (at)
        for (const std::uint32_t one : way)
            m_resolved[one] = *at;
    return at;
}

std::vector<TarTree::Dangling> TarTree::finish()
{
    std::vector<Dangling> dangling;
    std::vector<std::pair<const Pending*, std::optional<std::uint32_t>>> results;
    for (const Pending& link : m_pending) {
        if (child(link.parent, link.child) != link.inode)
            continue;  // a later entry took its place
        Placement placement;
        const auto inode = resolve(link.inode, placement);
        results.emplace_back(&link, inode);
        if (!inode) {
            const Inode& self = m_inodes[link.inode];
            placement.why = "is a hard link to '" + self.target + "', " + placement.why;
            dangling.push_back({link.name, self.number, self.position, std::move(placement)});
        }
    }
    for (const auto& [link, inode] : results) {
        if (inode)
            m_inodes[link->parent].children[link->child] = *inode;
        else
            m_inodes[link->parent].children.erase(link->child);
    }
    countLinks();
    return dangling;
}

void TarTree::countLinks()
{
    std::vector<std::uint32_t> folders{kRoot};
    while (!folders.empty()) {
        const std::uint32_t folder = folders.back();
        folders.pop_back();
        for (const auto& [name, index] : m_inodes[folder].children) {
            ++m_inodes[index].links;
            if (m_inodes[index].type == InodeType::Directory)
                folders.push_back(index);
        }
    }
}

}  // namespace sqd::tar
