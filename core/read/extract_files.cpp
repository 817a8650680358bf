// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_writer.h"

#include "read/image.h"

#include <algorithm>
#include <memory>

namespace sqd::read {

namespace {

// A big file is cut into parts of about this size: enough work for a hand-over, little enough that the last part is no long wait.
constexpr std::uint64_t kPartBytes = 1ULL << 20;
constexpr std::uint64_t kMaxParts = 4096;  // of one file; a file of holes has any number of blocks
// Small files travel together until they are this much, and on to the end of their fragment block, so that one worker decodes it.
constexpr std::uint64_t kBatchBytes = 256 * 1024;
constexpr std::size_t kBatchFiles = 32;
constexpr std::size_t kMaxBatchFiles = 512;

struct Unit {
    std::uint32_t first = 0;      // in the order, or of the shared files
    std::uint32_t count = 0;      // files; 0 = a part of a shared file
    std::uint64_t firstBlock = 0;
    std::uint64_t blocks = 0;
};

class Units {
public:
    Units(const ExtractPlan& plan, const std::vector<std::uint32_t>& order, std::uint64_t blockSize)
        : m_plan(plan), m_order(order), m_partBlocks(std::max<std::uint64_t>(1, kPartBytes / blockSize)), m_blockSize(blockSize)
    {
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            if (plan.entries[order[i]].sizeBytes / blockSize >= 2 * m_partBlocks)
                addShared(i);
            else
                addSmall(i);
        }
    }
    std::vector<Unit> list;
    std::vector<std::unique_ptr<FileWriter::Shared>> shared;

private:
    void addShared(std::uint32_t at)
    {
        const PlanEntry& e = m_plan.entries[m_order[at]];
        const std::uint64_t blocks = (e.sizeBytes - 1) / m_blockSize + 1;
        const std::uint64_t step = std::max(m_partBlocks, blocks / kMaxParts + 1);
        auto file = std::make_unique<FileWriter::Shared>();
        file->entry = m_order[at];
        for (std::uint64_t first = 0; first < blocks; first += step) {
            list.push_back({static_cast<std::uint32_t>(shared.size()), 0, first, std::min(step, blocks - first)});
            ++file->left;
        }
        shared.push_back(std::move(file));
        m_batchOpen = false;
    }

    void addSmall(std::uint32_t at)
    {
        const PlanEntry& e = m_plan.entries[m_order[at]];
        const bool sameFragment = at > 0 && e.blocks == 0 && e.fragment != format::kNoFragment && m_plan.entries[m_order[at - 1]].fragment == e.fragment;
        const bool full = m_bytes >= kBatchBytes || (m_batchOpen && list.back().count >= kBatchFiles);
        if (!m_batchOpen || (full && !sameFragment) || list.back().count >= kMaxBatchFiles) {
            list.push_back({at, 0, 0, 0});
            m_bytes = 0;
            m_batchOpen = true;
        }
        ++list.back().count;
        m_bytes += e.sizeBytes;
    }

    const ExtractPlan& m_plan;
    const std::vector<std::uint32_t>& m_order;
    const std::uint64_t m_partBlocks;
    const std::uint64_t m_blockSize;
    std::uint64_t m_bytes = 0;
    bool m_batchOpen = false;
};

}  // namespace

void writeFiles(ExtractSession& session, const std::vector<std::uint32_t>& order)
{
    Units units(session.plan, order, session.image->superblock().blockSize);
    FileWriter writer(session);
    session.forEach(units.list.size(), 1, [&](ExtractWorker& worker, std::size_t i) {
        const Unit& unit = units.list[i];
        const std::uint32_t first = unit.count > 0 ? order[unit.first] : units.shared[unit.first]->entry;
        session.counters.worker(worker.index % session.counters.workerCount()).setItem(session.plan.path(session.plan.entries[first]));
        if (unit.count == 0)
            writer.writePart(worker, *units.shared[unit.first], unit.firstBlock, unit.blocks);
        for (std::uint32_t n = 0; n < unit.count && !session.ended(); ++n)
            writer.write(worker, order[unit.first + n]);
    });
}

void writeFile(ExtractSession& session, ExtractWorker& worker, std::uint32_t entry)
{
    FileWriter(session).write(worker, entry);
}

}  // namespace sqd::read
