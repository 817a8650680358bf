// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_session.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sqd::read {

namespace {

// Until its attributes are set, nobody else looks into a folder of ours.
constexpr mode_t kClosedMode = 0700;
constexpr std::size_t kGrain = 8;

using Kind = HostFolder::Kind;

class FolderMaker {
public:
    explicit FolderMaker(ExtractSession& session) : m_session(session), m_folders(session.folders) {}

    void make(ExtractWorker& worker, std::uint32_t folder)
    {
        const std::uint32_t parent = m_folders.parent(folder);
        if (m_folders.state(parent).kind == Kind::Closed) {
            m_folders.closeBelow(folder, parent);
            warn(folder, "left out: " + m_folders.reason(folder));
            return;
        }
        int error = 0;
        const HostFolders::Handle above = m_session.folder(worker, parent, error);
        if (!above) {
            refused(folder, "the folder above it cannot be opened", error);
            return;
        }
        error = makeIn(*above, folder, m_session.plan.folders[folder].name);
        if (error == EEXIST)
            takeExisting(*above, folder);
        else if (error != 0)
            refused(folder, "the folder cannot be made", error);
    }

private:
    int makeIn(const io::UniqueFd& above, std::uint32_t folder, const std::string& name)
    {
        if (::mkdirat(above.get(), name.c_str(), kClosedMode) != 0)
            return errno;
        const int failed = m_folders.adopt(folder, above, name, Kind::Own);
        if (failed == 0) {
            m_session.directories.fetch_add(1, std::memory_order_relaxed);
            if (m_folders.state(folder).isNewTop)
                m_session.addCreated(m_folders.path(folder));
        }
        return failed;
    }

