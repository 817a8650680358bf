// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/image_facts.h"

#include "read/block_list.h"
#include "read/image.h"
#include "read/inode_scan.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace sqd::operation {

namespace {

// A suffix longer than this is a name with a dot in it.
constexpr std::size_t kMaxSuffix = 10;

std::string suffixOf(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size() || name.size() - dot - 1 > kMaxSuffix)
        return {};
    std::string suffix(name.substr(dot + 1));
    for (char& c : suffix) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c + ('a' - 'A'));
    }
    return suffix;
}

// Where a file's data lies; equal places are the same data.
struct DataPlace {
    std::uint64_t first = 0;   // image byte of the first block; files in a fragment: its index
    std::uint64_t second = 0;  // number of blocks; files in a fragment: offset and size
    std::uint64_t reference = 0;
    [[nodiscard]] auto key() const { return std::tie(first, second); }
};

std::optional<DataPlace> dataPlace(const read::Inode& inode)
{
    if (!inode.isFile() || inode.sizeBytes == 0)
        return std::nullopt;
    if (inode.blockCount != 0)
        return DataPlace{inode.start, inode.blockCount, inode.reference};
    // The high bit keeps fragments apart from blocks.
    constexpr std::uint64_t kFragmentMark = 1ULL << 63;
    return DataPlace{kFragmentMark | inode.fragment, static_cast<std::uint64_t>(inode.fragmentOffset) << 32 | inode.sizeBytes, inode.reference};
}

// Inode reference → number of its group, for data that more than one inode names.
using SharedData = std::unordered_map<std::uint64_t, std::uint32_t>;

Result<SharedData> sharedData(const read::Image& image, std::stop_token stop)
{
    std::vector<DataPlace> places;
    SQD_TRY([[maybe_unused]] const auto scanned, read::scanInodes(image, [&places](const read::Inode& inode) {
        if (auto place = dataPlace(inode))
            places.push_back(*place);
    }, std::move(stop)));
    std::sort(places.begin(), places.end(), [](const DataPlace& a, const DataPlace& b) { return a.key() < b.key(); });
    SharedData shared;
    std::uint32_t group = 0;
    for (std::size_t from = 0; from < places.size();) {
        std::size_t to = from + 1;
        while (to < places.size() && places[to].key() == places[from].key())
            ++to;
        for (std::size_t i = from; to - from > 1 && i < to; ++i)
            shared.emplace(places[i].reference, group);
        group += to - from > 1 ? 1U : 0U;
        from = to;
    }
    return shared;
}

class Collector {
public:
    Collector(const read::TreeIndex& index, const FragmentShares& shares, SharedData shared, ImageFacts& facts)
        : m_index(index), m_shares(shares), m_shared(std::move(shared)), m_facts(facts)
    {
        m_facts.folders.resize(index.folderCount());
    }

    Result<void> run(const std::stop_token& stop)
    {
        for (read::FolderId folder = 0; folder < m_facts.folders.size(); ++folder) {
            if (stop.stop_requested())
                return cancelledError();
            const auto listing = m_index.loaded(folder);
            if (!listing)
                continue;
            m_facts.damagedFolders += listing->damage ? 1U : 0U;
            m_facts.folders[folder].entries += listing->entries.size();
            for (std::uint32_t row = 0; row < listing->entries.size(); ++row)
                add(*listing, {folder, row});
        }
        addUp();
        finish();
        return {};
    }

private:
    void add(const read::FolderListing& listing, const read::EntryPlace& place)
    {
        const read::IndexEntry& entry = listing.entries[place.row];
        m_facts.damagedEntries += entry.damage != read::EntryDamage::None ? 1U : 0U;
        if (!entry.isFile() || (entry.links > 1 && !m_linked.insert(entry.reference).second))
            return;
        const std::uint64_t stored = m_shares.storedBytes(entry).value_or(entry.storedBytes);
        const bool counted = !isCopy(place, entry, stored);
        FolderTotals& totals = m_facts.folders[place.folder];
        totals.sizeBytes += entry.sizeBytes;
        totals.storedBytes += counted ? stored : 0;
        TypeFacts& type = m_types[suffixOf(listing.name(entry))];
        ++type.files;
        type.sizeBytes += entry.sizeBytes;
        type.storedBytes += counted ? stored : 0;
        if (stored != 0)
            m_facts.largest.push_back({place, entry.sizeBytes, stored});
        if (m_facts.largest.size() >= 8 * kLargestFiles)
            trimLargest();
    }

