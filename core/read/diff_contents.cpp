// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/diff_contents.h"

#include "base/hash.h"
#include "read/block_list.h"
#include "read/data_reader.h"
#include "read/image.h"
#include "read/image_bytes.h"
#include "read/read_error.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace sqd::read {

using concurrency::Activity;

namespace {

// What one task compares of a large file: a multiple of every block size.
constexpr std::uint64_t kRange = 1U << 20;
// Files up to this size are compared whole by one task, several in one go.
constexpr std::uint64_t kSmall = 256 * 1024;
constexpr std::uint64_t kBatchBytes = 1U << 20;
constexpr std::size_t kBatchFiles = 128;
// Pairs of files that are kept in mind, for duplicates and hard links; more are compared again.
constexpr std::size_t kRemembered = 1U << 14;
// The same for pairs of fragment blocks.
constexpr std::size_t kFragmentPairs = 1U << 18;

std::span<std::byte> scratch(std::size_t side, std::uint64_t bytes)
{
    thread_local std::array<std::vector<std::byte>, 2> buffers;  // grow once; a buffer per file would cost more than small files
    if (buffers[side].size() < bytes)
        buffers[side].resize(static_cast<std::size_t>(bytes));
    return std::span(buffers[side]).first(static_cast<std::size_t>(bytes));
}

Error outOfMemory(const std::string& path)
{
    return limitError(path, "there is not enough memory to compare it");
}

}  // namespace

ContentComparer::ContentComparer(DiffTree& first, DiffTree& second, int jobs, concurrency::ProgressCounters& progress)
    : m_trees{&first, &second}
    , m_images{first.image(), second.image()}
    , m_sameStorage(m_images[0] && m_images[1] && m_images[0]->superblock().blockSize == m_images[1]->superblock().blockSize &&
          &m_images[0]->backend() == &m_images[1]->backend())
    , m_remembered(kRemembered)
    , m_tasks(jobs, progress)
{
}

ContentComparer::~ContentComparer()
{
    m_abandoned.store(true, std::memory_order_relaxed);
}

// Where the data of one side lies, as far as that is known: three numbers; all 0 when it cannot be any other file's.
static std::array<std::uint64_t, 4> dataKey(const DiffItem& item, const FileReader* reader)
{
    if (reader != nullptr)
        return {item.inode.start, std::uint64_t{item.inode.fragment} << 32 | item.inode.fragmentOffset, item.size, hashBytes64(std::as_bytes(reader->words()))};
    if (item.manyNames)
        return {item.identity.first, item.identity.second, item.size, 1};
    return {};
}

// A pair that was begun before, or the given one, which is then kept in mind.
std::shared_ptr<FileComparison> ContentComparer::repeated(const std::shared_ptr<FileComparison>& comparison)
{
    const auto first = dataKey(comparison->items[0], comparison->readers[0].get()), second = dataKey(comparison->items[1], comparison->readers[1].get());
    static constexpr std::array<std::uint64_t, 4> kAlone{};
    if (first == kAlone || second == kAlone)
        return comparison;
    PairKey key{};
    std::ranges::copy(first, key.begin());
    std::ranges::copy(second, key.begin() + first.size());
    Remembered& slot = m_remembered[hashBytes64(std::as_bytes(std::span(key))) % kRemembered];
    if (slot.key != key || !slot.comparison)
        slot = {key, comparison};
    return slot.comparison;
}

std::shared_ptr<FileComparison> ContentComparer::begin(DiffItem first, DiffItem second)
{
    const std::uint64_t size = first.size;
    auto comparison = std::make_shared<FileComparison>();
    comparison->items = {std::move(first), std::move(second)};
    if (size > kSmall && !openLarge(*comparison))
        return comparison;
    if (auto known = repeated(comparison); known != comparison)
        return known;
    if (size > kSmall) {
        for (std::uint64_t offset = 0; offset < size; offset += kRange)
            submitRange(comparison, offset, std::min(kRange, size - offset));
        return comparison;
    }
    if (!m_batch)
        m_batch = std::make_shared<ComparisonBatch>();
    comparison->batch = m_batch;
    m_batch->files.push_back(comparison.get());
    m_batch->bytes += size;
    if (m_batch->bytes >= kBatchBytes || m_batch->files.size() >= kBatchFiles)
        submitBatch();
    return comparison;
}

