// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of Scheduler that cuts files into units: look-ahead, duplicate decisions, budget.
#include "pack/scheduler.h"

#include "base/checked.h"

#include <algorithm>
#include <utility>

namespace sqd::pack {

using Decision = FileState::Decision;

// Files looked at ahead of compression: enough that hashing of possible duplicates never makes compression wait, few enough that what
// was hashed is still in the page cache when it is compressed.
static constexpr std::size_t kWindowFiles = 256;
static constexpr std::uint64_t kWindowHashBytes = 64U << 20;
// Bytes that one hash or comparison job reads.
static constexpr std::uint64_t kHashPartBytes = 4U << 20;
// Small files in one batch: some 0.5 ms of open, read and close, so that handing out jobs costs nothing beside it.
static constexpr std::size_t kFilesPerBatch = 128;
// Blocks of one hole handed out at once; they cost no reading, only their block-size words.
static constexpr std::uint32_t kMaxHoleBlocks = 1U << 20;
// More blocks than this cannot be indexed by readers that count them in 31 bits (format section 10).
static constexpr std::uint64_t kMaxBlocksPerFile = (1ULL << 31) - 1;

bool Scheduler::isSmall(const source::Entry& entry) const
{
    return entry.size < m_options.blockSize && m_options.tailEnds != TailEnds::None;
}

std::shared_ptr<FileState> Scheduler::makeFileState(source::Entry* entry)
{
    auto file = std::make_shared<FileState>();
    file->entry = entry;
    file->size = entry->size;
    const std::uint64_t blocks = ceilDiv(entry->size, m_options.blockSize);
    const bool packTail = m_options.tailEnds == TailEnds::All;
    file->tailBytes = packTail ? static_cast<std::uint32_t>(entry->size % m_options.blockSize) : 0;
    file->blocks = static_cast<std::uint32_t>(file->tailBytes != 0 ? blocks - 1 : blocks);
    if (!m_options.duplicates)
        file->decision = Decision::Unique;
    entry->data = m_order.newFileData();
    entry->data->blocks = std::make_unique<source::FileBlocks>();
    return file;
}

void Scheduler::fillWindow()
{
    while (m_window.size() < kWindowFiles && !m_files.empty()) {
        source::Entry* entry = m_files.front();
        if (isSmall(*entry)) {
            m_files.pop_front();
            m_window.push_back({entry, nullptr});
            continue;
        }
        if (ceilDiv(entry->size, m_options.blockSize) > kMaxBlocksPerFile) {
            Error e;
            e.code = Errc::NotExpressible;
            e.where = source::imagePath(*entry);
            e.what = "has more blocks than a SquashFS reader can count";
            e.hint = "choose a larger block size";
            m_error.set(std::move(e));
            m_aborted = true;
            m_wakeUp.notify_all();
            return;
        }
        m_files.pop_front();
        m_window.push_back({entry, makeFileState(entry)});
    }
}

// Groups the file with those before it that begin alike. False when its first bytes are not known yet.
bool Scheduler::join(const std::shared_ptr<FileState>& file)
{
    if (file->group != nullptr)
        return true;
    if (!file->beginKnown) {
        if (!std::exchange(file->beginQueued, true))
            m_hashing.emplace_front(HashBegin{file});
        return false;
    }
    m_duplicates.join(*file);
    if (file->dropped.load())
        m_duplicates.giveUp(*file);
    // The first of its group is hashed ahead, too, when the second one shows up in time: the second then need not wait for it.
    if (file->groupIndex == 1)
        for (Upcoming& up : m_window)
            if (up.file && up.file != file && up.file->group == file->group && !up.file->started) {
                up.file->needsHash = true;
                up.file->decision = Decision::Undecided;
            }
    return true;
}

void Scheduler::queueHashParts(const std::shared_ptr<FileState>& file)
{
    file->hashQueued = true;
    m_windowHashBytes += file->size;
    file->entry->data->blocks->hashes = std::make_unique_for_overwrite<std::uint64_t[]>(ceilDiv(file->size, m_options.blockSize));
    const std::uint64_t step = std::max<std::uint64_t>(kHashPartBytes, m_options.blockSize);
    file->pendingParts.store(static_cast<std::uint32_t>(ceilDiv(file->size, step)));
    for (std::uint64_t at = 0; at < file->size; at += step)
        m_hashing.emplace_back(HashPart{file, at, std::min(step, file->size - at)});
}

void Scheduler::queueHashing()
{
    if (!m_options.duplicates)
        return;
    bool joining = true;  // in sequence order: nothing joins behind a file that could not
    for (const Upcoming& up : m_window) {
        const std::shared_ptr<FileState>& file = up.file;
        if (!file || file->started)
            continue;
        if (joining || !file->beginQueued)
            joining = join(file) && joining;
        if (file->group == nullptr || file->decision != Decision::Undecided)
            continue;
        if (file->needsHash && !file->hashQueued) {
            // The next file is never held back: files behind it may fill the allowance already, when it turned out only after them that
            // it has to be hashed.
            if (file != m_window.front().file && m_windowHashBytes != 0 && m_windowHashBytes + file->size > kWindowHashBytes)
                return;
            queueHashParts(file);
        }
        tryDecide(file);
    }
}

void Scheduler::tryDecide(const std::shared_ptr<FileState>& file)
{
    if (file->decision != Decision::Undecided || file->comparing || file->group == nullptr)
        return;
    if (file->dropped.load()) {
        file->decision = Decision::Unique;  // its ranges will be skipped
        return;
    }
    const DuplicateIndex::Answer answer = m_duplicates.lookUp(*file);
    if (answer.original == nullptr) {
        file->decision = answer.decision;
        return;
    }
    file->original = answer.original;
    file->candidate = answer.decision;
    file->comparing = true;
    const std::uint64_t bytes = answer.decision == Decision::Duplicate
        ? file->size
        : std::min<std::uint64_t>(file->size, std::uint64_t{file->hashes.storedBlocks} * m_options.blockSize);
    file->pendingParts.store(static_cast<std::uint32_t>(ceilDiv(bytes, kHashPartBytes)));
    for (std::uint64_t at = 0; at < bytes; at += kHashPartBytes)
        m_hashing.emplace_back(ComparePart{file, at, std::min(kHashPartBytes, bytes - at)});
}

// After anything that may have made a decision possible.
void Scheduler::afterChange()
{
    const std::size_t before = m_hashing.size();
    fillWindow();
    queueHashing();
    if (m_hashing.size() > before)
        wake(m_hashing.size() - before);
    checkEnd();
}

bool Scheduler::budgetAllows(std::size_t cost) const
{
    if (m_unitsInFlight == 0)
        return true;
    return m_unitsInFlight < m_limits.unitsInFlight && m_bytesInFlight + cost <= m_limits.bytesInFlight;
}

Unit* Scheduler::newUnit()
{
    Unit* unit = nullptr;
    if (!m_freeUnits.empty()) {
        unit = m_freeUnits.back();
        m_freeUnits.pop_back();
    } else {
        unit = m_units.emplace_back(std::make_unique<Unit>()).get();
    }
    unit->sequence = m_nextSequence++;
    ++m_unitsInFlight;
    m_progress.phase.store(concurrency::Phase::Packing, std::memory_order_relaxed);
    return unit;
}

void Scheduler::release(Unit* unit)
{
    m_buffers.put(std::move(unit->raw));
    m_buffers.put(std::move(unit->out));
    --m_unitsInFlight;
    m_bytesInFlight -= unit->cost;
    std::vector<SmallFile> files = std::move(unit->files);  // keep the capacity
    std::vector<TailCopy> copies = std::move(unit->copies);
    files.clear();
    copies.clear();
    *unit = Unit{};
    unit->files = std::move(files);
    unit->copies = std::move(copies);
    m_freeUnits.push_back(unit);
}

bool Scheduler::takeUnit(Job& job)
{
    for (;;) {
        if (m_window.empty())
            return false;
        Upcoming& front = m_window.front();
        if (!front.file)
            return takeBatch(job);
        FileState& file = *front.file;
        tryDecide(front.file);
        if (file.decision == Decision::Undecided)
            return false;
        if (file.decision == Decision::Duplicate) {
            finishDuplicate(file);
            continue;
        }
        if (file.decision == Decision::SharesBlocks && !file.started && finishSharedBlocks(front.file))
            continue;
        return takeRange(job);
    }
}

void Scheduler::popWindow(const FileState& file)
{
    m_windowHashBytes -= file.hashQueued ? file.size : 0;
    m_window.pop_front();
    fillWindow();
    queueHashing();
}

void Scheduler::finishDuplicate(FileState& file)
{
    file.entry->data->blocks.reset();
    file.entry->data = file.original->data;
    m_order.countDuplicate(file.size);
    m_progress.duplicateBytes.fetch_add(file.size, std::memory_order_relaxed);
    m_progress.bytesIn.fetch_add(file.size, std::memory_order_relaxed);
    m_progress.filesDone.fetch_add(1, std::memory_order_relaxed);
    popWindow(file);
}

// True when nothing is left to be read: the file has no tail end of its own.
bool Scheduler::finishSharedBlocks(const std::shared_ptr<FileState>& file)
{
    startFile(*file);
    source::FileData& data = *file->entry->data;
    source::FileBlocks& blocks = *data.blocks;
    const std::uint64_t blockBytes = file->size - file->tailBytes;
    for (std::uint32_t i = 0; i < file->blocks; ++i) {
        blocks.words[i] = 0;  // those of the original follow at the end
        if (blocks.hashes[i] == 0)
            blocks.sparseBytes += std::min<std::uint64_t>(m_options.blockSize, blockBytes - std::uint64_t{i} * m_options.blockSize);
    }
    m_shared.push_back({&data, file->original->data, file->hashes.storedBlocks});
    data.blockCount = file->blocks;
    blocks.contentBytes = blockBytes;
    file->nextBlock = file->blocks;
    m_progress.duplicateBytes.fetch_add(blockBytes, std::memory_order_relaxed);
    m_progress.bytesIn.fetch_add(blockBytes, std::memory_order_relaxed);
    if (file->tailBytes != 0)
        return false;
    m_progress.filesDone.fetch_add(1, std::memory_order_relaxed);
    popWindow(*file);
    return true;
}

void Scheduler::resolveSharedBlocks()
{
    const std::lock_guard lock(m_mutex);
    for (const SharedBlocks& shared : m_shared) {
        shared.data->blocks->start = shared.original->start();
        shared.data->broken = shared.data->broken || shared.original->broken;
        shared.data->sharesBlocks = true;
        if (!shared.data->broken)
            std::copy_n(shared.original->blocks->words.get(), shared.blocks, shared.data->blocks->words.get());
    }
    m_shared.clear();
}

void Scheduler::startFile(FileState& file)
{
    file.started = true;
    const std::uint64_t words = ceilDiv(file.size, m_options.blockSize);
    source::FileBlocks& blocks = *file.entry->data->blocks;
    blocks.words = std::make_unique_for_overwrite<std::uint32_t[]>(words);
    if (!blocks.hashes)
        blocks.hashes = std::make_unique_for_overwrite<std::uint64_t[]>(words);
}

bool Scheduler::takeRange(Job& job)
{
    const std::shared_ptr<FileState> file = m_window.front().file;
    const std::uint32_t blockSize = m_options.blockSize;
    std::uint32_t count = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(m_buffers.capacity()) / blockSize);
    const std::uint32_t left = file->blocks - file->nextBlock;
    const std::uint64_t holeBlocks64 = file->holeUntil.load(std::memory_order_relaxed) / blockSize;
    const bool holeToEnd = file->holeUntil.load(std::memory_order_relaxed) >= file->size;
    std::uint32_t hole = holeToEnd ? left : static_cast<std::uint32_t>(std::min<std::uint64_t>(holeBlocks64 > file->nextBlock ? holeBlocks64 - file->nextBlock : 0, left));
    hole = std::min(hole, kMaxHoleBlocks);
    const bool isHole = hole > count && m_options.sparse;
    count = isHole ? hole : std::min(count, left);
    // A hole is its own unit without buffers; the tail end always comes with a unit that was read.
    bool last = count == left && (!isHole || file->tailBytes == 0);
    if (!isHole && last && static_cast<std::size_t>(count) * blockSize + file->tailBytes > m_buffers.capacity())
        last = false;
    const std::size_t cost = isHole ? 0 : 2 * m_buffers.capacity();
    if (!budgetAllows(cost))
        return false;
    if (!file->started)
        startFile(*file);
    Unit* unit = newUnit();
    unit->file = file;
    unit->firstBlock = file->nextBlock;
    unit->blockCount = count;
    unit->last = last;
    unit->hole = isHole;
    unit->cost = cost;
    m_bytesInFlight += cost;
    file->nextBlock += count;
    ++file->rangesOpen;
    if (last) {
        file->allDispatched = true;
        popWindow(*file);
    }
    job = EncodeUnit{unit};
    return true;
}

bool Scheduler::takeBatch(Job& job)
{
    const std::size_t cost = m_buffers.capacity();
    if (!budgetAllows(cost))
        return false;
    Unit* unit = newUnit();
    unit->cost = cost;
    m_bytesInFlight += cost;
    std::uint32_t bytes = 0;
    while (unit->files.size() < kFilesPerBatch) {
        if (m_window.empty())
            fillWindow();
        if (m_window.empty() || m_window.front().file)
            break;
        source::Entry* entry = m_window.front().entry;
        const auto size = static_cast<std::uint32_t>(entry->size);
        if (bytes + size > m_buffers.capacity())
            break;
        SmallFile& small = unit->files.emplace_back();
        small.entry = entry;
        small.offset = bytes;
        small.length = size;
        bytes += size;
        m_window.pop_front();
    }
    fillWindow();
    queueHashing();
    job = EncodeUnit{unit};
    return true;
}

}  // namespace sqd::pack
