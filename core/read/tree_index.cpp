// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/tree_index.h"

#include "concurrency/first_error.h"
#include "concurrency/worker_group.h"
#include "read/block_list.h"
#include "read/directory_reader.h"
#include "read/image.h"
#include "read/limits.h"
#include "read/metadata_reader.h"
#include "read/read_error.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace sqd::read {

namespace {

// A folder with fewer entries is read by the asking thread alone: starting threads costs as much.
constexpr std::size_t kParallelEntries = 16'384;
constexpr std::size_t kGrain = 4096;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

unsigned char folded(char c)
{
    return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

std::size_t digitsEnd(std::string_view text, std::size_t at)
{
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return at;
}

std::size_t zerosEnd(std::string_view text, std::size_t at, std::size_t end)
{
    while (at + 1 < end && text[at] == '0')
        ++at;
    return at;
}

// -1, 0, 1 for the runs of digits that begin at `a` and `b`, which move behind them.
int compareNumbers(std::string_view first, std::size_t& a, std::string_view second, std::size_t& b)
{
    const std::size_t endA = digitsEnd(first, a);
    const std::size_t endB = digitsEnd(second, b);
    const std::string_view numberA = first.substr(zerosEnd(first, a, endA), endA - zerosEnd(first, a, endA));
    const std::string_view numberB = second.substr(zerosEnd(second, b, endB), endB - zerosEnd(second, b, endB));
    a = endA;
    b = endB;
    if (numberA.size() != numberB.size())
        return numberA.size() < numberB.size() ? -1 : 1;
    const int order = numberA.compare(numberB);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

bool entryLess(const FolderListing& listing, const IndexEntry& a, const IndexEntry& b)
{
    if (a.isDirectory() != b.isDirectory())
        return a.isDirectory();
    return naturalLess(listing.name(a), listing.name(b));
}

void sortEntries(FolderListing& listing, int workers)
{
    std::vector<IndexEntry>& entries = listing.entries;
    const auto less = [&listing](const IndexEntry& a, const IndexEntry& b) { return entryLess(listing, a, b); };
    // Most folders are stored in this order already.
    if (std::is_sorted(entries.begin(), entries.end(), less))
        return;
    std::vector<std::uint32_t> order(entries.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto byIndex = [&](std::uint32_t a, std::uint32_t b) { return less(entries[a], entries[b]); };
    const std::size_t parts = entries.size() >= kParallelEntries ? static_cast<std::size_t>(std::max(1, workers)) : 1;
    const auto cut = [&](std::size_t part) { return order.begin() + static_cast<std::ptrdiff_t>(order.size() * part / parts); };
    concurrency::WorkerGroup(parts > 1 ? workers : 0).parallelFor(parts, 1, [&](int, std::size_t part) { std::sort(cut(part), cut(part + 1), byIndex); });
    for (std::size_t part = 1; part < parts; ++part)
        std::inplace_merge(order.begin(), cut(part), cut(part + 1), byIndex);
    std::vector<IndexEntry> sorted;
    sorted.reserve(entries.size());
    for (const std::uint32_t index : order)
        sorted.push_back(entries[index]);
    entries = std::move(sorted);
}

void markDuplicates(FolderListing& listing)
{
    std::unordered_set<std::string_view> seen;
    for (IndexEntry& entry : listing.entries) {
        if (!seen.insert(listing.name(entry)).second && entry.damage == EntryDamage::None)
            entry.damage = EntryDamage::Duplicate;
    }
}

}  // namespace

bool naturalLess(std::string_view first, std::string_view second)
{
    std::size_t a = 0;
    std::size_t b = 0;
    while (a < first.size() && b < second.size()) {
        if (isDigit(first[a]) && isDigit(second[b])) {
            if (const int order = compareNumbers(first, a, second, b); order != 0)
                return order < 0;
            continue;
        }
        if (const unsigned char x = folded(first[a]), y = folded(second[b]); x != y)
            return x < y;
        ++a;
        ++b;
    }
    if ((a < first.size()) != (b < second.size()))
        return b < second.size();
    return first < second;
}

std::optional<std::uint32_t> FolderListing::find(std::string_view wanted) const
{
    // Folders and the rest are two sorted runs.
    const auto border = std::partition_point(entries.begin(), entries.end(), [](const IndexEntry& entry) { return entry.isDirectory(); });
    const auto search = [&](auto from, auto to) -> std::optional<std::uint32_t> {
        const auto at = std::lower_bound(from, to, wanted, [this](const IndexEntry& entry, std::string_view text) { return naturalLess(name(entry), text); });
        if (at == to || name(*at) != wanted)
            return std::nullopt;
        return static_cast<std::uint32_t>(at - entries.begin());
    };
    const auto found = search(entries.begin(), border);
    return found ? found : search(border, entries.end());
}

TreeIndex::TreeIndex(std::shared_ptr<const Image> image) : m_image(std::move(image)), m_listingBytesLeft(m_image->directoryTable().bytesLeft(0))
{
    Folder root;
    root.reference = m_image->root().reference;
    m_byReference.emplace(root.reference, kRootFolder);
    m_folders.push_back(std::move(root));
}

TreeIndex::~TreeIndex() = default;

std::shared_ptr<const FolderListing> TreeIndex::loaded(FolderId folder) const
{
    const std::lock_guard lock(m_mutex);
    return folder < m_folders.size() ? m_folders[folder].listing : nullptr;
}

std::uint32_t TreeIndex::folderCount() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<std::uint32_t>(m_folders.size());
}

Result<std::shared_ptr<const FolderListing>> TreeIndex::load(FolderId folder, int workers, std::stop_token stop)
{
    std::uint64_t reference = 0;
    std::uint32_t depth = 0;
    {
        std::unique_lock lock(m_mutex);
        if (folder >= m_folders.size())
            return internalError("the index has no such folder");
        m_changed.wait(lock, stop, [&] { return m_folders[folder].state != State::Reading; });
        if (m_folders[folder].state == State::Read)
            return m_folders[folder].listing;
        if (stop.stop_requested())
            return cancelledError();
        m_folders[folder].state = State::Reading;
        reference = m_folders[folder].reference;
        depth = m_folders[folder].depth;
    }
    auto listing = read(reference, depth, workers, std::move(stop));
    if (!listing) {
        giveUp(folder);
        return std::move(listing).error();
    }
    const std::lock_guard lock(m_mutex);
    registerFolders(folder, depth, **listing);
    m_folders[folder].listing = *std::move(listing);
    m_folders[folder].state = State::Read;
    m_changed.notify_all();
    return m_folders[folder].listing;
}

void TreeIndex::giveUp(FolderId folder)
{
    const std::lock_guard lock(m_mutex);
    m_folders[folder].state = State::Unread;
    m_changed.notify_all();
}

Result<std::shared_ptr<FolderListing>> TreeIndex::read(std::uint64_t reference, std::uint32_t depth, int workers, std::stop_token stop)
{
    auto listing = std::make_shared<FolderListing>();
    auto inode = m_image->inode(reference);
    if (!inode) {
        listing->damage = std::move(inode).error();
        return listing;
    }
    // Listings never overlap, so all of them together are no longer than the table; folders that share one would never end otherwise.
    std::uint64_t left = m_listingBytesLeft.load();
    do {
        if (inode->listingBytes > left) {
            listing->damage = corruptError("directory listing", std::to_string(inode->listingBytes) + " bytes are more than the directory table holds besides the other listings", inode->position);
            return listing;
        }
    } while (!m_listingBytesLeft.compare_exchange_weak(left, left - inode->listingBytes));
    Directory directory = readDirectory(*m_image, *inode);
    const std::size_t count = directory.entries.size();
    const auto giveBack = [&](Error error) {
        m_listingBytesLeft += inode->listingBytes;
        return error;
    };
    if (m_entries.fetch_add(count) + count > kMaxIndexedEntries) {
        m_entries -= count;
        return giveBack(limitError(m_image->name(), "the image has more than " + std::to_string(kMaxIndexedEntries) + " entries", inode->position));
    }
    listing->damage = std::move(directory.damage);
    listing->names = std::move(directory.names);
    listing->entries.resize(count);
    const int threads = count >= kParallelEntries ? workers : 0;
    concurrency::WorkerGroup(threads).parallelFor(count, kGrain, [&](int, std::size_t index) {
        if (!stop.stop_requested())
            readEntry(directory, index, *listing, depth);
    });
    if (stop.stop_requested()) {
        m_entries -= count;
        return giveBack(cancelledError());
    }
    if (!directory.sorted)
        markDuplicates(*listing);
    sortEntries(*listing, threads);
    return listing;
}

void TreeIndex::readEntry(const Directory& directory, std::size_t index, FolderListing& listing, std::uint32_t depth) const
{
    const DirectoryEntry& stored = directory.entries[index];
    IndexEntry& entry = listing.entries[index];
    entry.nameOffset = stored.nameOffset;
    // Longer ones are unusable anyway, and told so.
    entry.nameLength = static_cast<std::uint16_t>(std::min<std::uint32_t>(stored.nameLength, 0xFFFF));
    entry.reference = stored.reference;
    entry.number = stored.number;
    if (stored.type >= 1 && stored.type <= 7)
        entry.type = static_cast<format::InodeType>(stored.type);
    if (!isUsableName(listing.name(entry))) {
        entry.damage = EntryDamage::Name;
        return;
    }
    const auto inode = m_image->inode(stored.reference);
    if (!inode) {
        entry.damage = EntryDamage::Record;
        return;
    }
    if (stored.type != static_cast<std::uint16_t>(inode->type))
        entry.damage = EntryDamage::Type;
    else if (stored.number != inode->number)
        entry.damage = EntryDamage::Number;
    else if (inode->isDirectory() && depth + 1 > kMaxDepth)
        entry.damage = EntryDamage::Depth;
    entry.type = inode->type;
    entry.number = inode->number;
    entry.sizeBytes = inode->sizeBytes;
    entry.mtime = inode->mtime;
    entry.uid = inode->uid;
    entry.gid = inode->gid;
    entry.links = inode->links;
    entry.mode = inode->mode;
    if (!inode->isFile())
        return;
    entry.fragment = inode->fragment;
    const auto blocks = forEachBlock(*m_image, *inode, [&entry](const BlockPlace& block) { entry.storedBytes += block.word & format::kBlockSizeMask; });
    if (!blocks && entry.damage == EntryDamage::None)
        entry.damage = EntryDamage::Blocks;
}

void TreeIndex::registerFolders(FolderId parent, std::uint32_t depth, FolderListing& listing)
{
    for (std::size_t row = 0; row < listing.entries.size(); ++row) {
        IndexEntry& entry = listing.entries[row];
        if (!entry.isDirectory() || entry.damage != EntryDamage::None)
            continue;
        const auto id = static_cast<FolderId>(m_folders.size());
        if (!m_byReference.emplace(entry.reference, id).second) {
            entry.damage = EntryDamage::Loop;
            continue;
        }
        entry.folder = id;
        Folder folder;
        folder.reference = entry.reference;
        folder.place = {parent, static_cast<std::uint32_t>(row)};
        folder.depth = depth + 1;
        m_folders.push_back(std::move(folder));
    }
}

Result<void> TreeIndex::loadAll(int workers, std::stop_token stop)
{
    if (complete())
        return {};
    // Folders that this call has taken, and how many of them are being read: new ones come only out of those.
    std::mutex mutex;
    std::condition_variable_any changed;
    FolderId next = 0;
    int reading = 0;
    concurrency::FirstError failure;
    const auto take = [&]() -> FolderId {
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [&] { return failure.isSet() || next < folderCount() || reading == 0; });
        if (failure.isSet() || stop.stop_requested() || next >= folderCount())
            return kNoFolder;
        ++reading;
        return next++;
    };
    concurrency::WorkerGroup group(std::max(0, workers));
    group.start([&](int) {
        for (FolderId folder = take(); folder != kNoFolder; folder = take()) {
            // Reads a long folder with all processors: the others have nothing to do then, or finish soon.
            if (auto done = load(folder, workers, stop); !done)
                failure.set(std::move(done).error());
            const std::lock_guard lock(mutex);
            --reading;
            changed.notify_all();
        }
        changed.notify_all();
    });
    group.join();
    if (auto error = failure.get())
        return *std::move(error);
    if (stop.stop_requested())
        return cancelledError();
    m_complete.store(true, std::memory_order_release);
    return {};
}

std::optional<EntryPlace> TreeIndex::placeOf(FolderId folder) const
{
    const std::lock_guard lock(m_mutex);
    if (folder == kRootFolder || folder >= m_folders.size())
        return std::nullopt;
    return m_folders[folder].place;
}

std::string TreeIndex::path(FolderId folder) const
{
    if (folder == kRootFolder)
        return "/";
    std::vector<std::pair<std::shared_ptr<const FolderListing>, std::uint32_t>> parts;
    {
        const std::lock_guard lock(m_mutex);
        while (folder != kRootFolder && folder < m_folders.size()) {
            const EntryPlace place = m_folders[folder].place;
            parts.emplace_back(m_folders[place.folder].listing, place.row);
            folder = place.folder;
        }
    }
    std::string text;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        text += '/';
        text += part->first->name(part->first->entries[part->second]);
    }
    return text;
}

std::string TreeIndex::path(const EntryPlace& place) const
{
    std::string text = path(place.folder);
    const auto listing = loaded(place.folder);
    if (!listing || place.row >= listing->entries.size())
        return text;
    if (text != "/")
        text += '/';
    text += listing->name(listing->entries[place.row]);
    return text;
}

Result<std::optional<EntryPlace>> TreeIndex::find(std::string_view path, std::stop_token stop)
{
    std::optional<EntryPlace> place;
    FolderId folder = kRootFolder;
    std::size_t at = 0;
    while (at < path.size()) {
        const std::size_t slash = std::min(path.find('/', at), path.size());
        const std::string_view part = path.substr(at, slash - at);
        at = slash + 1;
        if (part.empty())
            continue;
        if (folder == kNoFolder)
            return inputError(std::string(path), "a part of the path is no folder", 0);
        SQD_TRY(const auto listing, load(folder, 0, stop));
        const auto row = listing->find(part);
        if (!row)
            return inputError(std::string(path), "no such file or directory in the image", 0);
        place = EntryPlace{folder, *row};
        folder = listing->entries[*row].folder;
    }
    return place;
}

}  // namespace sqd::read