bool ContentComparer::openLarge(FileComparison& comparison)
{
    for (std::size_t side = 0; side < 2; ++side) {
        if (!m_images[side])
            continue;
        auto reader = FileReader::open(m_images[side], comparison.items[side].inode, comparison.items[side].path);
        if (!reader) {
            note(comparison, side, std::move(reader).error());
            return false;
        }
        comparison.readers[side] = std::make_shared<const FileReader>(*std::move(reader));
    }
    return true;
}

void ContentComparer::submitBatch()
{
    if (!m_batch)
        return;
    m_batch->submitted = true;
    auto batch = std::exchange(m_batch, nullptr);
    concurrency::TaskQueue::Ticket& ticket = batch->ticket;
    m_tasks.submit([this, batch = std::move(batch)](concurrency::WorkerCounters* counters) {
        if (counters != nullptr)
            counters->enter(Activity::Decoding);
        for (FileComparison* file : batch->files)
            if (!m_abandoned.load(std::memory_order_relaxed))
                compareSmall(*file);
        if (counters != nullptr)
            counters->bytesIn.fetch_add(batch->bytes, std::memory_order_relaxed);
    }, ticket);
}

void ContentComparer::submitRange(const std::shared_ptr<FileComparison>& comparison, std::uint64_t offset, std::uint64_t length)
{
    // Where both have a hole there is nothing to do, and a file of holes has very many ranges.
    const auto hole = [&](std::size_t side) {
        return comparison->readers[side] && imageContents(comparison->readers[side])->isHole(offset, length);
    };
    if (hole(0) && hole(1))
        return;
    comparison->tickets.emplace_back();
    m_tasks.submit([this, comparison, offset, length](concurrency::WorkerCounters* counters) {
        if (counters != nullptr) {
            counters->enter(Activity::Decoding);
            counters->setItem(comparison->items[0].path);
        }
        if (!m_abandoned.load(std::memory_order_relaxed) && !comparison->differs.load(std::memory_order_relaxed))
            compareRange(*comparison, offset, length);
        if (counters != nullptr)
            counters->bytesIn.fetch_add(length, std::memory_order_relaxed);
    }, comparison->tickets.back());
}

void ContentComparer::finish(FileComparison& comparison)
{
    if (comparison.batch) {
        if (!comparison.batch->submitted)
            submitBatch();
        m_tasks.wait(comparison.batch->ticket);
    }
    for (const auto& ticket : comparison.tickets)
        m_tasks.wait(ticket);
}

void ContentComparer::note(FileComparison& comparison, std::size_t side, Error error)
{
    const std::lock_guard lock(m_mutex);
    comparison.errors.push_back({static_cast<int>(side), std::move(error)});
}

std::unique_ptr<DiffContents> ContentComparer::contentsOf(FileComparison& comparison, std::size_t side)
{
    if (comparison.readers[side])
        return imageContents(comparison.readers[side]);
    auto contents = m_trees[side]->open(comparison.items[side]);
    if (contents)
        return *std::move(contents);
    note(comparison, side, std::move(contents).error());
    return nullptr;
}

void ContentComparer::compareSmall(FileComparison& comparison)
{
    for (std::size_t side = 0; side < 2; ++side) {
        if (!m_images[side])
            continue;
        auto reader = FileReader::open(m_images[side], comparison.items[side].inode, comparison.items[side].path);
        if (!reader)
            return note(comparison, side, std::move(reader).error());
        comparison.readers[side] = std::make_shared<const FileReader>(*std::move(reader));
    }
    compareRange(comparison, 0, comparison.items[0].size);
    comparison.readers = {};  // many results wait for their turn
}

