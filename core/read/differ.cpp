// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/differ.h"

#include "read/data_reader.h"
#include "read/diff_contents.h"
#include "read/diff_side.h"
#include "read/image.h"
#include "read/inode_scan.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <unistd.h>
#include <utility>

namespace sqd::read {

namespace {

using format::InodeType;

// Pairs and bytes under way before the oldest is waited for. Bounds the memory.
constexpr std::size_t kAheadPairs = 8192;
constexpr std::uint64_t kAheadBytes = 256U << 20;

const char* sideName(int side)
{
    return side == 0 ? "first: " : "second: ";
}

Finding ofSide(int side, Finding finding)
{
    finding.what = sideName(side) + finding.what;
    return finding;
}

class Differ {
public:
    Differ(std::unique_ptr<DiffTree> first, std::unique_ptr<DiffTree> second, const DiffOptions& options, concurrency::ProgressCounters& progress, std::stop_token stop)
        : m_trees{std::move(first), std::move(second)}
        , m_options(options)
        , m_progress(progress)
        , m_stop(std::move(stop))
        , m_folders(!m_trees[0]->image() || !m_trees[1]->image())
        , m_comparer(*m_trees[0], *m_trees[1], options.jobs, progress)
    {
    }
    Result<DiffReport> run();

private:
    // An entry of both sides whose contents are under way.
    struct Pending {
        std::string path;
        std::vector<std::string> fields;
        std::shared_ptr<FileComparison> contents;
        std::uint64_t bytes = 0;
    };
    using LinkNames = std::map<std::pair<std::uint64_t, std::uint64_t>, std::string>;

    Result<bool> next(int side);
    Result<void> takeSmaller(int order);
    Result<void> both();
    Result<void> onlyIn(int side);
    void compareProperties(const DiffItem& a, const DiffItem& b, std::vector<std::string>& fields);
    void compareXattrs(const DiffItem& a, const DiffItem& b, std::vector<std::string>& fields);
    bool linkedAlike(const DiffItem& a, const DiffItem& b);
    static const std::string& firstName(LinkNames& names, const DiffItem& item);
    Result<void> finishFront();
    void finishPair(Pending& pair);
    void note(int side, Finding finding) { m_report.findings.push_back(ofSide(side, std::move(finding))); }
    // Below a folder that is damaged on the other side nothing can be said.
    [[nodiscard]] bool isHidden(int side) const;

