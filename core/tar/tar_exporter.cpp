// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_exporter.h"

#include "concurrency/pause.h"
#include "read/entry_selection.h"
#include "read/inode_scan.h"
#include "read/tree_walker.h"
#include "tar/pax_writer.h"
#include "tar/tar_export_member.h"
#include "tar/tar_export_output.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <utility>

namespace sqd::tar {

using format::InodeType;
using read::Visit;
using read::WalkStep;

namespace {

// Decoded bytes ahead of the writing. Bounds the memory; large enough that a worker which is held up does not stop the others, small
// enough that much of it is still in a cache when it is written.
constexpr std::size_t kAheadBytes = 16U << 20;
constexpr std::size_t kAheadMembers = 8192;
// Files up to this size are prepared and decoded whole by one worker, several in one go.
constexpr std::uint64_t kSmallBytes = 128 * 1024;
constexpr std::size_t kBatchBytes = 512 * 1024;
constexpr std::size_t kBatchMembers = 64;
// What one task decodes of a larger file.
constexpr std::size_t kChunkBytes = 1U << 20;
// Files up to this size are decoded whole before their header is written, so that a damaged one is simply left out.
constexpr std::uint64_t kWholeBytes = 32U << 20;
// About what a member takes besides its data.
constexpr std::size_t kMemberCost = 2048;

class Exporter {
public:
    Exporter(ExportContext context, const TarExportOptions& options, read::EntrySelection selection, ByteSink& sink, concurrency::TaskQueue& tasks,
        concurrency::ProgressCounters& progress, std::stop_token stop)
        : m_context(std::move(context)), m_options(options), m_selection(std::move(selection)), m_output(sink), m_tasks(tasks), m_progress(progress), m_stop(std::move(stop))
    {
    }
    // Tasks still refer to the members.
    ~Exporter();
    Exporter(const Exporter&) = delete;
    Exporter& operator=(const Exporter&) = delete;

    Result<TarExportReport> run();

private:
    Result<void> visit(const Visit& visit);
    Result<void> addEntry(const Visit& visit);
    Result<void> addLarge(std::unique_ptr<ExportMember> member);
    void addSmall(std::unique_ptr<ExportMember> member);
    void submitBatch();
    void submitChunk(ExportMember& member, std::unique_ptr<ExportChunk> chunk, bool keep);
    Result<void> makeRoom();
    Result<void> writeFront();
    Result<void> writeMember(ExportMember& member);
    std::optional<Error> whatIsWrong(ExportMember& member);
    Result<void> writeWhole(const ExportMember& member);
    Result<void> stream(std::unique_ptr<ExportMember> member);
    // Decodes all of a member in order; `keep`: and writes it. The first error of a chunk ends it.
    Result<std::optional<Error>> passContents(ExportMember& member, bool keep);
    Result<void> lose(const std::string& path, const Error& error, const char* code);
    void noteDone(const ExportMember& member, std::uint64_t bytesTold = 0);

