// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extractor.h"

#include "base/bytes_text.h"
#include "read/extract_session.h"
#include "read/extract_target.h"
#include "read/image.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

namespace sqd::read {

namespace {

using concurrency::Phase;

class Extraction {
public:
    Extraction(std::shared_ptr<const Image> image, const ExtractOptions& options, concurrency::ProgressCounters& counters, std::stop_token stop)
        : m_image(std::move(image)), m_options(options), m_counters(counters), m_stop(std::move(stop))
    {
    }

    Result<ExtractReport> run()
    {
        m_counters.phase.store(Phase::Scanning, std::memory_order_relaxed);
        takeOpenFindings();
        SQD_TRY(const auto attributes, ExtractAttributes::create(*m_image, m_options, m_log));
        SQD_TRY(const ExtractPlan plan, makeExtractPlan(*m_image, m_options, m_log, m_counters, m_stop));
        SQD_TRY(auto target, ExtractTarget::find(m_options.target));
        auto order = fileOrder(plan);
        SQD_CHECK(checkBefore(plan, order, target));
        if (!plan.empty || m_options.patterns.empty())
            SQD_CHECK(write(plan, std::move(order), *attributes, target));
        m_report.unmatched = plan.unmatched;
        m_log.finish(m_report);
        m_report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
        m_counters.phase.store(Phase::Done, std::memory_order_relaxed);
        return std::move(m_report);
    }

private:
    void takeOpenFindings()
    {
        for (const Finding& finding : m_image->openFindings()) {
            if (finding.severity == Severity::Error)
                m_log.lose(finding);
            else
                m_log.note(finding.path.value_or("/"), finding.what);
        }
    }

    // Files with an inode of their own, in the order in which the image holds their contents.
    std::vector<std::uint32_t> fileOrder(const ExtractPlan& plan)
    {
        std::vector<std::uint32_t> order;
        order.reserve(static_cast<std::size_t>(plan.files));
        for (std::uint32_t i = 0; i < plan.entries.size(); ++i) {
            if (plan.entries[i].type == format::InodeType::File && plan.entries[i].linkOf == kNoIndex)
                order.push_back(i);
        }
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return plan.entries[a].place < plan.entries[b].place; });
        m_counters.filesTotal.store(plan.files, std::memory_order_relaxed);
        m_counters.bytesTotal.store(plan.bytes, std::memory_order_relaxed);
        m_counters.totalKnown.store(true, std::memory_order_release);
        return order;
    }

    // What can be known before anything is written.
    Result<void> checkBefore(const ExtractPlan& plan, const std::vector<std::uint32_t>& order, const ExtractTarget& target)
    {
        if (m_options.strict && m_log.hasWarnings())
            return strictError();
        const ExtractTarget::Space space = target.space();
        if (m_options.ignoreSpace || !space.isKnown)
            return {};
        SQD_TRY(const SpaceNeed need, spaceNeeded(*m_image, plan, order, space.unitBytes, space.freeBytes, m_stop));
        if (need.firstBeyond == kNoIndex)
            return {};
        Error error = outputError(m_options.target, "the contents need " + formatSize(need.bytes) + ", only " + formatSize(space.freeBytes) + " are free, which ends at " +
                plan.path(plan.entries[need.firstBeyond]), ENOSPC);
        error.hint = "--ignore-space tries all the same";
        return error;
    }

    Result<void> write(const ExtractPlan& plan, std::vector<std::uint32_t> order, ExtractAttributes& attributes, ExtractTarget& target)
    {
        auto folder = target.make();
        if (!folder) {
            target.unmake();
            return std::move(folder).error();
        }
        ExtractSession session(m_image, m_options, plan, m_log, attributes, m_counters, m_stop, DescriptorShare::measure(m_options.jobs), *std::move(folder));
        if (const int failed = session.folders.adoptTarget(target.isNew() ? HostFolder::Kind::Own : HostFolder::Kind::Existing); failed != 0)
            return outputError(m_options.target, "the folder cannot be looked at", failed);
        session.fillsEmptyTarget = m_options.patterns.empty() && target.isEmpty();
        if (target.isNew())
            session.addCreated(target.topmostMade());
        m_counters.phase.store(Phase::Extracting, std::memory_order_relaxed);
        runStages(session, std::move(order));
        fillReport(session);
        return outcome(session, target);
    }

    void runStages(ExtractSession& session, std::vector<std::uint32_t> order)
    {
        makeFolders(session);              // after this: every folder has its place, or a reason why it has none
        const ClonePairs clones = takeClones(session, order);
        writeFiles(session, order);        // after this: every file that others refer to is whole, or is not there
        writeNodes(session);
        writeClones(session, clones);
        writeLinks(session);
        // A cancel must not wait for a million folders; what fails leaves its folders as they are to be.
        if (!m_stop.stop_requested() && !(m_options.strict && m_log.hasWarnings()))
            finishFolders(session);
    }

    void fillReport(ExtractSession& session)
    {
        m_report.files = session.files;
        m_report.directories = session.directories;
        m_report.links = session.links;
        m_report.others = session.others;
        m_report.bytes = session.bytes;
        m_report.kept = session.kept;
        m_report.skipped = session.skipped;
        m_report.replaced = session.replaced;
        m_report.created = session.takeCreated();
    }

    Result<void> outcome(ExtractSession& session, ExtractTarget& target)
    {
        if (m_options.strict && m_log.hasWarnings()) {
            removeWritten(session);
            target.unmake();
            return strictError();
        }
        if (auto failed = session.failure.get())
            return withRemainder(*std::move(failed));
        if (m_stop.stop_requested() || session.policy.isStopped())
            return withRemainder(cancelledError());
        if (m_options.stopOnError && m_log.hasLost()) {
            m_log.finish(m_report);
            Error error = corruptError(m_report.lost.front().path.value_or(m_image->name()), m_report.lost.front().what, m_report.lost.front().offset);
            return withRemainder(std::move(error));
        }
        return {};
    }

    // Says what is on disk now.
    Error withRemainder(Error error) const
    {
        const std::uint64_t whole = m_report.files + m_report.links + m_report.others;
        const std::string left = whole == 0 ? "nothing was written below " : std::to_string(whole) + " whole entries stay below ";
        error.hint = left + m_options.target + (error.hint.empty() ? "" : "; " + error.hint);
        return error;
    }

    Error strictError()
    {
        m_log.finish(m_report);
        const ExtractNote& first = m_report.warnings.front();
        Error error = outputError(first.path, first.what, 0);
        error.hint = "--strict takes all or nothing; nothing new was left";
        for (std::size_t i = 1; i < m_report.warnings.size(); ++i)
            error.also.push_back(printable(m_report.warnings[i].path + ": " + m_report.warnings[i].what));
        return error;
    }

    const std::shared_ptr<const Image> m_image;
    const ExtractOptions& m_options;
    concurrency::ProgressCounters& m_counters;
    const std::stop_token m_stop;
    const std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    ExtractLog m_log;
    ExtractReport m_report;
};

}  // namespace

Result<ExtractReport> extractImage(std::shared_ptr<const Image> image, const ExtractOptions& options, concurrency::ProgressCounters& counters, std::stop_token stop)
{
    return Extraction(std::move(image), options, counters, std::move(stop)).run();
}

}  // namespace sqd::read