    // True for the second and later files of a group.
    bool isCopy(const read::EntryPlace& place, const read::IndexEntry& entry, std::uint64_t stored)
    {
        const auto shared = m_shared.find(entry.reference);
        if (shared == m_shared.end() || stored == 0)
            return false;
        DuplicateGroup& group = m_groups[shared->second];
        group.places.push_back(place);
        group.sizeBytes = std::max(group.sizeBytes, entry.sizeBytes);
        if (group.places.size() == 1)
            return false;
        group.savedBytes += stored;
        return true;
    }

    void addUp()
    {
        // Folders below have larger ids, so every folder is whole when it is added to the one above.
        for (std::size_t folder = m_facts.folders.size(); folder-- > 1;) {
            const auto place = m_index.placeOf(static_cast<read::FolderId>(folder));
            if (!place)
                continue;
            FolderTotals& above = m_facts.folders[place->folder];
            const FolderTotals& own = m_facts.folders[folder];
            above.entries += own.entries;
            above.sizeBytes += own.sizeBytes;
            above.storedBytes += own.storedBytes;
        }
    }

    void trimLargest()
    {
        const auto more = [](const LargeFile& a, const LargeFile& b) { return a.storedBytes > b.storedBytes; };
        std::stable_sort(m_facts.largest.begin(), m_facts.largest.end(), more);
        if (m_facts.largest.size() > kLargestFiles)
            m_facts.largest.resize(kLargestFiles);
    }

    void finish()
    {
        trimLargest();
        for (auto& [suffix, type] : m_types) {
            type.suffix = suffix;
            m_facts.types.push_back(std::move(type));
        }
        std::sort(m_facts.types.begin(), m_facts.types.end(), [](const TypeFacts& a, const TypeFacts& b) {
            return std::tie(b.storedBytes, b.files, a.suffix) < std::tie(a.storedBytes, a.files, b.suffix);
        });
        for (auto& [number, group] : m_groups) {
            if (group.places.size() < 2)
                continue;
            ++m_facts.duplicateGroups;
            m_facts.savedBytes += group.savedBytes;
            m_facts.duplicates.push_back(std::move(group));
        }
        std::sort(m_facts.duplicates.begin(), m_facts.duplicates.end(), [](const DuplicateGroup& a, const DuplicateGroup& b) {
            return std::tuple(b.savedBytes, a.places.front().folder, a.places.front().row) < std::tuple(a.savedBytes, b.places.front().folder, b.places.front().row);
        });
        if (m_facts.duplicates.size() > kDuplicateGroups)
            m_facts.duplicates.resize(kDuplicateGroups);
    }

    const read::TreeIndex& m_index;
    const FragmentShares& m_shares;
    const SharedData m_shared;
    ImageFacts& m_facts;
    std::unordered_set<std::uint64_t> m_linked;
    std::unordered_map<std::string, TypeFacts> m_types;
    std::unordered_map<std::uint32_t, DuplicateGroup> m_groups;
};

}  // namespace

std::optional<std::uint64_t> FragmentShares::storedBytes(const read::IndexEntry& entry) const
{
    if (!entry.isFile() || entry.damage == read::EntryDamage::Record)
        return std::nullopt;
    const std::uint64_t tail = blockSize != 0 ? entry.sizeBytes % blockSize : 0;
    if (entry.fragment == format::kNoFragment || tail == 0)
        return entry.storedBytes;
    const auto block = blocks.find(entry.fragment);
    if (block == blocks.end() || block->second.usedBytes < tail)
        return std::nullopt;
    return entry.storedBytes + (block->second.storedBytes * tail + block->second.usedBytes / 2) / block->second.usedBytes;
}