    const ExportContext m_context;
    const TarExportOptions& m_options;
    read::EntrySelection m_selection;
    ArchiveOutput m_output;
    concurrency::TaskQueue& m_tasks;
    concurrency::ProgressCounters& m_progress;
    const std::stop_token m_stop;
    TarExportReport m_report;
    std::deque<std::unique_ptr<ExportMember>> m_members;  // in order, not yet written
    std::size_t m_ahead = 0;                              // what they take
    std::shared_ptr<ExportBatch> m_batch;                 // open for more
    std::unordered_map<std::uint64_t, std::shared_ptr<LinkGroup>> m_groups;  // by inode reference
    std::atomic<bool> m_abandoned{false};
};

std::size_t costOf(const ExportMember& member)
{
    const std::uint64_t data = member.batch ? std::min(member.inode.sizeBytes, kSmallBytes) : std::min(member.dataBytes, kWholeBytes);
    return kMemberCost + member.path.size() + static_cast<std::size_t>(data);
}

Exporter::~Exporter()
{
    m_abandoned.store(true, std::memory_order_relaxed);
    for (const auto& member : m_members) {
        if (member->batch && member->batch->submitted)
            m_tasks.wait(member->batch->ticket);
        for (const auto& chunk : member->chunks)
            m_tasks.wait(chunk->ticket);
    }
}

Result<void> Exporter::lose(const std::string& path, const Error& error, const char* code)
{
    if (error.code == Errc::Cancelled)
        return error;
    if (m_options.stopOnError) {
        Error e = error;
        e.where = path;
        return e;
    }
    m_report.lost.push_back(read::findingFrom(error, code, path));
    m_progress.warnings.fetch_add(1, std::memory_order_relaxed);
    return {};
}

Result<void> Exporter::visit(const Visit& visit)
{
    const bool folder = visit.inode != nullptr && visit.inode->isDirectory();
    if (!m_selection.selects(visit.path, folder))
        return {};
    m_progress.entriesFound.fetch_add(1, std::memory_order_relaxed);
    if (visit.damage != nullptr) {
        SQD_CHECK(lose(visit.path, *visit.damage, visit.damageCode));
        if (visit.listing == nullptr)  // a folder whose listing breaks off is there, with what it has
            return {};
    }
    if (visit.inode->type == InodeType::Socket) {
        m_report.notes.push_back({visit.path, "is a socket, which no archive can hold: left out"});
        return {};
    }
    return addEntry(visit);
}

Result<void> Exporter::addEntry(const Visit& visit)
{
    auto member = std::make_unique<ExportMember>();
    member->path = visit.path;
    member->inode = *visit.inode;
    member->name = visit.path == "/" ? "." : visit.path.substr(1);
    if (visit.inode->isDirectory())
        member->name += '/';
    else if (visit.inode->links > 1) {
        auto& group = m_groups[visit.inode->reference];
        member->isLink = group != nullptr;
        if (!group)
            group = std::make_shared<LinkGroup>(LinkGroup{member->name});
        member->group = group;
    }
    if (member->inode.isFile() && !member->isLink && !m_options.patterns.empty()) {
        m_progress.filesTotal.fetch_add(1, std::memory_order_relaxed);
        m_progress.bytesTotal.fetch_add(member->inode.sizeBytes, std::memory_order_relaxed);
    }
    if (member->inode.isFile() && !member->isLink && member->inode.sizeBytes > kSmallBytes)
        return addLarge(std::move(member));
    addSmall(std::move(member));
    return makeRoom();
}

void Exporter::addSmall(std::unique_ptr<ExportMember> member)
{
    if (!m_batch)
        m_batch = std::make_shared<ExportBatch>();
    member->batch = m_batch;
    m_batch->members.push_back(member.get());
    m_batch->cost += costOf(*member);
    m_ahead += costOf(*member);
    m_members.push_back(std::move(member));
    if (m_batch->cost >= kBatchBytes || m_batch->members.size() >= kBatchMembers)
        submitBatch();
}

void Exporter::submitBatch()
{
    if (!m_batch)
        return;
    ExportBatch* const batch = m_batch.get();
    batch->submitted = true;
    m_batch.reset();  // the members keep it
    m_tasks.submit([this, batch](concurrency::WorkerCounters* counters) {
        for (ExportMember* member : batch->members) {
            if (m_abandoned.load(std::memory_order_relaxed))
                return;
            if (counters != nullptr)
                counters->enter(concurrency::Activity::Reading);
            prepareMember(*member, m_context);
            auto chunk = member->damage ? nullptr : nextChunk(*member, 0, kSmallBytes);
            if (!chunk)
                continue;
            decodeChunk(*member, *chunk, true, counters);
            chunk->ticket.done = true;  // the batch's ticket hands it over
            member->chunks.push_back(std::move(chunk));
        }
    }, batch->ticket);
}

void Exporter::submitChunk(ExportMember& member, std::unique_ptr<ExportChunk> chunk, bool keep)
{
    ExportChunk* const raw = chunk.get();
    ExportMember* const owner = &member;
    member.chunks.push_back(std::move(chunk));
    m_tasks.submit([this, owner, raw, keep](concurrency::WorkerCounters* counters) {
        if (counters != nullptr)
            counters->setItem(owner->path);
        if (!m_abandoned.load(std::memory_order_relaxed))
            decodeChunk(*owner, *raw, keep, counters);
    }, raw->ticket);
}

Result<void> Exporter::addLarge(std::unique_ptr<ExportMember> member)
{
    submitBatch();
    prepareMember(*member, m_context);
    if (!member->damage && member->dataBytes > kWholeBytes)
        return stream(std::move(member));
    std::uint64_t block = 0;
    while (auto chunk = member->damage ? nullptr : nextChunk(*member, block, kChunkBytes)) {
        block = chunk->endBlock;
        submitChunk(*member, std::move(chunk), true);
    }
    m_ahead += costOf(*member);
    m_members.push_back(std::move(member));
    return makeRoom();
}

Result<void> Exporter::makeRoom()
{
    while (m_ahead > kAheadBytes || m_members.size() > kAheadMembers)
        SQD_CHECK(writeFront());
    return {};
}

Result<void> Exporter::writeFront()
{
    concurrency::waitWhilePaused(m_progress, m_stop);
    if (m_stop.stop_requested())
        return cancelledError();
    ExportMember& member = *m_members.front();
    if (member.batch && !member.batch->submitted)
        submitBatch();
    SQD_CHECK(writeMember(member));
    m_ahead -= costOf(member);
    m_members.pop_front();
    return {};
}

// Waits for everything that workers do for the member.
std::optional<Error> Exporter::whatIsWrong(ExportMember& member)
{
    if (member.batch)
        m_tasks.wait(member.batch->ticket);
    for (const auto& chunk : member.chunks) {
        m_tasks.wait(chunk->ticket);
        if (chunk->error && !member.damage)
            member.damage = std::move(chunk->error);
    }
    if (member.isLink && !member.group->written && !member.damage)
        member.damage = corruptError(member.path, "is another name of " + member.group->firstName + ", which is damaged", member.inode.position);
    return member.damage;
}

Result<void> Exporter::writeMember(ExportMember& member)
{
    if (const auto damage = whatIsWrong(member))
        return lose(member.path, *damage, member.isLink ? "link" : "data");
    SQD_CHECK(writeWhole(member));
    if (member.xattrDamage)
        SQD_CHECK(lose(member.path, *member.xattrDamage, "xattr"));
    noteDone(member);
    return {};
}

Result<void> Exporter::writeWhole(const ExportMember& member)
{
    SQD_CHECK(m_output.write(member.headers));
    for (const auto& chunk : member.chunks)
        SQD_CHECK(m_output.write({chunk->bytes.get(), chunk->byteCount}));
    return m_output.zeros(paxPadding(member.dataBytes));
}

// `bytesTold`: what the progress counts of it already.
void Exporter::noteDone(const ExportMember& member, std::uint64_t bytesTold)
{
    if (member.group)
        member.group->written = true;
    if (member.unknownXattrs != 0)
        m_report.warnings.push_back({member.path, std::to_string(member.unknownXattrs) + " attributes of an unknown namespace are left out"});
    ++m_report.entries;
    if (member.inode.isFile() && !member.isLink) {
        ++m_report.files;
        m_report.bytes += member.inode.sizeBytes;
        m_progress.filesDone.fetch_add(1, std::memory_order_relaxed);
        m_progress.bytesIn.fetch_add(member.inode.sizeBytes - bytesTold, std::memory_order_relaxed);
    }
    m_progress.bytesOut.store(m_output.position(), std::memory_order_relaxed);
}

// A file that is too large to be held. Its chunks pass through while later ones are decoded.
Result<void> Exporter::stream(std::unique_ptr<ExportMember> owned)
{
    ExportMember& member = *owned;
    while (!m_members.empty())
        SQD_CHECK(writeFront());
    m_members.push_back(std::move(owned));  // so that the destructor waits for its chunks
    m_ahead += costOf(member);
    std::optional<Error> damage;
    if (!m_output.canRewind()) {
        SQD_TRY(damage, passContents(member, false));
    }
    if (!damage) {
        const std::uint64_t start = m_output.position();
        SQD_CHECK(m_output.write(member.headers));
        SQD_TRY(damage, passContents(member, true));
        if (damage && !m_output.canRewind())
            return *damage;  // it was whole a moment ago
        if (damage)
            SQD_CHECK(m_output.rewind(start));
    }
    member.chunks.clear();
    if (damage) {
        SQD_CHECK(lose(member.path, *damage, "data"));
    } else {
        SQD_CHECK(m_output.zeros(paxPadding(member.dataBytes)));
        if (member.xattrDamage)
            SQD_CHECK(lose(member.path, *member.xattrDamage, "xattr"));
        noteDone(member, member.dataBytes);
    }
    m_ahead -= costOf(member);
    m_members.pop_back();
    return {};
}

Result<std::optional<Error>> Exporter::passContents(ExportMember& member, bool keep)
{
    std::optional<Error> damage;
    std::uint64_t block = 0;
    bool more = true;
    while (more || !member.chunks.empty()) {
        while (more && member.chunks.size() * kChunkBytes < kWholeBytes) {
            auto chunk = nextChunk(member, block, kChunkBytes);
            more = chunk != nullptr && !damage;
            if (!more)
                break;
            block = chunk->endBlock;
            submitChunk(member, std::move(chunk), keep);
        }
        if (member.chunks.empty())
            break;
        ExportChunk& front = *member.chunks.front();
        m_tasks.wait(front.ticket);
        concurrency::waitWhilePaused(m_progress, m_stop);
        if (m_stop.stop_requested())
            return cancelledError();
        if (front.error && !damage)
            damage = front.error;
        if (keep && !damage) {
            SQD_CHECK(m_output.write({front.bytes.get(), front.byteCount}));
            m_progress.bytesIn.fetch_add(front.byteCount, std::memory_order_relaxed);
        }
        m_progress.bytesOut.store(m_output.position(), std::memory_order_relaxed);
        member.chunks.pop_front();
    }
    return damage;
}

Result<TarExportReport> Exporter::run()
{
    for (const read::Finding& finding : m_context.image->openFindings())
        if (finding.severity != read::Severity::Note)
            m_report.lost.push_back(finding);
    Result<void> done;
    auto walked = read::walkTree(*m_context.image, [&](const Visit& v) {
        done = visit(v);
        return done ? WalkStep::Continue : WalkStep::Stop;
    }, m_stop);
    SQD_CHECK(std::move(done));
    if (!walked)
        return std::move(walked).error();
    while (!m_members.empty())
        SQD_CHECK(writeFront());
    SQD_CHECK(m_output.zeros(paxEnd(m_output.position())));
    SQD_CHECK(m_output.flush());
    m_report.unmatched = m_selection.unmatched();
    return std::move(m_report);
}

// Counts what reaches the real output.
class CountingSink final : public ByteSink {
public:
    explicit CountingSink(ByteSink& sink) : m_sink(sink) {}
    Result<void> write(std::span<const std::byte> bytes) override
    {
        m_count += bytes.size();
        return m_sink.write(bytes);
    }
    [[nodiscard]] bool canRewind() const override { return m_sink.canRewind(); }
    Result<void> rewind(std::uint64_t size) override
    {
        m_count = size;
        return m_sink.rewind(size);
    }
    [[nodiscard]] std::uint64_t count() const { return m_count; }

private:
    ByteSink& m_sink;
    std::uint64_t m_count = 0;
};

// For the progress: how much there is to do, found while the first entries are written.
void countTotals(const read::Image& image, concurrency::ProgressCounters& progress, const std::stop_token& stop)
{
    std::uint64_t files = 0, bytes = 0;
    const auto scanned = read::scanInodes(image, [&](const read::Inode& inode) {
        files += inode.isFile() ? 1 : 0;
        bytes += inode.isFile() ? inode.sizeBytes : 0;
    }, stop);
    if (!scanned)
        return;
    progress.filesTotal.store(files, std::memory_order_relaxed);
    progress.bytesTotal.store(bytes, std::memory_order_relaxed);
    progress.totalKnown.store(true, std::memory_order_relaxed);
}

Error strictError(const std::vector<read::ExtractNote>& warnings)
{
    Error e = corruptError(warnings.front().path, warnings.front().what);
    e.hint = "without --strict the archive is made without it";
    for (std::size_t i = 1; i < warnings.size(); ++i)
        e.also.push_back(corruptError(warnings[i].path, warnings[i].what).line());
    return e;
}

}  // namespace

Result<TarExportReport> exportTar(std::shared_ptr<const read::Image> image, const TarExportOptions& options, ByteSink& sink,
    concurrency::ProgressCounters& counters, std::stop_token stop)
{
    const auto started = std::chrono::steady_clock::now();
    counters.phase.store(concurrency::Phase::Extracting, std::memory_order_relaxed);
    if (!options.compress.empty())
        SQD_CHECK(CompressingSink::check(options.compress));
    ExportContext context{image, options.xattrs, {}, {}};
    SQD_TRY(context.include, source::RegexList::compile(options.xattrsInclude));
    SQD_TRY(context.exclude, source::RegexList::compile(options.xattrsExclude));
    SQD_TRY(read::EntrySelection selection, read::EntrySelection::make(*image, options.patterns));
    CountingSink counted(sink);
    concurrency::TaskQueue::Ticket totals;
    // Borrowed by those below, which wait for their tasks when they go.
    concurrency::TaskQueue tasks(options.jobs, counters);
    if (options.patterns.empty())
        tasks.submit([&](concurrency::WorkerCounters*) { countTotals(*image, counters, stop); }, totals);
    std::optional<CompressingSink> compressed;
    if (!options.compress.empty())
        compressed.emplace(options.compress, counted, tasks);
    ByteSink& plain = compressed ? static_cast<ByteSink&>(*compressed) : counted;
    Exporter exporter(std::move(context), options, std::move(selection), plain, tasks, counters, stop);
    SQD_TRY(TarExportReport report, exporter.run());
    if (compressed)
        SQD_CHECK(compressed->finish());
    if (options.strict && !report.warnings.empty())
        return strictError(report.warnings);
    report.archiveBytes = counted.count();
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    counters.bytesOut.store(report.archiveBytes, std::memory_order_relaxed);
    counters.phase.store(concurrency::Phase::Done, std::memory_order_relaxed);
    return report;
}

}  // namespace sqd::tar