void ContentComparer::compareRange(FileComparison& comparison, std::uint64_t offset, std::uint64_t length)
{
    try {
        if (m_sameStorage && storedAlike(*comparison.readers[0], *comparison.readers[1], offset, length))
            return;
        std::array<std::unique_ptr<DiffContents>, 2> contents{contentsOf(comparison, 0), contentsOf(comparison, 1)};
        if (contents[0] && contents[1])
            compareBytes(comparison, contents, offset, length);
    } catch (const std::bad_alloc&) {
        note(comparison, 0, outOfMemory(comparison.items[0].path));
    }
}

void ContentComparer::compareBytes(FileComparison& comparison, std::array<std::unique_ptr<DiffContents>, 2>& contents, std::uint64_t offset, std::uint64_t length)
{
    if (contents[0]->isHole(offset, length) && contents[1]->isHole(offset, length))
        return;
    const std::array<std::span<std::byte>, 2> bytes{scratch(0, length), scratch(1, length)};
    bool whole = true;
    for (std::size_t side = 0; side < 2; ++side) {
        if (auto done = contents[side]->read(offset, bytes[side]); !done) {
            note(comparison, side, std::move(done).error());
            whole = false;
        }
    }
    m_compared.fetch_add(length, std::memory_order_relaxed);
    if (whole && std::memcmp(bytes[0].data(), bytes[1].data(), bytes[0].size()) != 0)
        comparison.differs.store(true, std::memory_order_relaxed);
}

bool ContentComparer::sameStoredBytes(std::uint64_t firstPosition, std::uint64_t secondPosition, std::uint32_t bytes)
{
    const std::span<std::byte> first = scratch(0, bytes), second = scratch(1, bytes);
    return m_images[0]->bytes().read(firstPosition, first) && m_images[1]->bytes().read(secondPosition, second) &&
        std::memcmp(first.data(), second.data(), bytes) == 0;
}

bool ContentComparer::storedAlike(const FileReader& first, const FileReader& second, std::uint64_t offset, std::uint64_t length)
{
    const std::uint64_t end = (offset + length + first.blockSize() - 1) / first.blockSize();
    if (first.blockCount() != second.blockCount() || first.words().size() != second.words().size())
        return false;
    for (std::uint64_t block = offset / first.blockSize(); block < end; ++block) {
        if (block >= first.words().size()) {
            if (!tailsAlike(first, second))
                return false;
            continue;
        }
        const std::uint32_t word = first.words()[static_cast<std::size_t>(block)];
        if (word != second.words()[static_cast<std::size_t>(block)])
            return false;
        if (word != 0 && !sameStoredBytes(first.blockPosition(block), second.blockPosition(block), word & format::kBlockSizeMask))
            return false;
    }
    return true;
}

bool ContentComparer::tailsAlike(const FileReader& first, const FileReader& second)
{
    const Inode &a = first.inode(), &b = second.inode();
    if (a.fragmentOffset != b.fragmentOffset)
        return false;
    const std::uint64_t pair = std::uint64_t{a.fragment} << 32 | b.fragment;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_fragments.find(pair); known != m_fragments.end())
            return known->second;
    }
    const auto placeA = fragmentEntry(*m_images[0], a.fragment), placeB = fragmentEntry(*m_images[1], b.fragment);
    const bool alike = placeA && placeB && placeA->word == placeB->word && sameStoredBytes(placeA->start, placeB->start, placeA->word & format::kBlockSizeMask);
    const std::lock_guard lock(m_mutex);
    if (m_fragments.size() >= kFragmentPairs)
        m_fragments.clear();
    m_fragments.emplace(pair, alike);
    return alike;
}

}  // namespace sqd::read
