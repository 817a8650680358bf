// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/diff_side.h"

#include "format/inode.h"
#include "source/directory_source.h"

#include <utility>

namespace sqd::read {

namespace {

class FolderContents final : public DiffContents {
public:
    explicit FolderContents(std::unique_ptr<source::FileReader> reader) : m_reader(std::move(reader)) {}
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) override { return m_reader->readExact(offset, out); }
    [[nodiscard]] bool isHole(std::uint64_t offset, std::uint64_t length) override { return m_reader->nextData(offset) >= offset + length; }

private:
    std::unique_ptr<source::FileReader> m_reader;
};

class FolderTree final : public DiffTree {
public:
    explicit FolderTree(std::unique_ptr<source::Source> source) : m_source(std::move(source)) {}
    ~FolderTree() override
    {
        while (!m_stack.empty())
            m_stack.pop_back();  // the deepest first, so that no chain of them goes at once
    }
    Result<void> open() { return m_source->open(m_tree); }
    Result<bool> next(DiffItem& item) override;
    Result<DiffXattrs> xattrs(const DiffItem& item) override { return item.entry->xattrs ? *item.entry->xattrs : DiffXattrs(); }
    Result<std::unique_ptr<DiffContents>> open(const DiffItem& item) override
    {
        SQD_TRY(auto reader, m_source->openFile(*item.entry));
        return std::unique_ptr<DiffContents>(std::make_unique<FolderContents>(std::move(reader)));
    }
    std::vector<Finding> takeFindings() override;

private:
    struct Level {
        std::shared_ptr<ScannedFolder> scanned;
        std::uint32_t next = 0;
        std::size_t pathLength = 0;  // of m_here for this folder
    };
    Result<void> enter(std::unique_ptr<source::Folder> folder);
    void describe(const source::Entry& entry, DiffItem& item) const;

    const std::unique_ptr<source::Source> m_source;
    source::Tree m_tree;
    std::vector<Level> m_stack;
    std::string m_here;  // of the deepest folder, "" for the root
    bool m_begun = false;
};

void FolderTree::describe(const source::Entry& entry, DiffItem& item) const
{
    using format::InodeType;
    item.type = entry.type;
    item.mode = entry.mode;
    item.uid = entry.uid;
    item.gid = entry.gid;
    item.mtime = entry.mtime;
    item.size = entry.type == InodeType::File ? entry.size : 0;
    if (entry.type == InodeType::CharDevice || entry.type == InodeType::BlockDevice) {
        const format::DeviceNumber device = format::decodeDevice(entry.device);
        item.major = device.major;
        item.minor = device.minor;
    }
    if (entry.type == InodeType::Symlink)
        item.target = entry.targetView();
    item.manyNames = entry.hasOtherNames && entry.type != InodeType::Directory;
    item.identity = {entry.sourceDevice, entry.sourceInode};
    item.entry = &entry;
}

Result<void> FolderTree::enter(std::unique_ptr<source::Folder> folder)
{
    SQD_TRY(const std::uint32_t count, m_source->beginListing(*folder));
    SQD_CHECK(m_source->fillEntries(*folder, 0, count));
    SQD_CHECK(m_source->endListing(*folder));
    auto scanned = std::make_shared<ScannedFolder>();
    scanned->parent = m_stack.empty() ? nullptr : m_stack.back().scanned;
    scanned->folder = std::move(folder);
    m_stack.push_back({std::move(scanned), 0, m_here.size()});
    return {};
}

Result<bool> FolderTree::next(DiffItem& item)
{
    item = {};
    if (!std::exchange(m_begun, true)) {
        item.path = "/";
        describe(m_tree.root, item);
        SQD_CHECK(enter(std::move(m_tree.root.folder)));
        return true;
    }
    while (!m_stack.empty() && m_stack.back().next == m_stack.back().scanned->folder->count)
        m_stack.pop_back();
    if (m_stack.empty())
        return false;
    Level& level = m_stack.back();
    m_here.resize(level.pathLength);
    source::Entry& entry = level.scanned->folder->entries[level.next++];
    item.path = m_here + "/" + std::string(entry.nameView());
    item.folder = level.scanned;
    describe(entry, item);
    if (entry.folder) {
        m_here = item.path;
        SQD_CHECK(enter(std::move(entry.folder)));
    }
    return true;
}

std::vector<Finding> FolderTree::takeFindings()
{
    std::vector<Finding> findings;
    for (const source::Warning& warning : m_source->warnings())
        if (warning.skipped)
            findings.push_back({Severity::Error, "unreadable", 0, std::nullopt, warning.path + ": " + warning.what});
    return findings;
}

}  // namespace

Result<std::unique_ptr<DiffTree>> openFolderTree(const std::string& path)
{
    source::DirectoryOptions options;
    options.sources = {path};
    options.skipUnreadable = true;  // each is told, and the others are compared
    SQD_TRY(auto source, source::makeDirectorySource(std::move(options)));
    auto tree = std::make_unique<FolderTree>(std::move(source));
    SQD_CHECK(tree->open());
    return std::unique_ptr<DiffTree>(std::move(tree));
}

}  // namespace sqd::read
