// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_session.h"

#include "base/checked.h"
#include "base/process_limits.h"
#include "read/image.h"
#include "source/long_path.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace sqd::read {

// A worker holds a folder, a file, and for links and clones another folder and file.
static constexpr int kPerWorker = 4;
// Left for others: what the process opens for moments (signals, progress, /proc), and one file that goes from worker to worker.
static constexpr int kReserve = 6;
// Qt's threads take one each, and WorkerGroup leaves this many (worker_group.cpp).
static constexpr int kLeftByThreads = 16;
static constexpr int kMaxKept = 1024;

DescriptorShare DescriptorShare::measure(int jobs)
{
    const int left = descriptorsLeft();
    const int threads = std::clamp(left - kLeftByThreads, 0, jobs);
    const int mine = std::max(0, left - threads - kReserve);
    const int workers = std::max(1, jobs);
    DescriptorShare share;
    if (mine < kPerWorker * workers + 16)
        share.turns = std::clamp((mine - 4) / (2 * kPerWorker), 1, workers);
    share.keptFolders = static_cast<std::size_t>(std::clamp(mine - kPerWorker * share.turns.value_or(workers), 2, kMaxKept));
    return share;
}

ExtractSession::ExtractSession(std::shared_ptr<const Image> sourceImage, const ExtractOptions& extractOptions, const ExtractPlan& extractPlan,
    ExtractLog& extractLog, ExtractAttributes& setter, concurrency::ProgressCounters& progress, std::stop_token stopToken, const DescriptorShare& share,
    io::UniqueFd target)
    : image(std::move(sourceImage)), options(extractOptions), plan(extractPlan), log(extractLog), attributes(setter), counters(progress),
      stop(stopToken), policy(extractOptions, stopToken), folders(extractPlan, std::move(target), extractOptions.target, share.keptFolders),
      outcomes(extractPlan.entries.size(), Outcome::None), m_group(extractOptions.jobs), m_workers(static_cast<std::size_t>(std::max(1, extractOptions.jobs)))
{
    if (share.turns)
        m_turns.emplace(0, *share.turns);
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        m_workers[i].index = static_cast<int>(i);
}

bool ExtractSession::ended() const
{
    return failure.isSet() || stop.stop_requested() || policy.isStopped() || (options.strict && log.hasWarnings()) || (options.stopOnError && log.hasLost());
}

void ExtractSession::flush(ExtractWorker& worker)
{
    concurrency::WorkerCounters& mine = counters.worker(worker.index % counters.workerCount());
    mine.bytesOut.fetch_add(worker.bytesDone, std::memory_order_relaxed);
    counters.filesDone.fetch_add(std::exchange(worker.filesDone, 0), std::memory_order_relaxed);
    counters.bytesIn.fetch_add(worker.bytesDone, std::memory_order_relaxed);
    counters.bytesOut.fetch_add(std::exchange(worker.bytesDone, 0), std::memory_order_relaxed);
}

StretchedQueue::StretchedQueue(std::size_t count, std::size_t grain, std::size_t stretches) : m_grain(grain), m_stretches(std::max<std::size_t>(1, stretches))
{
    const std::size_t each = ceilDiv(ceilDiv(count, m_stretches.size()), grain) * grain;
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        m_stretches[i].next = std::min(count, i * each);
        m_stretches[i].end = std::min(count, (i + 1) * each);
    }
}

std::optional<StretchedQueue::Run> StretchedQueue::take(std::size_t own)
{
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        Stretch& stretch = m_stretches[(own + i) % m_stretches.size()];
        if (stretch.next.load(std::memory_order_relaxed) >= stretch.end)
            continue;
        const std::size_t first = stretch.next.fetch_add(m_grain, std::memory_order_relaxed);
        if (first < stretch.end)
            return Run{first, std::min(stretch.end, first + m_grain)};
    }
    return std::nullopt;
}

void ExtractSession::work(ExtractWorker& worker, StretchedQueue& queue, const Body& body)
{
    concurrency::WorkerCounters& mine = counters.worker(worker.index % counters.workerCount());
    for (;;) {
        // The turn comes before the work, so that what is begun can be ended by whoever has a turn.
        std::optional<source::DescriptorBudget::Turn> turn;
        if (m_turns)
            turn.emplace(*m_turns);
        const auto run = queue.take(static_cast<std::size_t>(worker.index));
        if (!run || ended())
            break;
        mine.enter(concurrency::Activity::Writing);
        for (std::size_t i = run->first; i < run->end && !ended(); ++i)
            body(worker, i);
        flush(worker);
        if (m_turns) {
            worker.handle.reset();
            worker.folder = kNoIndex;
        }
    }
    worker.handle.reset();
    worker.folder = kNoIndex;
    mine.enter(concurrency::Activity::Waiting);
}

void ExtractSession::forEach(std::size_t count, std::size_t grain, const Body& body)
{
    // With few descriptors there is one stretch: a file that several write would stay open in each.
    StretchedQueue queue(count, grain, m_turns ? 1 : m_workers.size());
    if (count <= grain) {
        work(m_workers.front(), queue, body);
        return;
    }
    m_group.start([&](int index) { work(m_workers[static_cast<std::size_t>(index)], queue, body); });
    m_group.join();
}

HostFolders::Handle ExtractSession::folder(ExtractWorker& worker, std::uint32_t number, int& error)
{
    error = 0;
    if (worker.folder == number)
        return worker.handle;
    worker.handle.reset();
    worker.folder = kNoIndex;
    HostFolders::Handle handle = folders.open(number, error);
    if (handle) {
        worker.handle = handle;
        worker.folder = number;
    }
    return handle;
}

