// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_plan.h"

#include "base/checked.h"
#include "read/block_list.h"
#include "read/entry_selection.h"
#include "read/image.h"
#include "read/tree_walker.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

namespace sqd::read {

namespace {

constexpr std::size_t kNameChunk = 256 * 1024;
// Progress is counted in steps, or the counter would cost more than the entry.
constexpr std::uint64_t kCountStep = 256;

PlanAttributes attributesOf(const Inode& inode)
{
    return {inode.uid, inode.gid, inode.mtime, inode.xattrIndex, inode.mode};
}

class Planner {
public:
    Planner(const Image& image, const ExtractOptions& options, ExtractLog& log, concurrency::ProgressCounters& counters, EntrySelection selection)
        : m_image(image), m_options(options), m_log(log), m_counters(counters), m_selection(std::move(selection))
    {
    }

    Result<ExtractPlan> run(const std::stop_token& stop)
    {
        auto walked = walkTree(m_image, [this](const Visit& visit) { return take(visit); }, stop);
        if (!walked)
            return std::move(walked).error();
        if (m_stopped)
            return *std::move(m_stopped);
        m_plan.unmatched = m_selection.unmatched();
        m_counters.entriesFound.fetch_add(m_uncounted, std::memory_order_relaxed);
        return std::move(m_plan);
    }

private:
    WalkStep take(const Visit& visit)
    {
        if (++m_uncounted == kCountStep)
            m_counters.entriesFound.fetch_add(std::exchange(m_uncounted, 0), std::memory_order_relaxed);
        const bool isFolder = visit.inode != nullptr && visit.inode->isDirectory();
        const bool selected = m_selection.selects(visit.path, isFolder);
        if (visit.damage != nullptr && (selected || visit.listing != nullptr)) {
            m_log.lose(findingFrom(*visit.damage, visit.damageCode, visit.path));
            if (m_options.stopOnError) {
                m_stopped = *visit.damage;
                return WalkStep::Stop;
            }
        }
        if (visit.damage != nullptr && visit.listing == nullptr)
            return WalkStep::Continue;
        if (visit.name.size() > kMaxHostName) {
            if (selected || isFolder)
                m_log.warn(visit.path, isFolder ? "File name too long for this system; left out with everything below it" : "File name too long for this system; left out");
            return WalkStep::SkipFolder;
        }
        if (isFolder)
            return takeFolder(visit, selected);
        if (selected && visit.depth > m_options.strip)
            takeEntry(visit);
        return WalkStep::Continue;
    }

    WalkStep takeFolder(const Visit& visit, bool selected)
    {
        const auto number = static_cast<std::uint32_t>(m_plan.folders.size());
        m_trail.resize(visit.depth + 1);
        m_trail[visit.depth] = number;
        PlanFolder folder;
        folder.attributes = attributesOf(*visit.inode);
        folder.selected = selected;
        folder.disk = number;
        if (visit.depth > 0) {
            folder.name = m_plan.names.add(visit.name);
            folder.parent = m_trail[visit.depth - 1];
            folder.depth = m_plan.folders[folder.parent].depth + 1;
            if (visit.depth <= m_options.strip) {
                folder.disk = 0;
                folder.depth = 0;
            } else if (m_options.strip > 0) {
                folder.disk = meetingFolder(visit, folder.parent, number);
                if (folder.disk == kNoIndex)
                    return WalkStep::SkipFolder;
            }
        }
        m_plan.folders.push_back(folder);
        if (selected && visit.depth >= m_options.strip)
            need(number);
        return WalkStep::Continue;
    }

    // With leading parts left away several folders of the image may be one on disk.
    std::uint32_t meetingFolder(const Visit& visit, std::uint32_t parent, std::uint32_t number)
    {
        const auto [place, isNew] = m_taken.emplace(takenKey(parent, visit.name), number);
        if (!isNew && place->second == kNoIndex)
            m_log.warn(visit.path, "left out with everything below it: without its leading parts it has the name of another entry");
        return place->second;
    }

    std::string takenKey(std::uint32_t parent, std::string_view name) const
    {
        return std::to_string(m_plan.folders[parent].disk) + "/" + std::string(name);
    }

    void need(std::uint32_t folder)
    {
        m_plan.empty = false;
        for (std::uint32_t f = folder; !m_plan.folders[f].needed; f = m_plan.folders[f].parent)
            m_plan.folders[f].needed = true;
    }

