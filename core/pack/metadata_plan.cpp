// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/metadata_plan.h"

#include "format/directory.h"
#include "format/inode.h"
#include "pack/inode_writer.h"

#include <algorithm>
#include <utility>

namespace sqd::pack {

using format::InodeType;
using source::Entry;
using source::Folder;

namespace {

class Planner {
public:
    Planner(const MetadataJob& job, const MetadataLimits& limits) : m_job(job), m_limits(limits), m_plan(limits) {}
    Result<MetadataPlan> run();

private:
    Result<void> addFolder(Folder& folder, std::uint32_t depth);
    Result<void> addEntry(Entry& entry, FolderRecord& record);
    Result<void> addOwner(Entry& entry);
    Result<void> checkName(const Entry& entry, const Entry* before) const;
    Result<void> checkContents(const Entry& entry) const;
    static Error refuse(const Entry& entry, std::string what, std::string hint = {});

    const MetadataJob& m_job;
    const MetadataLimits& m_limits;
    MetadataPlan m_plan;
    std::uint64_t m_inodes = 0;
};

Error Planner::refuse(const Entry& entry, std::string what, std::string hint)
{
    Error error;
    error.code = Errc::NotExpressible;
    error.where = source::imagePath(entry);
    error.what = std::move(what);
    error.hint = std::move(hint);
    return error;
}

Result<void> Planner::checkName(const Entry& entry, const Entry* before) const
{
    if (entry.nameLength > format::kMaxNameLength)
        return refuse(entry, "name longer than 255 bytes");
    if (!format::isEntryNameAllowed(entry.nameView()))
        return refuse(entry, "a name that no image can hold");
    if (before != nullptr && format::compareNames(before->nameView(), entry.nameView()) >= 0)
        return internalError("names are not in ascending order at " + source::imagePath(entry));
    return {};
}

Result<void> Planner::checkContents(const Entry& entry) const
{
    if (entry.type == InodeType::Symlink) {
        if (entry.size == 0 || entry.size > format::kMaxSymlinkLength || !entry.target)
            return refuse(entry, "link target empty or longer than 65,535 bytes");
        return {};
    }
    if (entry.type != InodeType::File)
        return {};
    if (entry.size >> 63 != 0)
        return refuse(entry, "file of 2^63 bytes or more");
    const source::FileData& data = dataOf(entry);
    const bool tail = data.fragment != format::kNoFragment;
    if (data.blockCount != format::blockWordCount(entry.size, data.fragment, m_job.options.blockSize) || (data.blockCount > 0 && data.words().data() == nullptr))
        return internalError("wrong number of block sizes for " + source::imagePath(entry));
    if (tail && (data.fragment >= m_job.fragments.size() || entry.size % m_job.options.blockSize == 0))
        return internalError("wrong fragment for " + source::imagePath(entry));
    return {};
}

Result<void> Planner::addOwner(Entry& entry)
{
    SQD_CHECK(checkContents(entry));
    if (!m_plan.ids.add(entry.uid) || !m_plan.ids.add(entry.gid))
        return refuse(entry, "more than 65,535 different users and groups", "store fewer owners, for instance with --all-root");
    entry.xattrIndex = format::kNoXattr;
    if (!entry.xattrs || entry.xattrs->empty())
        return {};
    auto number = m_plan.xattrs.add(*entry.xattrs);
    if (!number) {
        Error error = std::move(number).error();
        if (error.where.empty())
            error.where = source::imagePath(entry);
        return error;
    }
    entry.xattrIndex = *number;
    return {};
}

Result<void> Planner::addEntry(Entry& entry, FolderRecord& record)
{
    entry.inodeReference = m_plan.leafBytes;
    if (entry.parent != record.folder)
        return internalError("entry in a foreign folder at " + source::imagePath(entry));
    if (entry.linkOwner != nullptr) {
        const Entry& owner = *entry.linkOwner;
        if (entry.type == InodeType::Directory || owner.linkOwner != nullptr || owner.type != entry.type || owner.dropped)
            return internalError("wrong owner of a hard link at " + source::imagePath(entry));
        return {};
    }
    SQD_CHECK(addOwner(entry));
    if (++m_inodes >= m_limits.inodes)  // the root comes on top
        return refuse(entry, "more files than an image can hold (2^32)");
    entry.inodeNumber = static_cast<std::uint32_t>(m_inodes);
    if (entry.type == InodeType::Directory) {
        if (!entry.folder || entry.folder->self != &entry)
            return internalError("directory without its folder at " + source::imagePath(entry));
        ++record.subfolders;
        return {};
    }
    m_plan.leafBytes += leafInodeBytes(entry);
    return {};
}

Result<void> Planner::addFolder(Folder& folder, std::uint32_t depth)
{
    FolderRecord record{&folder, m_plan.leafBytes, depth, 0};
    const Entry* before = nullptr;
    for (Entry& entry : std::span(folder.entries.get(), folder.count)) {
        if (entry.dropped) {
            entry.inodeReference = m_plan.leafBytes;
            continue;
        }
        SQD_CHECK(checkName(entry, before));
        SQD_CHECK(addEntry(entry, record));
        before = &entry;
    }
    m_plan.levels = std::max(m_plan.levels, depth + 1);
    m_plan.folders.push_back(record);
    return {};
}

Result<MetadataPlan> Planner::run()
{
    Entry& root = m_job.tree.root;
    if (root.type != InodeType::Directory || !root.folder || root.folder->self != &root)
        return internalError("tree without a root folder");
    SQD_CHECK(addOwner(root));
    std::vector<std::pair<Folder*, std::uint32_t>> waiting{{root.folder.get(), 0}};
    while (!waiting.empty()) {
        if (m_job.stop.stop_requested())
            return cancelledError();
        const auto [folder, depth] = waiting.back();
        waiting.pop_back();
        SQD_CHECK(addFolder(*folder, depth));
        if (m_plan.folders.back().subfolders == 0)
            continue;
        for (std::uint32_t i = folder->count; i > 0; --i) {
            const Entry& entry = folder->entries[i - 1];
            if (entry.type == InodeType::Directory && !entry.dropped)
                waiting.emplace_back(entry.folder.get(), depth + 1);
        }
    }
    root.inodeNumber = static_cast<std::uint32_t>(++m_inodes);
    m_plan.inodes = root.inodeNumber;
    return std::move(m_plan);
}

}  // namespace

Result<MetadataPlan> planMetadata(const MetadataJob& job, const MetadataLimits& limits)
{
    return Planner(job, limits).run();
}

}  // namespace sqd::pack