bool ExtractSession::findSpot(ExtractWorker& worker, std::uint32_t entry, Spot& spot)
{
    const PlanEntry& e = plan.entries[entry];
    const std::uint32_t number = plan.diskFolder(e);
    const HostFolder& state = folders.state(number);
    if (state.kind != HostFolder::Kind::Own && state.kind != HostFolder::Kind::Existing) {
        skip(entry, "left out: " + folders.reason(number));
        return false;
    }
    int error = 0;
    spot.folder = folder(worker, number, error);
    if (!spot.folder) {
        refused(entry, "its folder cannot be opened", error);
        return false;
    }
    spot.number = number;
    spot.name = e.name;
    spot.own = state.kind == HostFolder::Kind::Own;
    return spot.own || findSpotAgain(worker, entry, spot);
}

bool ExtractSession::findSpotAgain(ExtractWorker&, std::uint32_t entry, Spot& spot)
{
    if (spot.own) {
        skip(entry, "left out: " + hostPath(entry) + " is there already; perhaps the file system takes two names for one");
        return false;
    }
    int error = 0;
    const auto st = lookAt(spot.folder->get(), plan.entries[entry].name, error);
    if (error != 0) {
        refused(entry, "cannot look at its place", error);
        return false;
    }
    return !st || decideConflict(entry, spot, *st);
}

ConflictQuestion ExtractSession::question(
    const std::string& path, const std::string& host, int folder, const std::string& name, const ConflictSide& inImage, const struct stat& st) const
{
    ConflictQuestion question;
    question.path = path;
    question.hostPath = host;
    question.keepBothName = freeName(folder, name);
    question.inImage = inImage;
    question.onDisk = sideOf(st);
    return question;
}

bool ExtractSession::decideConflict(std::uint32_t entry, Spot& spot, const struct stat& st)
{
    const PlanEntry& e = plan.entries[entry];
    const auto describe = [&] {
        return question(plan.path(e), hostPath(entry), spot.folder->get(), e.name, {inodeTypeName(e.type), e.sizeBytes, e.attributes.mtime}, st);
    };
    switch (policy.decide(describe)) {
    case ConflictAnswer::Choice::Stop:
        return false;
    case ConflictAnswer::Choice::Skip:
        outcomes[entry] = Outcome::Kept;
        kept.fetch_add(1, std::memory_order_relaxed);
        return false;
    case ConflictAnswer::Choice::KeepBoth:
        spot.name = freeName(spot.folder->get(), e.name);
        spot.keepsBoth = true;
        return true;
    case ConflictAnswer::Choice::Overwrite:
        break;
    }
    // A folder gives way only when nothing is in it: what the image does not have must not be lost by a name.
    if (S_ISDIR(st.st_mode) && ::unlinkat(spot.folder->get(), e.name, AT_REMOVEDIR) != 0) {
        skip(entry, "left out: the folder " + hostPath(entry) + " is in its place (" + errnoText(errno) + ")");
        return false;
    }
    spot.replace = true;
    return true;
}

void ExtractSession::written(std::uint32_t entry, const Spot& spot)
{
    outcomes[entry] = spot.replace ? Outcome::Replaced : Outcome::Written;
    if (spot.own)
        return;
    if (spot.keepsBoth) {
        const std::lock_guard lock(m_mutex);
        m_renamed[entry] = spot.name;
    }
    if (spot.replace)
        replaced.fetch_add(1, std::memory_order_relaxed);
    else
        addCreated(source::joinPath(folders.path(spot.number), spot.name));
}

void ExtractSession::lost(std::uint32_t entry, const Error& error)
{
    outcomes[entry] = Outcome::Lost;
    log.lose(findingFrom(error, "data", plan.path(plan.entries[entry])));
}

void ExtractSession::skip(std::uint32_t entry, std::string why)
{
    outcomes[entry] = Outcome::Skipped;
    skipped.fetch_add(1, std::memory_order_relaxed);
    log.warn(plan.path(plan.entries[entry]), std::move(why));
}

bool ExtractSession::endsEverything(int reason, std::uint32_t folder) const
{
    switch (reason) {
    case ENOSPC:
    case EDQUOT:
    case EROFS:
    case EIO:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
        return true;
    case EACCES:
    case ESTALE:
        return folder == 0;
    default:
        return false;
    }
}

void ExtractSession::refused(std::uint32_t entry, const char* what, int reason)
{
    if (endsEverything(reason, plan.diskFolder(plan.entries[entry]))) {
        outcomes[entry] = Outcome::Skipped;
        failure.set(outputError(hostPath(entry), what, reason));
        return;
    }
    skip(entry, std::string(what) + " (" + errnoText(reason) + ")");
}

void ExtractSession::addCreated(std::string hostPath)
{
    const std::lock_guard lock(m_mutex);
    m_created.push_back(std::move(hostPath));
}

std::vector<std::string> ExtractSession::takeCreated()
{
    const std::lock_guard lock(m_mutex);
    std::sort(m_created.begin(), m_created.end());
    return std::move(m_created);
}

std::string ExtractSession::hostPath(std::uint32_t entry)
{
    const PlanEntry& e = plan.entries[entry];
    return source::joinPath(folders.path(plan.diskFolder(e)), hostName(entry));
}

std::string ExtractSession::hostName(std::uint32_t entry)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_renamed.find(entry);
    return found != m_renamed.end() ? found->second : plan.entries[entry].name;
}

}  // namespace sqd::read
