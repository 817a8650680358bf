// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_output.h"
#include "read/extract_session.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace sqd::read {

namespace {

// All names of one inode but the first. One worker does them, as each may become the source of the next.
class LinkGroup {
public:
    LinkGroup(ExtractSession& session, ExtractWorker& worker, std::uint32_t first) : m_session(session), m_worker(worker), m_source(first) {}

    void add(std::uint32_t entry)
    {
        const Outcome source = m_session.outcomes[m_source];
        const PlanEntry& e = m_session.plan.entries[entry];
        if (source == Outcome::Lost) {
            m_session.lost(entry, corruptError(m_session.plan.path(e), "is a hard link to " + m_session.plan.path(m_session.plan.entries[m_source]) + ", which is damaged"));
            return;
        }
        if (source == Outcome::Written || source == Outcome::Replaced)
            link(entry);
        else
            writeItself(entry);
    }

private:
    void link(std::uint32_t entry)
    {
        int error = 0;
        const HostFolders::Handle from = m_session.folders.open(m_session.plan.diskFolder(m_session.plan.entries[m_source]), error);
        Spot spot;
        if (!from) {
            m_session.refused(entry, "the folder of its other name cannot be opened", error);
            return;
        }
        if (!m_session.findSpot(m_worker, entry, spot))
            return;
        const std::string name = m_session.hostName(m_source);
        for (;;) {
            const int failed = spot.replace ? linkOver(from->get(), name, spot) : linkNew(from->get(), name, spot);
            if (failed == 0) {
                m_session.written(entry, spot);
                m_session.links.fetch_add(1, std::memory_order_relaxed);
                return;
            }
            if (failed == EEXIST) {
                if (!m_session.findSpotAgain(m_worker, entry, spot))
                    return;
                continue;
            }
            copyInstead(entry, failed);
            return;
        }
    }

    static int linkNew(int from, const std::string& name, const Spot& spot)
    {
        return ::linkat(from, name.c_str(), spot.folder->get(), spot.name.c_str(), 0) == 0 ? 0 : errno;
    }

    static int linkOver(int from, const std::string& name, const Spot& spot)
    {
        const std::string hidden = hiddenName();
        if (::linkat(from, name.c_str(), spot.folder->get(), hidden.c_str(), 0) != 0)
            return errno;
        const int failed = renameInside(spot.folder->get(), hidden.c_str(), spot.name.c_str(), true);
        // Also when it worked: a rename between two names of one file does nothing.
        (void)::unlinkat(spot.folder->get(), hidden.c_str(), 0);
        return failed;
    }

    // A file system without links, or one that takes no more of them.
    void copyInstead(std::uint32_t entry, int reason)
    {
        if (reason != EPERM && reason != EMLINK && reason != EOPNOTSUPP && reason != EXDEV) {
            m_session.refused(entry, "the hard link cannot be made", reason);
            return;
        }
        writeItself(entry);
        if (m_session.outcomes[entry] == Outcome::Written || m_session.outcomes[entry] == Outcome::Replaced)
            m_session.log.addShared({"", " hard links could not be made (" + errnoText(reason) + "), copies were written", "", false}, m_session.plan.path(m_session.plan.entries[entry]), 1);
    }

    void writeItself(std::uint32_t entry)
    {
        if (m_session.plan.entries[entry].type == format::InodeType::File)
            writeFile(m_session, m_worker, entry);
        else
            writeNode(m_session, m_worker, entry);
        if (const Outcome outcome = m_session.outcomes[entry]; outcome != Outcome::Kept && outcome != Outcome::Skipped)
            m_source = entry;
    }

    ExtractSession& m_session;
    ExtractWorker& m_worker;
    std::uint32_t m_source;
};

}  // namespace

void writeLinks(ExtractSession& session)
{
    std::vector<std::uint32_t> links;
    for (std::uint32_t i = 0; i < session.plan.entries.size(); ++i) {
        if (session.plan.entries[i].linkOf != kNoIndex)
            links.push_back(i);
    }
    std::stable_sort(links.begin(), links.end(), [&](std::uint32_t a, std::uint32_t b) { return session.plan.entries[a].linkOf < session.plan.entries[b].linkOf; });
    std::vector<std::size_t> groups;  // where each begins
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (i == 0 || session.plan.entries[links[i]].linkOf != session.plan.entries[links[i - 1]].linkOf)
            groups.push_back(i);
    }
    session.forEach(groups.size(), 16, [&](ExtractWorker& worker, std::size_t group) {
        const std::size_t end = group + 1 < groups.size() ? groups[group + 1] : links.size();
        LinkGroup names(session, worker, session.plan.entries[links[groups[group]]].linkOf);
        for (std::size_t i = groups[group]; i < end && !session.ended(); ++i)
            names.add(links[i]);
    });
}

}  // namespace sqd::read
