// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_source.h"

#include "source/filter.h"
#include "source/mode_expression.h"
#include "source/warning_log.h"
#include "tar/tar_file_reader.h"
#include "tar/tar_indexer.h"
#include "tar/tar_tree.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_map>

namespace sqd::tar {

using format::InodeType;
using source::Entry;
using source::Folder;

namespace {

class TarSource final : public source::Source {
public:
    TarSource(std::unique_ptr<io::RandomAccessFile> file, TarOptions options, source::DirectoryOptions common)
        : m_file(std::move(file)), m_options(std::move(options)), m_common(std::move(common)), m_tree(m_options) {}
    Result<void> prepare(const std::optional<Error>& damage, const std::stop_token& stop, TarProgress& progress);
    Result<void> open(source::Tree& tree) override;
    Result<std::uint32_t> beginListing(Folder& folder) override;
    Result<void> fillEntries(Folder& folder, std::uint32_t first, std::uint32_t count) override;
    Result<void> endListing(Folder& folder) override;
    [[nodiscard]] std::uint64_t excludedCount() const override { return m_excluded.load(std::memory_order_relaxed); }
    Result<std::unique_ptr<source::FileReader>> openFile(const Entry& entry) override;
    [[nodiscard]] std::string sourcePath(const Entry& entry) const override;
    [[nodiscard]] std::vector<source::Warning> warnings() const override { return m_log.all(); }
    [[nodiscard]] std::uint64_t warningCount() const override { return m_log.count(); }

private:
    using Child = std::pair<std::string_view, std::uint32_t>;
    [[nodiscard]] std::vector<Child> keptChildren(const Folder& folder);
    void describe(const Inode& inode, Entry& entry) const;
    [[nodiscard]] const Inode& inodeOf(const Entry& entry) const { return m_tree.inode(static_cast<std::uint32_t>(entry.sourceInode)); }

