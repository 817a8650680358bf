// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/scheduler.h"

#include "base/checked.h"

#include <algorithm>
#include <utility>

namespace sqd::pack {

using concurrency::Activity;
using concurrency::Phase;

Scheduler::Scheduler(const PackOptions& options, Limits limits, std::uint64_t dataStart, BufferPool& buffers, concurrency::ProgressCounters& progress)
    : m_options(options), m_limits(limits), m_buffers(buffers), m_progress(progress), m_order(options, dataStart, buffers, m_duplicates),
      m_sequencer(options.hardLinks, progress), m_lastWasScan(static_cast<std::size_t>(std::max(1, limits.workers)))
{
}

void Scheduler::start(source::Folder* root)
{
    const std::lock_guard lock(m_mutex);
    m_progress.phase.store(Phase::Scanning);
    m_sequencer.start(root);
    m_folders.push_back(root);
}

Job Scheduler::next(int worker)
{
    std::unique_lock lock(m_mutex);
    auto& counters = m_progress.worker(worker);
    counters.enter(Activity::Waiting);
    for (;;) {
        if (m_done || m_aborted)
            return Quit{};
        Job job;
        if (!m_paused && takeJob(worker, job)) {
            ++m_working;
            if (m_sleeping > 0 && moreToDo())
                m_wakeUp.notify_one();  // each woken worker wakes the next one while there is work
            return job;
        }
        if (m_done)
            continue;
        if (m_working == 0 && !m_paused) {
            // Nobody works and nothing can be handed out: a broken invariant. End with its name instead of waiting for ever.
            lock.unlock();
            fail(internalError("the pipeline has work left but no job for it"));
            lock.lock();
            continue;
        }
        counters.setItem({});
        counters.enter(m_paused ? Activity::Paused : Activity::Waiting);
        ++m_sleeping;
        m_wakeUp.wait(lock);
        --m_sleeping;
        counters.enter(Activity::Waiting);
    }
}

bool Scheduler::moreToDo() const
{
    return !m_urgent.empty() || !m_hashing.empty() || !m_filling.empty() || !m_folders.empty()
        || (!m_window.empty() && m_unitsInFlight < m_limits.unitsInFlight);
}

bool Scheduler::takeJob(int worker, Job& job)
{
    const auto takeFront = [&](std::deque<Job>& queue) {
        if (queue.empty())
            return false;
        job = std::move(queue.front());
        queue.pop_front();
        return true;
    };
    std::vector<bool>::reference lastWasScan = m_lastWasScan[static_cast<std::size_t>(worker)];
    if (takeFront(m_urgent) || takeFront(m_hashing))
        return true;
    // At most half of the workers scan while there is data to pack; a single worker takes turns.
    const int scanners = std::max(1, m_limits.workers / 2);
    const bool unitFirst = m_scanning >= scanners || (m_limits.workers <= 1 && lastWasScan);
    const bool wasScan = std::exchange(lastWasScan, false);
    if (!unitFirst && takeScan(job)) {
        lastWasScan = true;
        return true;
    }
    if (takeUnit(job))
        return true;
    if (takeScan(job)) {
        lastWasScan = true;
        return true;
    }
    lastWasScan = wasScan;
    checkEnd();
    return takeFront(m_urgent);
}

bool Scheduler::takeScan(Job& job)
{
    if (!m_filling.empty()) {
        job = std::move(m_filling.front());
        m_filling.pop_front();
    } else if (!m_folders.empty()) {
        job = ListFolder{m_folders.back()};
        m_folders.pop_back();
    } else {
        return false;
    }
    ++m_scanning;
    return true;
}

// --- results -----------------------------------------------------------------------------------------------------------------------

// Entries of a large folder that one worker fills at a time: about a millisecond of system calls.
static constexpr std::uint32_t kEntriesPerPart = 512;

void Scheduler::folderBegun(const std::shared_ptr<Listing>& listing)
{
    const std::lock_guard lock(m_mutex);
    --m_scanning;
    --m_working;
    listing->partsLeft.store(static_cast<std::uint32_t>(ceilDiv(listing->count, kEntriesPerPart)));
    for (std::uint32_t first = 0; first < listing->count; first += kEntriesPerPart)
        m_filling.emplace_back(FillEntries{listing, first, std::min(kEntriesPerPart, listing->count - first)});
    afterChange();
    wake(m_filling.size());
}

bool Scheduler::folderListed(source::Folder* folder)
{
    const std::lock_guard lock(m_mutex);
    --m_scanning;
    --m_working;
    if (folder != nullptr) {
        m_sequencer.listed(folder, m_files);
        for (std::uint32_t i = folder->count; i-- > 0;)
            if (source::Entry& entry = folder->entries[i]; entry.type == format::InodeType::Directory && entry.folder)
                m_folders.push_back(entry.folder.get());
    }
    // Asked after every part: the part that completes a folder need not be the last one to be reported.
    const bool ended = !m_scanDone && m_folders.empty() && m_filling.empty() && m_scanning == 0 && m_sequencer.finished();
    if (ended) {
        m_scanDone = true;
        m_scanSeconds = m_progress.seconds();
        m_progress.totalKnown.store(true, std::memory_order_release);
    }
    afterChange();
    wake(2);
    return ended;
}

void Scheduler::partHashed()
{
    const std::lock_guard lock(m_mutex);
    --m_working;
}

void Scheduler::fileBegun(const std::shared_ptr<FileState>& file, std::optional<std::uint64_t> beginHash)
{
    const std::lock_guard lock(m_mutex);
    --m_working;
    file->beginKnown = true;
    file->beginHash = beginHash.value_or(0);
    afterChange();
    wake(1);
}

void Scheduler::fileHashed(const std::shared_ptr<FileState>& file, const std::optional<FileHashes>& hashes)
{
    const std::lock_guard lock(m_mutex);
    --m_working;
    if (hashes)
        m_duplicates.publish(*file, *hashes);
    afterChange();
    wake(1);
}

void Scheduler::fileCompared(const std::shared_ptr<FileState>& file)
{
    const std::lock_guard lock(m_mutex);
    --m_working;
    file->comparing = false;
    file->decision = file->differs.load() ? FileState::Decision::Unique : file->candidate;
    afterChange();
    wake(1);
}

void Scheduler::smallConfirmed(const ConfirmSmall& job, bool equal)
{
    const std::lock_guard lock(m_mutex);
    --m_working;
    OrderKeeper::Output output;
    m_order.smallConfirmed(job.unit, job.index, job.original, equal, output);
    apply(output);
}

std::vector<source::Entry*> Scheduler::findOriginals(const Unit& unit)
{
    std::vector<source::Entry*> originals(unit.files.size());
    const std::lock_guard lock(m_mutex);
    for (std::size_t i = 0; i < originals.size(); ++i)
        if (const SmallFile& f = unit.files[i]; !f.dropped && !f.isHole && f.sameAs < 0)
            originals[i] = m_duplicates.findSmall(f.length, f.hash);
    return originals;
}

bool Scheduler::unitEncoded(Unit* unit)
{
    const std::lock_guard lock(m_mutex);
    // The hash of a file whose last range ended is computed by the caller, who stays counted as working until fileHashed().
    const std::shared_ptr<FileState> file = unit->file;
    const bool lastRange = file && --file->rangesOpen == 0 && file->allDispatched;
    const bool hashFollows = lastRange && file->group != nullptr && !file->hashKnown && !file->dropped.load();
    if (!hashFollows)
        --m_working;
    OrderKeeper::Output output;
    m_order.unitFinished(unit, output);
    apply(output);
    return hashFollows;
}

void Scheduler::tailsCopied(Unit* unit)
{
    const std::lock_guard lock(m_mutex);
    --m_working;
    OrderKeeper::Output output;
    m_order.tailsCopied(unit, output);
    apply(output);
}

void Scheduler::fragmentEncoded(Fragment* fragment)
{
    const std::lock_guard lock(m_mutex);
    --m_working;
    OrderKeeper::Output output;
    m_order.fragmentEncoded(fragment, output);
    apply(output);
}

void Scheduler::unitWritten(Unit* unit)
{
    const std::lock_guard lock(m_mutex);
    --m_working;
    OrderKeeper::Output output;
    m_order.unitWritten(unit, output);
    apply(output);
}

void Scheduler::fragmentWritten(Fragment* fragment)
{
    const std::lock_guard lock(m_mutex);
    --m_working;
    m_order.fragmentWritten(fragment);
    afterChange();
}

void Scheduler::fileDropped(const std::shared_ptr<FileState>& file)
{
    const std::lock_guard lock(m_mutex);
    if (!file->dropped.exchange(true))
        m_duplicates.giveUp(*file);
}

void Scheduler::apply(OrderKeeper::Output& output)
{
    const std::size_t news = output.jobs.size() + output.released.size();
    for (Job& job : output.jobs)
        m_urgent.push_back(std::move(job));
    for (Unit* unit : output.released)
        release(unit);
    afterChange();
    wake(news);
}

void Scheduler::fail(Error error)
{
    m_error.set(std::move(error));
    const std::lock_guard lock(m_mutex);
    m_aborted = true;
    m_wakeUp.notify_all();
}

void Scheduler::cancel()
{
    fail(cancelledError());
}

void Scheduler::setPaused(bool paused)
{
    const std::lock_guard lock(m_mutex);
    m_paused = paused;
    m_progress.setPaused(paused);
    m_wakeUp.notify_all();
}

void Scheduler::addWarning(source::Warning warning)
{
    const std::lock_guard lock(m_mutex);
    m_warnings.push_back(std::move(warning));
    m_progress.warnings.fetch_add(1, std::memory_order_relaxed);
}

std::vector<source::Warning> Scheduler::warnings() const
{
    const std::lock_guard lock(m_mutex);
    return m_warnings;
}

void Scheduler::wake(std::size_t jobs)
{
    for (std::size_t i = std::min(jobs, static_cast<std::size_t>(m_sleeping)); i > 0; --i)
        m_wakeUp.notify_one();
}

// The input has ended when every file was dispatched; the run when everything is placed and written.
void Scheduler::checkEnd()
{
    if (!m_inputEnded && m_scanDone && m_files.empty() && m_window.empty()) {
        m_inputEnded = true;
        OrderKeeper::Output output;
        m_order.endOfInput(m_nextSequence, output);
        apply(output);
    }
    if (m_inputEnded && !m_done && m_order.finished() && m_unitsInFlight == 0 && m_urgent.empty() && m_hashing.empty() && m_working == 0) {
        m_done = true;
        m_wakeUp.notify_all();
    }
}

}  // namespace sqd::pack
