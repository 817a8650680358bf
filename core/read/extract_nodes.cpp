// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_output.h"
#include "read/extract_session.h"
#include "read/image.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace sqd::read {

namespace {

constexpr std::size_t kGrain = 64;

mode_t systemType(format::InodeType type)
{
    switch (type) {
    case format::InodeType::BlockDevice: return S_IFBLK;
    case format::InodeType::CharDevice: return S_IFCHR;
    case format::InodeType::Fifo: return S_IFIFO;
    case format::InodeType::Socket: return S_IFSOCK;
    default: return S_IFLNK;
    }
}

bool isDevice(format::InodeType type)
{
    return type == format::InodeType::BlockDevice || type == format::InodeType::CharDevice;
}

int makeNode(int folder, const char* name, const Inode& inode)
{
    if (inode.isSymlink())
        return ::symlinkat(inode.target.c_str(), folder, name) == 0 ? 0 : errno;
    const dev_t device = isDevice(inode.type) ? ::makedev(inode.major, inode.minor) : 0;
    // The mode comes with the other attributes; until then it is nobody's.
    return ::mknodat(folder, name, systemType(inode.type) | 0600, device) == 0 ? 0 : errno;
}

class NodeWriter {
public:
    NodeWriter(ExtractSession& session, ExtractWorker& worker, std::uint32_t entry)
        : m_session(session), m_worker(worker), m_number(entry), m_entry(session.plan.entries[entry])
    {
    }

    void run()
    {
        if (isDevice(m_entry.type) && !m_session.options.devices) {
            m_session.outcomes[m_number] = Outcome::Skipped;
            return;
        }
        const auto inode = m_session.image->inode(m_entry.reference);
        if (!inode) {
            m_session.lost(m_number, inode.error());
            return;
        }
        if (!m_session.findSpot(m_worker, m_number, m_spot))
            return;
        // Where others look in, it gets its name when it is whole.
        const std::string name = m_spot.own ? m_spot.name : hiddenName();
        if (const int failed = makeNode(m_spot.folder->get(), name.c_str(), *inode); failed != 0) {
            tellFailure(failed);
            return;
        }
        setAttributes(name);
        if (m_spot.own || giveName(name)) {
            m_session.written(m_number, m_spot);
            m_session.others.fetch_add(1, std::memory_order_relaxed);
        }
    }

private:
    void tellFailure(int reason)
    {
        if (reason == EPERM && isDevice(m_entry.type)) {
            m_session.outcomes[m_number] = Outcome::Skipped;
            m_session.skipped.fetch_add(1, std::memory_order_relaxed);
            m_session.log.addShared({"", " device nodes were not created: that needs root; --no-devices leaves them out", "", false}, m_session.plan.path(m_entry), 1);
        } else {
            m_session.refused(m_number, (std::string("the ") + inodeTypeName(m_entry.type) + " cannot be made").c_str(), reason);
        }
    }

    bool giveName(const std::string& hidden)
    {
        for (;;) {
            const int failed = renameInside(m_spot.folder->get(), hidden.c_str(), m_spot.name.c_str(), m_spot.replace);
            if (failed == 0)
                return true;
            if (failed != EEXIST)
                m_session.refused(m_number, "cannot be given its name", failed);
            if (failed != EEXIST || !m_session.findSpotAgain(m_worker, m_number, m_spot)) {
                (void)::unlinkat(m_spot.folder->get(), hidden.c_str(), 0);
                return false;
            }
        }
    }

    void setAttributes(const std::string& name)
    {
        const HostFolder& folder = m_session.folders.state(m_spot.number);
        const bool groupKnown = m_session.attributes.knowsGroupIn(folder.gid);
        const std::function<std::string()> path = [this] { return m_session.plan.path(m_entry); };
        const bool isSymlink = m_entry.type == format::InodeType::Symlink;
        if (m_spot.own && isSymlink && m_session.attributes.applyToOwnLink(m_entry.attributes, m_spot.folder->get(), name.c_str(), folder.gid, groupKnown, path))
            return;
        const io::UniqueFd fd(::openat(m_spot.folder->get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        struct stat st{};
        // Nothing but what was just made may get an owner: no other file that somebody put there.
        if (!fd || ::fstat(fd.get(), &st) != 0 || (st.st_mode & S_IFMT) != systemType(m_entry.type) || st.st_nlink != 1) {
            m_session.log.warn(path(), "its attributes were not set: something else has its name now");
            return;
        }
        ExtractAttributes::Target target;
        target.fd = fd.get();
        target.isPathOnly = true;
        target.isSymlink = isSymlink;
        target.createdGid = st.st_gid;
        target.groupKnown = true;
        target.createdMode = static_cast<int>(st.st_mode & 07777);
        target.path = &path;
        m_session.attributes.apply(m_entry.attributes, target);
    }

    ExtractSession& m_session;
    ExtractWorker& m_worker;
    const std::uint32_t m_number;
    const PlanEntry& m_entry;
    Spot m_spot;
};

}  // namespace

void writeNode(ExtractSession& session, ExtractWorker& worker, std::uint32_t entry)
{
    NodeWriter(session, worker, entry).run();
}

void writeNodes(ExtractSession& session)
{
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t i = 0; i < session.plan.entries.size(); ++i) {
        const PlanEntry& e = session.plan.entries[i];
        if (e.type != format::InodeType::File && e.linkOf == kNoIndex)
            nodes.push_back(i);
    }
    session.forEach(nodes.size(), kGrain, [&](ExtractWorker& worker, std::size_t i) { writeNode(session, worker, nodes[i]); });
}

}  // namespace sqd::read