    void takeEntry(const Visit& visit)
    {
        const Inode& inode = *visit.inode;
        PlanEntry entry;
        entry.folder = m_trail[visit.depth - 1];
        if (m_options.strip > 0 && !m_taken.emplace(takenKey(entry.folder, visit.name), kNoIndex).second) {
            m_log.warn(visit.path, "left out: without its leading parts it has the name of another entry");
            return;
        }
        entry.name = m_plan.names.add(visit.name);
        entry.reference = inode.reference;
        entry.sizeBytes = inode.sizeBytes;
        entry.type = inode.type;
        entry.attributes = attributesOf(inode);
        entry.fragment = inode.fragment;
        entry.fragmentOffset = inode.fragmentOffset;
        entry.blocks = static_cast<std::uint32_t>(std::min<std::uint64_t>(inode.blockCount, kNoIndex));
        if (inode.links > 1) {
            const auto [first, isNew] = m_links.emplace(inode.reference, static_cast<std::uint32_t>(m_plan.entries.size()));
            if (!isNew)
                entry.linkOf = first->second;
        }
        if (inode.isFile() && entry.linkOf == kNoIndex) {
            entry.place = placeOf(inode);
            ++m_plan.files;
            m_plan.bytes += std::min(inode.sizeBytes, ~std::uint64_t{0} - m_plan.bytes);
        }
        need(entry.folder);
        m_plan.entries.push_back(entry);
    }

    std::uint64_t placeOf(const Inode& inode)
    {
        if (inode.blockCount > 0)
            return inode.start;
        if (!inode.hasFragment())
            return 0;
        if (inode.fragment != m_lastFragment) {
            m_lastFragment = inode.fragment;
            const auto found = fragmentEntry(m_image, inode.fragment);
            m_lastPlace = found ? found->start : 0;
        }
        return m_lastPlace;
    }

    const Image& m_image;
    const ExtractOptions& m_options;
    ExtractLog& m_log;
    concurrency::ProgressCounters& m_counters;
    EntrySelection m_selection;
    ExtractPlan m_plan;
    std::vector<std::uint32_t> m_trail;                            // folder numbers from the root to where the walk is
    std::unordered_map<std::uint64_t, std::uint32_t> m_links;      // first entry by inode reference, for inodes with several links
    std::unordered_map<std::string, std::uint32_t> m_taken;        // names on disk, with leading parts left away; kNoIndex = no folder
    std::uint32_t m_lastFragment = format::kNoFragment;
    std::uint64_t m_lastPlace = 0;
    std::uint64_t m_uncounted = 0;
    std::optional<Error> m_stopped;
};

}  // namespace

const char* NameArena::add(std::string_view name)
{
    if (m_size - m_used < name.size() + 1) {
        m_size = std::max(kNameChunk, name.size() + 1);
        m_chunks.push_back(std::make_unique_for_overwrite<char[]>(m_size));
        m_used = 0;
    }
    char* place = m_chunks.back().get() + m_used;
    std::memcpy(place, name.data(), name.size());
    place[name.size()] = '\0';
    m_used += name.size() + 1;
    return place;
}

std::string ExtractPlan::folderPath(std::uint32_t folder) const
{
    if (folder == 0)
        return "/";
    std::vector<const char*> parts;
    for (std::uint32_t f = folder; f != 0; f = folders[f].parent)
        parts.push_back(folders[f].name);
    std::string path;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        path.append("/").append(*part);
    return path;
}

std::string ExtractPlan::path(const PlanEntry& entry) const
{
    return (entry.folder == 0 ? std::string() : folderPath(entry.folder)) + "/" + entry.name;
}

Result<ExtractPlan> makeExtractPlan(const Image& image, const ExtractOptions& options, ExtractLog& log, concurrency::ProgressCounters& counters, std::stop_token stop)
{
    SQD_TRY(auto selection, EntrySelection::make(image, options.patterns));
    return Planner(image, options, log, counters, std::move(selection)).run(stop);
}

// Of one file: whole blocks without the holes.
static std::uint64_t storedContents(const Image& image, const PlanEntry& entry, std::uint64_t unitBytes)
{
    std::uint64_t bytes = 0;
    std::uint64_t covered = 0;
    if (entry.blocks > 0) {
        const auto inode = image.inode(entry.reference);
        if (!inode)
            return 0;
        // A file that cannot be read takes no room.
        (void)forEachBlock(image, *inode, [&](const BlockPlace& block) {
            covered += block.length;
            bytes += block.word != 0 ? block.length : 0;
        });
    }
    bytes += entry.sizeBytes > covered && entry.fragment != format::kNoFragment ? entry.sizeBytes - covered : 0;
    return ceilDiv(bytes, unitBytes) * unitBytes;
}

Result<SpaceNeed> spaceNeeded(const Image& image, const ExtractPlan& plan, const std::vector<std::uint32_t>& order, std::uint64_t unitBytes, std::uint64_t limit, std::stop_token stop)
{
    SpaceNeed need;
    // Most trees fit even as if they had no holes, and sizes alone tell that.
    std::uint64_t most = 0;
    for (const std::uint32_t i : order)
        most = checkedAdd(most, ceilDiv(plan.entries[i].sizeBytes, unitBytes)).value_or(~std::uint64_t{0});
    if (most <= limit / unitBytes) {
        need.bytes = most * unitBytes;
        return need;
    }
    for (const std::uint32_t i : order) {
        if (stop.stop_requested())
            return cancelledError();
        need.bytes = checkedAdd(need.bytes, storedContents(image, plan.entries[i], unitBytes)).value_or(~std::uint64_t{0});
        if (need.bytes > limit && need.firstBeyond == kNoIndex)
            need.firstBeyond = i;
    }
    return need;
}

}  // namespace sqd::read
