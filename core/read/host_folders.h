// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/posix_file.h"
#include "read/extract_plan.h"

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace sqd::read {

// What a planned folder is on disk.
struct HostFolder {
    enum class Kind : std::uint8_t {
        Pending,   // not looked at yet
        Own,       // made by this extraction, closed to others until its attributes are set
        Existing,  // was there
        Closed,    // nothing may be written into it: `reason` of the folder says why
    };
    Kind kind = Kind::Pending;
    bool isNewTop = false;       // made by us inside of one that was there
    bool modesAreOurs = true;    // new files get the mode that is asked for (no default ACL)
    std::uint32_t reason = 0;    // Closed: number of the folder whose text tells it
    std::uint32_t uid = 0, gid = 0, mode = 0;  // of the folder when it was first opened
    std::uint64_t device = 0, inode = 0;
};

// The folders of one extraction on disk. Every one is reached from the open target by its name in its open parent, following no link,
// and is recognised by its identity when it is opened again; descriptors are kept for the ones used last. make() of a folder happens
// once, after its parent's; open() is thread-safe.
class HostFolders {
public:
    using Handle = std::shared_ptr<const io::UniqueFd>;

    // `target` is open; `kept` descriptors may stay open besides it, at least 2.
    HostFolders(const ExtractPlan& plan, io::UniqueFd target, std::string targetPath, std::size_t kept);

    // errno in `error` on failure (ESTALE: another folder stands there now).
    Handle open(std::uint32_t folder, int& error);
    // Takes over what was just made or found under `name` in `parent`. Returns 0 or errno.
    int adopt(std::uint32_t folder, const io::UniqueFd& parent, const std::string& name, HostFolder::Kind kind);
    int adoptTarget(HostFolder::Kind kind);

    [[nodiscard]] HostFolder& state(std::uint32_t folder) { return m_states[folder]; }
    [[nodiscard]] const HostFolder& state(std::uint32_t folder) const { return m_states[folder]; }
    [[nodiscard]] std::uint32_t parent(std::uint32_t folder) const { return m_plan.folders[m_plan.folders[folder].parent].disk; }
    void close(std::uint32_t folder, std::string reason);                  // Kind::Closed with a reason of its own
    void closeBelow(std::uint32_t folder, std::uint32_t closedParent);     // Kind::Closed for the reason of its parent
    [[nodiscard]] std::string reason(std::uint32_t folder);
    // Names on disk: the entry's own unless both were kept.
    void rename(std::uint32_t folder, std::string name);
    [[nodiscard]] std::string name(std::uint32_t folder);
    [[nodiscard]] std::string path(std::uint32_t folder);                  // for messages and the undo list

private:
    struct Slot {
        Handle handle;
        std::list<std::uint32_t>::iterator place;
    };
    Handle find(std::uint32_t folder);
    void keep(std::uint32_t folder, const Handle& handle);
    Handle descend(const io::UniqueFd& parent, std::uint32_t folder, int& error);
    int look(const io::UniqueFd& fd, HostFolder& state, bool checkAcl);

    const ExtractPlan& m_plan;
    const Handle m_target;
    const std::string m_targetPath;
    const std::size_t m_kept;
    std::vector<HostFolder> m_states;  // each written by the one worker that makes the folder, before anybody else looks
    std::mutex m_mutex;
    // all below: guarded by m_mutex
    std::list<std::uint32_t> m_order;  // newest first
    std::unordered_map<std::uint32_t, Slot> m_open;
    std::unordered_map<std::uint32_t, std::string> m_names;
    std::unordered_map<std::uint32_t, std::string> m_reasons;
};

// Opens a folder by a name in an open one without following a link. Empty with errno set on failure.
io::UniqueFd openFolderAt(int parent, const char* name);

}  // namespace sqd::read