    void takeExisting(const io::UniqueFd& above, std::uint32_t folder)
    {
        const char* name = m_session.plan.folders[folder].name;
        int error = 0;
        const auto st = lookAt(above.get(), name, error);
        if (!st) {
            refused(folder, "cannot look at its place", error);
            return;
        }
        if (S_ISDIR(st->st_mode)) {
            if (const int failed = m_folders.adopt(folder, above, name, Kind::Existing); failed != 0)
                refused(folder, "the folder cannot be opened", failed);
            else
                m_session.directories.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        resolve(above, folder, *st);
    }

    // Something that is no folder stands in the way. A link is never followed.
    void resolve(const io::UniqueFd& above, std::uint32_t folder, const struct stat& st)
    {
        const PlanFolder& planned = m_session.plan.folders[folder];
        const std::string host = m_folders.path(folder);
        const auto describe = [&] {
            return m_session.question(m_session.plan.folderPath(folder), host, above.get(), planned.name, {"directory", 0, planned.attributes.mtime}, st);
        };
        int error = 0;
        switch (m_session.policy.decide(describe)) {
        case ConflictAnswer::Choice::Stop:
            return;
        case ConflictAnswer::Choice::Skip:
            m_folders.close(folder, host + (S_ISLNK(st.st_mode) ? " is a symbolic link, which is not followed" : std::string(" is no folder but a ") + hostTypeName(st.st_mode)));
            warn(folder, "left out: " + m_folders.reason(folder));
            return;
        case ConflictAnswer::Choice::KeepBoth: {
            const std::string other = freeName(above.get(), planned.name);
            m_folders.rename(folder, other);
            error = makeIn(above, folder, other);
            break;
        }
        case ConflictAnswer::Choice::Overwrite:
            error = ::unlinkat(above.get(), planned.name, 0) == 0 ? makeIn(above, folder, planned.name) : errno;
            m_session.replaced.fetch_add(error == 0 ? 1 : 0, std::memory_order_relaxed);
            break;
        }
        if (error != 0)
            refused(folder, "the folder cannot be made", error);
    }

    void refused(std::uint32_t folder, const char* what, int reason)
    {
        const std::string host = m_folders.path(folder);
        if (m_session.endsEverything(reason, m_folders.parent(folder))) {
            m_session.failure.set(outputError(host, what, reason));
            return;
        }
        m_folders.close(folder, host + ": " + what + " (" + errnoText(reason) + ")");
        warn(folder, std::string(what) + " (" + errnoText(reason) + "); everything below it is left out");
    }

    void warn(std::uint32_t folder, std::string what)
    {
        m_session.skipped.fetch_add(1, std::memory_order_relaxed);
        m_session.log.warn(m_session.plan.folderPath(folder), std::move(what));
    }

    ExtractSession& m_session;
    HostFolders& m_folders;
};

// Folders that are wanted and stand for themselves, by depth.
std::vector<std::vector<std::uint32_t>> levelsOf(const ExtractPlan& plan)
{
    std::vector<std::vector<std::uint32_t>> levels;
    for (std::uint32_t f = 1; f < plan.folders.size(); ++f) {
        const PlanFolder& folder = plan.folders[f];
        if (!folder.needed || folder.disk != f)
            continue;
        if (levels.size() < folder.depth)
            levels.resize(folder.depth);
        levels[folder.depth - 1].push_back(f);
    }
    return levels;
}

// A folder that was there keeps its attributes, but for one that was named when existing things give way, and for an empty target of
// our own that the whole image goes into.
bool getsAttributes(const ExtractSession& session, std::uint32_t folder)
{
    const HostFolder& state = session.folders.state(folder);
    if (state.kind != Kind::Existing)
        return state.kind == Kind::Own;
    if (folder == 0)
        return session.fillsEmptyTarget && session.attributes.mayChange(state.uid);
    return session.plan.folders[folder].selected && session.options.conflict == Conflict::Overwrite;
}

void finish(ExtractSession& session, ExtractWorker& worker, std::uint32_t folder)
{
    const PlanFolder& planned = session.plan.folders[folder];
    const HostFolder& state = session.folders.state(folder);
    if (!getsAttributes(session, folder))
        return;
    const std::function<std::string()> path = [&] { return session.plan.folderPath(folder); };
    int error = 0;
    const HostFolders::Handle handle = session.folder(worker, folder, error);
    if (!handle) {
        session.log.warn(path(), "its attributes cannot be set (" + errnoText(error) + ")");
        return;
    }
    ExtractAttributes::Target target;
    target.fd = handle->get();
    target.isPathOnly = (::fcntl(target.fd, F_GETFL) & O_PATH) != 0;
    target.isFolder = true;
    target.createdGid = state.gid;
    target.groupKnown = state.kind == Kind::Own;
    target.path = &path;
    PlanAttributes wanted = planned.attributes;
    // Whoever made the target closed to others (mktemp -d) did that on purpose.
    if (folder == 0 && state.kind == Kind::Existing && (state.mode & 0077) == 0)
        wanted.mode &= static_cast<std::uint16_t>(07700);
    session.attributes.apply(wanted, target);
}

void removeEntries(ExtractSession& session, ExtractWorker& worker)
{
    for (std::uint32_t i = 0; i < session.plan.entries.size(); ++i) {
        if (session.outcomes[i] != Outcome::Written)
            continue;
        int error = 0;
        if (const HostFolders::Handle handle = session.folder(worker, session.plan.diskFolder(session.plan.entries[i]), error))
            (void)::unlinkat(handle->get(), session.hostName(i).c_str(), 0);
    }
}

}  // namespace

void makeFolders(ExtractSession& session)
{
    FolderMaker maker(session);
    // Level by level: a parent is there before its children, and all of one level are independent of each other.
    for (const auto& level : levelsOf(session.plan)) {
        if (session.ended())
            return;
        session.forEach(level.size(), kGrain, [&](ExtractWorker& worker, std::size_t i) { maker.make(worker, level[i]); });
    }
}

void finishFolders(ExtractSession& session)
{
    auto levels = levelsOf(session.plan);
    // From the deepest up: a folder that may not be entered any more has nothing below it to be done.
    for (auto level = levels.rbegin(); level != levels.rend(); ++level)
        session.forEach(level->size(), kGrain, [&](ExtractWorker& worker, std::size_t i) { finish(session, worker, (*level)[i]); });
    session.forEach(1, 1, [&](ExtractWorker& worker, std::size_t) { finish(session, worker, 0); });
}

void removeWritten(ExtractSession& session)
{
    ExtractWorker worker;
    HostFolders& folders = session.folders;
    const auto levels = levelsOf(session.plan);
    int error = 0;
    // Some may have their final modes already.
    for (const auto& level : levels) {
        for (const std::uint32_t folder : level) {
            if (folders.state(folder).kind != Kind::Own)
                continue;
            if (const HostFolders::Handle handle = session.folder(worker, folder, error))
                (void)::fchmod(handle->get(), kClosedMode);
        }
    }
    removeEntries(session, worker);
    // Only what is empty goes, so nothing of others is ever removed.
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
        for (const std::uint32_t folder : *level) {
            if (folders.state(folder).kind != Kind::Own)
                continue;
            if (const HostFolders::Handle above = session.folder(worker, folders.parent(folder), error))
                (void)::unlinkat(above->get(), folders.name(folder).c_str(), AT_REMOVEDIR);
        }
    }
}

}  // namespace sqd::read