Result<std::shared_ptr<const FragmentShares>> countFragmentShares(const read::Image& image, std::stop_token stop)
{
    auto shares = std::make_shared<FragmentShares>();
    shares->blockSize = image.superblock().blockSize;
    SQD_TRY([[maybe_unused]] const auto scanned, read::scanInodes(image, [&](const read::Inode& inode) {
        const std::uint64_t tail = inode.sizeBytes % shares->blockSize;
        if (!inode.hasFragment() || tail == 0 || inode.fragmentOffset + tail > shares->blockSize)
            return;
        FragmentShares::Block& block = shares->blocks[inode.fragment];
        block.usedBytes = std::max(block.usedBytes, static_cast<std::uint32_t>(inode.fragmentOffset + tail));
    }, std::move(stop)));
    for (auto block = shares->blocks.begin(); block != shares->blocks.end();) {
        const auto entry = read::fragmentEntry(image, block->first);
        if (!entry) {
            block = shares->blocks.erase(block);
            continue;
        }
        block->second.storedBytes = entry->word & format::kBlockSizeMask;
        ++block;
    }
    return std::shared_ptr<const FragmentShares>(std::move(shares));
}

std::vector<SizeTile> sizeTiles(const read::TreeIndex& index, const ImageFacts& facts, const FragmentShares& shares, read::FolderId folder, int depth, std::size_t limit)
{
    struct Part {
        std::uint64_t bytes;
        std::uint32_t row;
    };
    const auto listing = index.loaded(folder);
    if (!listing)
        return {};
    std::vector<Part> parts;
    for (std::uint32_t row = 0; row < listing->entries.size(); ++row) {
        const read::IndexEntry& entry = listing->entries[row];
        std::uint64_t bytes = entry.isFile() ? shares.storedBytes(entry).value_or(entry.storedBytes) : 0;
        if (entry.folder < facts.folders.size())
            bytes = facts.folders[entry.folder].storedBytes;
        if (bytes != 0)
            parts.push_back({bytes, row});
    }
    const std::size_t shown = std::min(limit, parts.size());
    std::partial_sort(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(shown), parts.end(), [](const Part& a, const Part& b) {
        return std::tie(b.bytes, a.row) < std::tie(a.bytes, b.row);
    });
    std::vector<SizeTile> tiles;
    for (std::size_t i = 0; i < shown; ++i) {
        const read::IndexEntry& entry = listing->entries[parts[i].row];
        SizeTile tile{std::string(listing->name(entry)), parts[i].bytes, {folder, parts[i].row}, entry.folder, {}};
        if (depth > 1 && entry.folder != read::kNoFolder)
            tile.inside = sizeTiles(index, facts, shares, entry.folder, depth - 1, limit);
        tiles.push_back(std::move(tile));
    }
    SizeTile rest;
    for (std::size_t i = shown; i < parts.size(); ++i)
        rest.storedBytes += parts[i].bytes;
    if (rest.storedBytes != 0)
        tiles.push_back(std::move(rest));
    return tiles;
}

Result<std::shared_ptr<const ImageFacts>> collectFacts(const read::TreeIndex& index, const FragmentShares& shares, std::stop_token stop)
{
    auto facts = std::make_shared<ImageFacts>();
    SQD_TRY(facts->info, read::collectInfo(*index.image(), stop));
    SQD_TRY(SharedData shared, sharedData(*index.image(), stop));
    SQD_CHECK(Collector(index, shares, std::move(shared), *facts).run(stop));
    return std::shared_ptr<const ImageFacts>(std::move(facts));
}

}  // namespace sqd::operation
