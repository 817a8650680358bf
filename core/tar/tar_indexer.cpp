// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_indexer.h"

#include <algorithm>
#include <limits>

namespace sqd::tar {

using format::InodeType;
using Outcome = Placement::Outcome;

// What is told one by one; an archive with more of it has one fault, not many.
static constexpr std::uint64_t kMaxNotes = 100, kMaxBad = 100;

TarIndexer::TarIndexer(const io::RandomAccessFile& file, const TarOptions& options, const source::DirectoryOptions& common,
                       source::WarningLog& log, TarTree& tree, std::atomic<std::uint64_t>& entries)
    : m_options(options), m_common(common), m_log(log), m_tree(tree), m_entries(entries), m_reader(file, options.ignoreZeros)
{
}

static std::string placeOf(std::uint64_t number, std::uint64_t position)
{
    return "entry " + std::to_string(number) + " at byte " + std::to_string(position);
}

void TarIndexer::bad(const std::string& name, std::uint64_t number, std::uint64_t position, const std::string& why)
{
    if (m_options.skipBadEntries) {
        m_log.add({name, why + "; it is left out (" + placeOf(number, position) + ")", true, false});
        return;
    }
    ++m_badCount;
    if (m_bad.size() >= kMaxBad)
        return;
    Error e = inputError(m_options.file, "'" + name + "' (entry " + std::to_string(number) + ") " + why, 0);
    e.imageOffset = position;
    m_bad.push_back(std::move(e));
}

void TarIndexer::note(const TarEntry& entry, const std::string& what)
{
    const bool folder = entry.type == InodeType::Directory;
    if (m_notes++ < kMaxNotes)
        m_log.add({entry.name, what, false, folder});
    else
        m_log.addShared(what, entry.name, folder);
}

void TarIndexer::judge(const Placement& placement, const std::string& name, std::uint64_t number, std::uint64_t position, bool folder)
{
    switch (placement.outcome) {
    case Outcome::Bad: m_tree.leaveOut(parsePath(name)); bad(name, number, position, placement.why); return;
    case Outcome::LeftOut:
        m_tree.leaveOut(parsePath(name));
        m_log.add({name, placement.why + "; it is left out (" + placeOf(number, position) + ")", true, folder});
        return;
    case Outcome::Placed: break;
    }
    if (placement.replaced == 0)
        return;
    if (m_options.nameReplaced)
        m_log.add({name, "entry " + std::to_string(placement.replaced) + " is replaced by entry " + std::to_string(number) + " of the same path", true, folder});
    else
        m_log.addShared("is more than once in the archive, the last one counts", name, folder);
}

void TarIndexer::applyNames(TarEntry& entry)
{
    const auto apply = [&](const std::string& name, std::uint32_t& id, const std::optional<std::uint32_t>& known, const char* what) {
        if (known)
            id = *known;
        else
            m_log.addShared("its " + std::string(what) + " '" + name + "' is not known on this machine, the number " + std::to_string(id) + " counts",
                            entry.name, entry.type == InodeType::Directory);
    };
    if (!entry.userName.empty())
        apply(entry.userName, entry.uid, m_names.user(entry.userName), "owner");
    if (!entry.groupName.empty())
        apply(entry.groupName, entry.gid, m_names.group(entry.groupName), "group");
}

void TarIndexer::filterXattrs(TarEntry& entry)
{
    if (!m_common.xattrs) {
        entry.xattrs.reset();
        return;
    }
    const bool folder = entry.type == InodeType::Directory;
    if (entry.acl)
        m_log.addShared("its access control list is left out, SquashFS cannot hold it", entry.name, folder);
    if (!entry.xattrs)
        return;
    std::erase_if(*entry.xattrs, [&](const auto& xattr) {
        const std::string& name = xattr.first;
        if ((!m_xattrsInclude.empty() && !m_xattrsInclude.anyMatches(name)) || m_xattrsExclude.anyMatches(name))
            return true;
        if (name.starts_with("user.") || name.starts_with("trusted.") || name.starts_with("security."))
            return false;
        m_log.addShared("its attribute " + name + " is left out, SquashFS cannot hold it", entry.name, folder);
        return true;
    });
    if (entry.xattrs->empty())
        entry.xattrs.reset();
}

// What holds for every entry, whatever becomes of it.
void TarIndexer::prepare(TarEntry& entry)
{
    const bool folder = entry.type == InodeType::Directory;
    for (const std::string& text : entry.notes)
        note(entry, text);
    if (entry.name.starts_with('/'))
        m_log.addShared("its name is taken without the slash that it starts with", entry.name, folder);
    if (m_options.useNames)
        applyNames(entry);
    filterXattrs(entry);
    constexpr std::int64_t kLatest = std::numeric_limits<std::uint32_t>::max();
    if (entry.mtime >= 0 && entry.mtime <= kLatest)
        return;
    if (!m_common.mtime && (entry.mtime < 0 || !m_common.mtimeLimit))
        m_log.addShared("its time is outside of what SquashFS can hold (1970 to 2106), the nearest is stored", entry.name, folder);
    entry.mtime = std::clamp<std::int64_t>(entry.mtime, 0, kLatest);
}

// Marks of container layers, as overlayfs has them. True when the entry was one.
bool TarIndexer::takeWhiteout(TarEntry& entry)
{
    static constexpr std::string_view kPrefix = ".wh.", kOwn = ".wh..wh.", kOpaque = ".wh..wh..opq";
    const EntryPath path = parsePath(entry.name);
    if (path.parts.empty() || !path.parts.back().starts_with(kPrefix))
        return false;
    const std::string name(path.parts.back());
    if (name == kPrefix) {
        note(entry, "is a whiteout of nothing (" + std::string(kPrefix) + " without a name), it is kept as it is");
        return false;
    }
    if (name == kOpaque) {
        judge(m_tree.markOpaque(path), entry.name, entry.number, entry.position, false);
        return true;
    }
    if (name.starts_with(kOwn))
        return true;  // bookkeeping of aufs
    TarEntry device;
    device.type = InodeType::CharDevice;
    const std::size_t folderLength = entry.name.rfind(name);
    device.name = entry.name.substr(0, folderLength) + name.substr(kPrefix.size());
    device.number = entry.number;
    device.position = entry.position;
    device.uid = entry.uid;
    device.gid = entry.gid;
    device.mtime = entry.mtime;
    judge(m_tree.add(device, true), device.name, device.number, device.position, false);
    return true;
}

void TarIndexer::take(TarEntry& entry)
{
    if (entry.kind == TarEntry::Kind::Label)
        return;
    if (entry.kind == TarEntry::Kind::Unknown) {
        m_tree.leaveOut(parsePath(entry.name));
        m_log.add({entry.name, std::string("has the type flag ") + entry.flag + ", which only its maker knows; it is left out (" +
                                   placeOf(entry.number, entry.position) + ")", true, false});
        return;
    }
    if (entry.problem) {
        judge({Outcome::Bad, *entry.problem, 0}, entry.name, entry.number, entry.position, false);
        return;
    }
    prepare(entry);
    if (m_options.whiteouts == Whiteouts::Apply && takeWhiteout(entry))
        return;
    const bool folder = entry.type == InodeType::Directory;
    const std::uint64_t number = entry.number, position = entry.position;
    judge(m_tree.add(entry), entry.name, number, position, folder);
}

Result<void> TarIndexer::readAll(const std::optional<Error>& damage, const std::stop_token& stop)
{
    RawEntry raw;
    for (;;) {
        if (stop.stop_requested())
            return cancelledError();
        auto more = m_reader.next(raw);
        if (!more) {
            Error e = std::move(more).error();
            if (m_reader.endedEarly() && damage)
                e.why = damage->what;
            const bool mayGoOn = m_options.skipBadEntries && e.code == Errc::Corrupt && m_lastNumber != 0;
            if (!mayGoOn)
                return e;
            e.where.clear();
            m_log.add({m_options.file, e.line() + "; what is whole was taken", true, false});
            continue;
        }
        if (!*more)
            break;
        m_entries.fetch_add(1, std::memory_order_relaxed);
        SQD_TRY(TarEntry entry, decodeEntry(raw, m_reader.global(), m_reader.window()));
        m_lastName = entry.name;
        m_lastNumber = entry.number;
        take(entry);
    }
    for (const std::string& text : m_reader.notes())
        m_log.add({m_options.file, text, false, false});
    if (!damage || m_reader.endedEarly())
        return {};
    Error e = *damage;  // all that was unpacked is whole, but it was not all
    if (m_lastNumber != 0)
        e.what += ", behind '" + m_lastName + "' (entry " + std::to_string(m_lastNumber) + ")";
    if (!m_options.skipBadEntries || m_lastNumber == 0)
        return e;
    e.where.clear();
    m_log.add({m_options.file, e.line() + "; what is whole was taken", true, false});
    return {};
}

Error TarIndexer::withBadEntries(Error error)
{
    for (const Error& one : m_bad)
        error.also.push_back(one.line());
    if (m_badCount > m_bad.size())
        error.also.push_back(m_options.file + ": " + std::to_string(m_badCount - m_bad.size()) + " more entries like these");
    return error;
}

Result<void> TarIndexer::verdict()
{
    if (m_bad.empty())
        return {};
    Error last = std::move(m_bad.back());
    m_bad.pop_back();
    --m_badCount;
    last.hint = "--skip-bad-entries leaves such entries out";
    return withBadEntries(std::move(last));
}

Result<void> TarIndexer::run(const std::optional<Error>& damage, std::stop_token stop)
{
    SQD_TRY(m_xattrsInclude, source::RegexList::compile(m_common.xattrsInclude));
    SQD_TRY(m_xattrsExclude, source::RegexList::compile(m_common.xattrsExclude));
    if (auto read = readAll(damage, stop); !read)
        return read.error().code == Errc::Corrupt ? withBadEntries(std::move(read).error()) : std::move(read).error();
    for (const TarTree::Dangling& link : m_tree.finish())
        judge(link.placement, link.name, link.number, link.position, false);
    SQD_CHECK(verdict());
    if (m_lastNumber == 0)
        m_log.add({m_options.file, "there are no entries in the archive, the image has an empty root", false, false});
    return {};
}

}  // namespace sqd::tar
