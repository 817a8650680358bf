// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/directory_source.h"

#include "source/descriptor_budget.h"
#include "source/entry_reader.h"
#include "source/filter.h"
#include "source/long_path.h"
#include "source/name_list.h"
#include "source/source_file_reader.h"
#include "source/source_roots.h"
#include "source/warning_log.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <unordered_map>

namespace sqd::source {

using format::InodeType;

namespace {

// One folder between beginListing() and endListing().
struct Listing {
    std::string path;                   // source path of the folder
    DescriptorBudget::Permit permit;
    io::UniqueFd fd;                    // open while permit is held
    std::vector<unsigned char> dropped; // by index; a byte each, so that ranges can be filled at once
};

class DirectorySource final : public Source {
public:
    DirectorySource(DirectoryOptions options, SourceRoots roots) : m_options(std::move(options)), m_roots(std::move(roots)) {}
    Result<void> prepare();
    void ignoreFile(std::uint64_t device, std::uint64_t inode) override { m_reader->ignore(device, inode); }
    Result<void> open(Tree& tree) override;
    Result<std::uint32_t> beginListing(Folder& folder) override;
    Result<void> fillEntries(Folder& folder, std::uint32_t first, std::uint32_t count) override;
    Result<void> endListing(Folder& folder) override;
    Result<void> scanResult() const override;
    [[nodiscard]] std::uint64_t excludedCount() const override { return m_excluded.load(std::memory_order_relaxed); }
    Result<std::unique_ptr<FileReader>> openFile(const Entry& entry) override;
    Result<void> readWhole(const Entry& entry, std::span<std::byte> out) override;
    [[nodiscard]] std::string sourcePath(const Entry& entry) const override;
    [[nodiscard]] std::vector<Warning> warnings() const override { return m_log.all(); }
    [[nodiscard]] std::uint64_t warningCount() const override { return m_log.count(); }

private:
    [[nodiscard]] bool holdsRoots(const Folder& folder) const { return folder.depth == 0 && !m_roots.contentsAreRoot; }
    [[nodiscard]] bool isSource(const Entry& entry) const;
    [[nodiscard]] bool isListed(const Folder& folder) const;
    [[nodiscard]] int linkFlags(const Entry& entry) const;
    io::UniqueFd openFolder(const Folder& folder, const std::string& path);
    void listRoots(Folder& folder) const;
    void listNames(Folder& folder, const Listing& listing, int fd);
    bool isExcluded(const std::string& imageFolder, int fd, std::string_view name, unsigned char type);
    Result<void> fillRange(Folder& folder, Listing& listing, int fd, std::uint32_t first, std::uint32_t last);
    std::shared_ptr<Listing> listingOf(const Folder& folder) const;