    const std::unique_ptr<io::RandomAccessFile> m_file;
    const TarOptions m_options;
    const source::DirectoryOptions m_common;
    source::WarningLog m_log;
    source::PathFilter m_filter;
    std::optional<source::ModeExpression> m_mode;
    TarTree m_tree;  // not changed any more once prepare() is through
    std::atomic<std::uint64_t> m_excluded{0};
};

Result<void> TarSource::prepare(const std::optional<Error>& damage, const std::stop_token& stop, TarProgress& progress)
{
    SQD_TRY(m_filter, source::PathFilter::compile(m_common.excludeGlobs, m_common.excludeRegexes));
    if (m_common.chmod) {
        SQD_TRY(m_mode, source::ModeExpression::compile(*m_common.chmod));
    }
    return TarIndexer(*m_file, m_options, m_common, m_log, m_tree, progress.entries).run(damage, stop);
}

static std::uint32_t mapped(std::uint32_t id, const std::optional<std::uint32_t>& fixed, const std::map<std::uint32_t, std::uint32_t>& map)
{
    const auto found = map.find(id);
    return fixed ? *fixed : found == map.end() ? id : found->second;
}

void TarSource::describe(const Inode& inode, Entry& entry) const
{
    entry.type = inode.type;
    entry.mode = inode.mode;
    if (m_mode && inode.type != InodeType::Symlink)  // as chmod -R: a link has no mode of its own
        entry.mode = m_mode->apply(entry.mode, inode.type == InodeType::Directory);
    entry.uid = mapped(inode.uid, m_common.uid, m_common.uidMap);
    entry.gid = mapped(inode.gid, m_common.gid, m_common.gidMap);
    entry.device = inode.device;
    const auto time = static_cast<std::uint32_t>(inode.mtime);
    entry.mtime = m_common.mtime.value_or(std::min(time, m_common.mtimeLimit.value_or(time)));
    entry.sourceMtime = inode.mtime;
    entry.hasOtherNames = inode.links > 1;
    if (inode.type == InodeType::File || inode.type == InodeType::Symlink)
        entry.size = inode.size;
    if (inode.type == InodeType::Symlink) {
        entry.target = std::make_unique_for_overwrite<char[]>(inode.target.size());
        std::memcpy(entry.target.get(), inode.target.data(), inode.target.size());
    }
    if (inode.xattrs)
        entry.xattrs = std::make_unique<source::Xattrs>(*inode.xattrs);
    static constexpr const char* kOpaque = "trusted.overlay.opaque";
    if (!inode.opaque)
        return;
    if (!entry.xattrs)
        entry.xattrs = std::make_unique<source::Xattrs>();
    std::erase_if(*entry.xattrs, [](const auto& xattr) { return xattr.first == kOpaque; });
    entry.xattrs->emplace_back(kOpaque, "y");
    std::ranges::sort(*entry.xattrs);
}

Result<void> TarSource::open(source::Tree& tree)
{
    tree.root.name = "";
    tree.root.sourceInode = TarTree::kRoot;
    describe(m_tree.inode(TarTree::kRoot), tree.root);
    tree.root.folder = std::make_unique<Folder>();
    tree.root.folder->self = &tree.root;
    return {};
}

std::vector<TarSource::Child> TarSource::keptChildren(const Folder& folder)
{
    std::vector<Child> kept;
    if (m_common.maxDepth && folder.depth >= *m_common.maxDepth)
        return kept;
    const auto& children = inodeOf(*folder.self).children;
    kept.reserve(children.size());
    const std::string path = m_filter.empty() ? "" : source::imagePath(*folder.self).substr(1);
    for (const auto& [name, inode] : children) {
        if (!m_filter.empty() && m_filter.excludes(path, name, m_tree.inode(inode).type == InodeType::Directory))
            m_excluded.fetch_add(1, std::memory_order_relaxed);
        else
            kept.emplace_back(name, inode);
    }
    return kept;
}

Result<std::uint32_t> TarSource::beginListing(Folder& folder)
{
    const std::vector<Child> children = keptChildren(folder);
    std::size_t poolBytes = 0;
    for (const Child& child : children)
        poolBytes += child.first.size();
    folder.names = std::make_unique_for_overwrite<char[]>(poolBytes);
    folder.entries = std::make_unique<Entry[]>(children.size());
    folder.count = static_cast<std::uint32_t>(children.size());
    char* pool = folder.names.get();
    for (std::size_t i = 0; i < children.size(); ++i) {
        const auto& [name, inode] = children[i];
        Entry& entry = folder.entries[i];
        std::memcpy(pool, name.data(), name.size());
        entry.name = pool;
        entry.nameLength = static_cast<std::uint16_t>(name.size());
        entry.parent = &folder;
        entry.sourceInode = inode;
        pool += name.size();
    }
    return folder.count;
}

Result<void> TarSource::fillEntries(Folder& folder, std::uint32_t first, std::uint32_t count)
{
    if (first > folder.count || count > folder.count - first)
        return internalError("fillEntries() outside of a listing");
    for (std::uint32_t i = first; i < first + count; ++i)
        describe(inodeOf(folder.entries[i]), folder.entries[i]);
    return {};
}

Result<void> TarSource::endListing(Folder& folder)
{
    for (std::uint32_t i = 0; i < folder.count; ++i) {
        Entry& entry = folder.entries[i];
        if (entry.type != InodeType::Directory)
            continue;
        entry.folder = std::make_unique<Folder>();
        entry.folder->self = &entry;
        entry.folder->depth = folder.depth + 1;
    }
    return {};
}

Result<std::unique_ptr<source::FileReader>> TarSource::openFile(const Entry& entry)
{
    const Inode& inode = inodeOf(entry);
    return std::unique_ptr<source::FileReader>(std::make_unique<TarFileReader>(*m_file, inode));
}

std::string TarSource::sourcePath(const Entry& entry) const
{
    const std::string path = source::imagePath(entry).substr(1);
    return path.empty() ? m_options.file : path;
}

}  // namespace

Result<std::unique_ptr<source::Source>> makeTarSource(std::unique_ptr<io::RandomAccessFile> file, TarOptions options,
                                                      source::DirectoryOptions common, const std::stop_token& stop, TarProgress& progress,
                                                      const std::optional<Error>& damage)
{
    options.file = file->name();
    auto source = std::make_unique<TarSource>(std::move(file), std::move(options), std::move(common));
    SQD_CHECK(source->prepare(damage, stop, progress));
    return std::unique_ptr<source::Source>(std::move(source));
}

Result<std::unique_ptr<source::Source>> makeTarSource(TarInput input, TarOptions options, source::DirectoryOptions common,
                                                      const std::string& scratchFolder, const std::stop_token& stop, TarProgress& progress)
{
    SQD_TRY(PlainTar plain, input.makePlain(scratchFolder, stop, progress.bytes));
    return makeTarSource(std::move(plain.file), std::move(options), std::move(common), stop, progress, plain.damage);
}

}  // namespace sqd::tar