    const std::array<std::unique_ptr<DiffTree>, 2> m_trees;
    const DiffOptions& m_options;
    concurrency::ProgressCounters& m_progress;
    const std::stop_token m_stop;
    const bool m_folders;  // one side at least is a folder
    std::array<DiffItem, 2> m_items;
    std::array<bool, 2> m_has{};
    std::string m_hidden;  // path of such a folder, with a slash at the end
    std::array<LinkNames, 2> m_links;
    std::deque<Pending> m_pending;
    std::uint64_t m_ahead = 0;
    DiffReport m_report;
    ContentComparer m_comparer;  // last: its end waits for its workers
};

Result<bool> Differ::next(int side)
{
    const auto i = static_cast<std::size_t>(side);
    SQD_TRY(m_has[i], m_trees[i]->next(m_items[i]));
    for (Finding& finding : m_trees[i]->takeFindings())
        note(side, std::move(finding));
    if (m_has[i])
        m_progress.entriesFound.fetch_add(1, std::memory_order_relaxed);
    return m_has[i];
}

bool Differ::isHidden(int side) const
{
    return !m_hidden.empty() && m_items[static_cast<std::size_t>(side)].path.starts_with(m_hidden);
}

Result<void> Differ::onlyIn(int side)
{
    DiffItem& item = m_items[static_cast<std::size_t>(side)];
    if (item.usable && !isHidden(side))
        (side == 0 ? m_report.removed : m_report.added).push_back(std::move(item.path));
    SQD_TRY(const bool more, next(side));
    (void)more;
    return {};
}

const std::string& Differ::firstName(LinkNames& names, const DiffItem& item)
{
    return names.emplace(item.identity, item.path).first->second;
}

// Two groups of names are the same when every name has the same first one on both sides, among the names that both sides have.
bool Differ::linkedAlike(const DiffItem& a, const DiffItem& b)
{
    const std::string& first = a.manyNames ? firstName(m_links[0], a) : a.path;
    const std::string& second = b.manyNames ? firstName(m_links[1], b) : b.path;
    return first == second;
}

void Differ::compareXattrs(const DiffItem& a, const DiffItem& b, std::vector<std::string>& fields)
{
    std::array<DiffXattrs, 2> sets;
    const std::array<const DiffItem*, 2> items{&a, &b};
    for (std::size_t side = 0; side < 2; ++side) {
        auto set = m_trees[side]->xattrs(*items[side]);
        if (!set)
            return note(static_cast<int>(side), findingFrom(set.error(), "xattr", a.path));
        sets[side] = *std::move(set);
        // Who is not root does not see these of a folder.
        if (m_folders && ::geteuid() != 0)
            std::erase_if(sets[side], [](const auto& xattr) { return xattr.first.starts_with("trusted."); });
    }
    if (sets[0] != sets[1])
        fields.emplace_back("xattrs");
}

void Differ::compareProperties(const DiffItem& a, const DiffItem& b, std::vector<std::string>& fields)
{
    if (a.type != b.type)
        fields.emplace_back("type");
    else if (a.type == InodeType::Symlink && a.target != b.target)
        fields.emplace_back("target");
    else if ((a.type == InodeType::BlockDevice || a.type == InodeType::CharDevice) && (a.major != b.major || a.minor != b.minor))
        fields.emplace_back("device");
    // A link in a folder has no mode of its own.
    const bool modes = !(m_folders && (a.type == InodeType::Symlink || b.type == InodeType::Symlink));
    if (modes && a.mode != b.mode)
        fields.emplace_back("mode");
    if (m_options.owner && a.uid != b.uid)
        fields.emplace_back("owner");
    if (m_options.owner && a.gid != b.gid)
        fields.emplace_back("group");
    if (m_options.times && a.mtime != b.mtime)
        fields.emplace_back("mtime");
    if (m_options.xattrs)
        compareXattrs(a, b, fields);
    if (m_options.strict && !a.inode.isDirectory() && a.type == b.type && !linkedAlike(a, b))
        fields.emplace_back("links");
}

Result<void> Differ::both()
{
    DiffItem &a = m_items[0], &b = m_items[1];
    if (!a.usable || !b.usable) {
        m_hidden = a.path + "/";
    } else if (!isHidden(0)) {
        ++m_report.compared;
        Pending pair{a.path, {}, nullptr, 0};
        compareProperties(a, b, pair.fields);
        if (a.type == InodeType::File && b.type == InodeType::File) {
            pair.bytes = a.size;
            if (a.size != b.size)
                pair.fields.insert(pair.fields.begin(), "content");
            else if (a.size != 0)
                pair.contents = m_comparer.begin(std::move(a), std::move(b));
        }
        m_ahead += pair.bytes;
        m_pending.push_back(std::move(pair));
    }
    SQD_TRY(const bool first, next(0));
    SQD_TRY(const bool second, next(1));
    (void)first;
    (void)second;
    while (m_pending.size() > kAheadPairs || (m_ahead > kAheadBytes && m_pending.size() > 1))
        SQD_CHECK(finishFront());
    return {};
}

void Differ::finishPair(Pending& pair)
{
    if (pair.contents) {
        m_comparer.finish(*pair.contents);
        for (const SideError& e : pair.contents->errors)
            note(e.side, findingFrom(e.error, "content", pair.path));
        if (pair.contents->differs.load(std::memory_order_relaxed))
            pair.fields.insert(pair.fields.begin(), "content");
    }
    if (!pair.fields.empty())
        m_report.changed.push_back({std::move(pair.path), std::move(pair.fields)});
    m_progress.verifyDone.fetch_add(pair.bytes, std::memory_order_relaxed);
}

Result<void> Differ::finishFront()
{
    if (m_stop.stop_requested())
        return cancelledError();
    finishPair(m_pending.front());
    m_ahead -= m_pending.front().bytes;
    m_pending.pop_front();
    return {};
}

Result<void> Differ::takeSmaller(int order)
{
    if (order == 0)
        return both();
    return onlyIn(order < 0 ? 0 : 1);
}

Result<DiffReport> Differ::run()
{
    SQD_TRY(bool first, next(0));
    SQD_TRY(bool second, next(1));
    while (m_has[0] || m_has[1]) {
        if (m_stop.stop_requested())
            return cancelledError();
        const int order = !m_has[1] ? -1 : !m_has[0] ? 1 : comparePaths(m_items[0].path, m_items[1].path);
        SQD_CHECK(takeSmaller(order));
    }
    (void)(first && second);
    while (!m_pending.empty())
        SQD_CHECK(finishFront());
    m_report.same = m_report.added.empty() && m_report.removed.empty() && m_report.changed.empty();
    m_report.bytes = m_comparer.comparedBytes();
    return std::move(m_report);
}

// For the progress: what there is to compare.
void countTotals(const DiffTree& first, const DiffTree& second, concurrency::ProgressCounters& progress, const std::stop_token& stop)
{
    const auto image = first.image() ? first.image() : second.image();
    if (!image)
        return;
    std::uint64_t bytes = 0;
    if (scanInodes(*image, [&](const Inode& inode) { bytes += inode.isFile() ? inode.sizeBytes : 0; }, stop))
        progress.verifyTotal.store(bytes, std::memory_order_relaxed);
}

}  // namespace

Result<DiffReport> compareTrees(const DiffSide& first, const DiffSide& second, const DiffOptions& options, concurrency::ProgressCounters& counters,
    std::stop_token stop)
{
    const auto started = std::chrono::steady_clock::now();
    counters.phase.store(concurrency::Phase::Verifying, std::memory_order_relaxed);
    SQD_TRY(auto a, openDiffTree(first));
    SQD_TRY(auto b, openDiffTree(second));
    countTotals(*a, *b, counters, stop);
    SQD_TRY(DiffReport report, Differ(std::move(a), std::move(b), options, counters, std::move(stop)).run());
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    counters.phase.store(concurrency::Phase::Done, std::memory_order_relaxed);
    return report;
}

}  // namespace sqd::read