    const DirectoryOptions m_options;
    const SourceRoots m_roots;
    WarningLog m_log;
    DescriptorBudget m_budget;
    PathOpener m_opener;
    PathFilter m_filter;
    std::unique_ptr<EntryReader> m_reader;
    std::atomic<std::uint64_t> m_excluded{0};
    mutable std::mutex m_mutex;
    std::unordered_map<const Folder*, std::shared_ptr<Listing>> m_listings;  // guarded by m_mutex
};

Result<void> DirectorySource::prepare()
{
    SQD_TRY(m_filter, PathFilter::compile(m_options.excludeGlobs, m_options.excludeRegexes));
    SQD_TRY(m_reader, EntryReader::create(m_options, m_log));
    return {};
}

Result<void> DirectorySource::open(Tree& tree)
{
    tree.root.type = InodeType::Directory;
    tree.root.name = "";
    if (m_roots.contentsAreRoot) {
        const SourceRoot& root = m_roots.roots.front();
        const std::string none;
        SQD_TRY(const EntryReader::Outcome outcome, m_reader->read({AT_FDCWD, none, root.path.c_str(), true}, tree.root));
        if (outcome == EntryReader::Outcome::Dropped || tree.root.type != InodeType::Directory)
            return inputError(root.path, "is no folder any more", 0);
        const io::UniqueFd fd = m_opener.open(root.path, O_RDONLY | O_DIRECTORY);
        if (!fd || m_reader->searchDenied(fd.get()))
            return inputError(root.path, "cannot be read", fd ? EACCES : errno);
    } else {  // a folder that no source has: the usual mode, root's, as new as the newest of them
        std::int64_t newest = 0;
        for (const SourceRoot& root : m_roots.roots) {
            struct stat st {};
            if (::fstatat(AT_FDCWD, root.path.c_str(), &st, root.follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0)
                return inputError(root.path, "cannot be read", errno);
            newest = std::max<std::int64_t>(newest, st.st_mtim.tv_sec);
        }
        tree.root.mode = 0755;
        tree.root.uid = m_options.uid.value_or(0);
        tree.root.gid = m_options.gid.value_or(0);
        tree.root.mtime = m_reader->limitedTime(static_cast<std::uint32_t>(std::min<std::int64_t>(newest, 0xFFFFFFFF)));
    }
    tree.root.folder = std::make_unique<Folder>();
    tree.root.folder->self = &tree.root;
    return {};
}

// True for an entry that is one of the sources, whose path is what the user typed.
bool DirectorySource::isSource(const Entry& entry) const
{
    return entry.parent == nullptr ? m_roots.contentsAreRoot : holdsRoots(*entry.parent);
}

std::string DirectorySource::sourcePath(const Entry& entry) const
{
    std::size_t length = 0;  // of the names below the source, each with its slash
    const Entry* top = &entry;
    for (; !isSource(*top); top = top->parent->self) {
        if (top->parent == nullptr)
            return "/";  // the root over several sources
        length += top->nameLength + 1U;
    }
    const std::string& root = m_roots.roots[top->sourceIndex].path;
    std::string path;
    path.resize(root.size() + length - (root.back() == '/' && length != 0 ? 1 : 0));
    std::size_t end = path.size();
    for (const Entry* at = &entry; at != top; at = at->parent->self) {
        end -= at->nameLength;
        std::memcpy(path.data() + end, at->name, at->nameLength);
        path[--end] = '/';
    }
    std::memcpy(path.data(), root.data(), root.size());
    return path;
}

// Whether a folder is looked into: not below the depth that was asked for, not on another file system.
bool DirectorySource::isListed(const Folder& folder) const
{
    if (m_options.maxDepth && folder.depth >= *m_options.maxDepth)
        return false;
    return holdsRoots(folder) || !m_options.oneFileSystem || folder.self->sourceDevice == shortDevice(m_roots.roots[folder.sourceIndex].device);
}

int DirectorySource::linkFlags(const Entry& entry) const
{
    const bool follow = m_options.followLinks || (isSource(entry) && m_roots.roots[entry.sourceIndex].follow);
    return follow ? 0 : O_NOFOLLOW;
}

// Opening may mount something in the folder's place (autofs): that is another folder than the one seen before, and no foul play.
static bool isMountRoot(int fd)
{
    struct statx st {};
    return ::statx(fd, "", AT_EMPTY_PATH, STATX_INO, &st) == 0 && (st.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

// Opens a folder and makes sure that it is the one that was scanned; what is wrong becomes a warning.
io::UniqueFd DirectorySource::openFolder(const Folder& folder, const std::string& path)
{
    const int flags = O_RDONLY | O_DIRECTORY | linkFlags(*folder.self);
    io::UniqueFd fd = m_opener.open(path, flags | O_NOATIME);
    if (!fd && errno == EPERM)
        fd = m_opener.open(path, flags);
    if (!fd) {
        if (errno == ENOENT)
            m_log.add({path, "disappeared while it was scanned", true, true});
        else
            m_log.addUnreadable(path, true, "cannot be read", errno);
        return fd;
    }
    struct stat st {};
    const bool same = ::fstat(fd.get(), &st) == 0 && st.st_ino == folder.self->sourceInode && shortDevice(st.st_dev) == folder.self->sourceDevice;
    if (!same && (m_options.oneFileSystem || !isMountRoot(fd.get()))) {
        m_log.addUnreadable(path, true, "was replaced while it was scanned", 0);
        fd.reset();
    } else if (m_reader->searchDenied(fd.get())) {
        m_log.addUnreadable(path, true, "cannot be searched", EACCES);
        fd.reset();
    }
    return fd;
}

static void allocate(Folder& folder, std::size_t count, std::size_t poolBytes)
{
    folder.names = std::make_unique_for_overwrite<char[]>(poolBytes);
    folder.entries = std::make_unique<Entry[]>(count);
    folder.count = static_cast<std::uint32_t>(count);
}

// Names stand in the pool with a NUL after each, so that they can go to system calls as they are.
static char* placeName(Folder& folder, std::size_t index, char* pool, std::string_view name)
{
    Entry& entry = folder.entries[index];
    std::memcpy(pool, name.data(), name.size());
    pool[name.size()] = '\0';
    entry.name = pool;
    entry.nameLength = static_cast<std::uint16_t>(name.size());
    entry.parent = &folder;
    entry.sourceIndex = folder.sourceIndex;
    return pool + name.size() + 1;
}

void DirectorySource::listRoots(Folder& folder) const
{
    std::size_t bytes = 0;
    for (const SourceRoot& root : m_roots.roots)
        bytes += root.name.size() + 1;
    allocate(folder, m_roots.roots.size(), bytes);
    char* pool = folder.names.get();
    for (std::uint32_t i = 0; i < folder.count; ++i) {
        pool = placeName(folder, i, pool, m_roots.roots[i].name);
        folder.entries[i].sourceIndex = static_cast<std::uint16_t>(i);  // resolveRoots() takes no more
    }
}

bool DirectorySource::isExcluded(const std::string& imageFolder, int fd, std::string_view name, unsigned char type)
{
    bool isFolder = type == DT_DIR;
    if (m_filter.looksAtFolders() && (type == DT_UNKNOWN || (type == DT_LNK && m_options.followLinks))) {
        struct stat st {};
        isFolder = ::fstatat(fd, name.data(), &st, m_options.followLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode);
    }
    if (!m_filter.excludes(imageFolder, name, isFolder))
        return false;
    m_excluded.fetch_add(1, std::memory_order_relaxed);
    return true;
}

void DirectorySource::listNames(Folder& folder, const Listing& listing, int fd)
{
    const std::string imageFolder = m_filter.empty() ? "" : imagePath(*folder.self).substr(1);
    NameList names;
    const int failed = names.read(fd, [&](std::string_view name, unsigned char type) {
        return m_filter.empty() || !isExcluded(imageFolder, fd, name, type);
    });
    if (failed != 0)
        m_log.addUnreadable(listing.path, true, "cannot be read to its end", failed);
    names.sort();
    allocate(folder, names.size(), names.poolBytes());
    char* pool = folder.names.get();
    for (std::size_t i = 0; i < names.size(); ++i)
        pool = placeName(folder, i, pool, names[i]);
}

Result<std::uint32_t> DirectorySource::beginListing(Folder& folder)
{
    auto listing = std::make_shared<Listing>();
    folder.count = 0;
    if (isListed(folder)) {
        if (holdsRoots(folder)) {
            listRoots(folder);
        } else {
            listing->path = sourcePath(*folder.self);
            listing->permit = m_budget.tryKeep();
            std::optional<DescriptorBudget::Turn> turn;
            if (!listing->permit)
                turn.emplace(m_budget);
            io::UniqueFd fd = openFolder(folder, listing->path);
            if (fd)
                listNames(folder, *listing, fd.get());
            if (listing->permit && folder.count != 0)
                listing->fd = std::move(fd);
        }
    }
    listing->dropped.resize(folder.count);
    const std::lock_guard lock(m_mutex);
    m_listings[&folder] = std::move(listing);
    return folder.count;
}

std::shared_ptr<Listing> DirectorySource::listingOf(const Folder& folder) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_listings.find(&folder);
    return found == m_listings.end() ? nullptr : found->second;
}

Result<void> DirectorySource::fillRange(Folder& folder, Listing& listing, int fd, std::uint32_t first, std::uint32_t last)
{
    const bool roots = holdsRoots(folder);
    for (std::uint32_t i = first; i < last; ++i) {
        Entry& entry = folder.entries[i];
        const SourceRoot& root = m_roots.roots[entry.sourceIndex];
        const Place place{fd, listing.path, roots ? root.path.c_str() : entry.name, m_options.followLinks || (roots && root.follow)};
        SQD_TRY(const EntryReader::Outcome outcome, m_reader->read(place, entry));
        listing.dropped[i] = outcome == EntryReader::Outcome::Dropped ? 1 : 0;
        // A folder of another file system stays as the empty place where it was mounted; a mounted file is left out.
        if (m_options.oneFileSystem && listing.dropped[i] == 0 && entry.type != InodeType::Directory && entry.sourceDevice != shortDevice(root.device)) {
            listing.dropped[i] = 1;
            m_excluded.fetch_add(1, std::memory_order_relaxed);
        }
    }
    return {};
}

Result<void> DirectorySource::fillEntries(Folder& folder, std::uint32_t first, std::uint32_t count)
{
    const auto listing = listingOf(folder);
    if (!listing || first > folder.count || count > folder.count - first)
        return internalError("fillEntries() outside of a listing");
    if (count == 0)
        return {};
    if (holdsRoots(folder))
        return fillRange(folder, *listing, AT_FDCWD, first, first + count);
    if (listing->fd)
        return fillRange(folder, *listing, listing->fd.get(), first, first + count);
    const DescriptorBudget::Turn turn(m_budget);
    const io::UniqueFd fd = openFolder(folder, listing->path);
    if (fd)
        return fillRange(folder, *listing, fd.get(), first, first + count);
    std::fill_n(listing->dropped.begin() + first, count, static_cast<unsigned char>(1));
    return {};
}

Result<void> DirectorySource::endListing(Folder& folder)
{
    std::shared_ptr<Listing> listing;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_listings.find(&folder);
        if (found == m_listings.end())
            return internalError("endListing() outside of a listing");
        listing = std::move(found->second);
        m_listings.erase(found);
    }
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < folder.count; ++i) {
        if (listing->dropped[i] != 0)
            continue;
        if (kept != i)
            folder.entries[kept] = std::move(folder.entries[i]);
        ++kept;
    }
    folder.count = kept;
    for (std::uint32_t i = 0; i < kept; ++i) {
        Entry& entry = folder.entries[i];
        if (entry.type != InodeType::Directory)
            continue;
        entry.folder = std::make_unique<Folder>();
        entry.folder->self = &entry;
        entry.folder->sourceIndex = entry.sourceIndex;
        entry.folder->depth = folder.depth + 1;
    }
    return {};
}

Result<void> DirectorySource::scanResult() const
{
    if (m_options.skipUnreadable)
        return {};
    return m_log.unreadable();
}

Result<std::unique_ptr<FileReader>> DirectorySource::openFile(const Entry& entry)
{
    return SourceFileReader::open(entry, sourcePath(entry), linkFlags(entry), m_opener, m_budget);
}

Result<void> DirectorySource::readWhole(const Entry& entry, std::span<std::byte> out)
{
    return SourceFileReader::readWhole(entry, sourcePath(entry), linkFlags(entry), m_opener, m_budget, out);
}

}  // namespace

Result<std::unique_ptr<Source>> makeDirectorySource(DirectoryOptions options)
{
    SQD_TRY(SourceRoots roots, resolveRoots(options.sources, options.keepAsDirectory, options.followLinks));
    auto source = std::make_unique<DirectorySource>(std::move(options), std::move(roots));
    SQD_CHECK(source->prepare());
    return std::unique_ptr<Source>(std::move(source));
}

}  // namespace sqd::source
