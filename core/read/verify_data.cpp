// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/verify_data.h"

#include "base/checked.h"
#include "format/metadata_block.h"
#include "read/block_list.h"
#include "read/image_bytes.h"
#include "read/page_store.h"
#include "read/read_error.h"
#include "read/stored_block_runner.h"
#include "read/table_reader.h"
#include "read/tree_walker.h"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <unordered_map>

namespace sqd::read {

namespace {

// One stored block to decode, and who needs it: uses [first, last) of the blocks, or of the tails for a fragment block.
struct Job {
    std::uint64_t position = 0;
    std::uint32_t word = 0;
    std::uint32_t expected = 0;    // contents bytes; 0 = fragment block
    std::size_t first = 0;
    std::size_t last = 0;
    std::uint32_t fragment = 0;    // fragment blocks
};

// What is wrong with one file's data; its path is found afterwards, so that no path has to be kept for the files that are whole.
struct FileProblem {
    const char* code;
    std::uint64_t offset;
    std::string what;
};

struct WorkerState {
    std::unique_ptr<codec::Decompressor> decoder;
    std::vector<std::byte> contents;
    std::uint64_t decodedBytes = 0;
};

class DataVerifier {
public:
    DataVerifier(const Image& image, TreeUses& uses, FindingCollector& findings, int workers)
        : m_image(image), m_uses(uses), m_findings(findings), m_blockSize(image.superblock().blockSize), m_states(static_cast<std::size_t>(std::max(1, workers)))
    {
    }

    void plan(VerifyReport& report)
    {
        planBlocks();
        planFragments();
        std::sort(m_jobs.begin(), m_jobs.end(), [](const Job& a, const Job& b) { return std::tie(a.position, a.word, a.expected) < std::tie(b.position, b.word, b.expected); });
        for (const Job& job : m_jobs) {
            report.storedBytes += job.word & format::kBlockSizeMask;
            report.rawBlocks += (job.word & format::kBlockRawBit) != 0 ? 1 : 0;
        }
        report.blocks = m_jobs.size();
    }

    Result<void> run(concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress, std::stop_token stop)
    {
        const StoredBlockRun run{m_image.bytes().file(), m_image.offset(), m_jobs.size(),
            [this](std::size_t i) { return StoredBlockRun::Place{m_jobs[i].position, m_jobs[i].word & format::kBlockSizeMask}; },
            [this](int worker, std::size_t i, const Result<std::span<const std::byte>>& stored) {
                check(m_states[static_cast<std::size_t>(worker)], m_jobs[i], stored);
                return true;
            }};
        SQD_CHECK(runStoredBlocks(run, workers, progress, stop));
        return nameProblems(std::move(stop));
    }

    [[nodiscard]] std::uint64_t decodedBytes() const
    {
        std::uint64_t sum = 0;
        for (const WorkerState& state : m_states)
            sum += state.decodedBytes;
        return sum;
    }

private:
    void planBlocks()
    {
        auto& uses = m_uses.blocks;
        std::sort(uses.begin(), uses.end(), [](const BlockUse& a, const BlockUse& b) {
            return std::tie(a.position, a.word, a.length, a.file, a.index) < std::tie(b.position, b.word, b.length, b.file, b.index);
        });
        for (std::size_t i = 0; i < uses.size();) {
            std::size_t last = i + 1;
            while (last < uses.size() && uses[last].position == uses[i].position && uses[last].word == uses[i].word && uses[last].length == uses[i].length)
                ++last;
            m_jobs.push_back({uses[i].position, uses[i].word, uses[i].length, i, last, 0});
            i = last;
        }
    }

    void planFragments()
    {
        auto& uses = m_uses.tails;
        std::sort(uses.begin(), uses.end(), [](const TailUse& a, const TailUse& b) { return std::tie(a.fragment, a.file) < std::tie(b.fragment, b.file); });
        std::size_t use = 0;
        const auto count = static_cast<std::uint32_t>(m_image.fragmentTable().count());
        for (std::uint32_t fragment = 0; fragment < count; ++fragment) {
            const std::size_t first = use;
            while (use < uses.size() && uses[use].fragment == fragment)
                ++use;
            const auto entry = fragmentEntry(m_image, fragment);
            if (entry)
                m_jobs.push_back({entry->start, entry->word, 0, first, use, fragment});
            else if (first == use)  // otherwise every file that uses it has been told already
                m_findings.add(findingFrom(entry.error(), "fragment"));
        }
    }

    void check(WorkerState& state, const Job& job, const Result<std::span<const std::byte>>& stored)
    {
        auto length = decode(state, job, stored);
        if (length) {
            state.decodedBytes += *length;
            if (job.expected == 0)
                checkTails(job, *length);
            return;
        }
        const Error& error = length.error();
        const std::string what = error.what + (error.why.empty() ? "" : " (" + error.why + ")");
        const std::lock_guard lock(m_mutex);
        for (std::size_t i = job.first; i < job.last; ++i) {
            if (job.expected != 0)
                m_problems[m_uses.blocks[i].file].push_back({"data-block", job.position, "block " + std::to_string(m_uses.blocks[i].index) + ": " + what});
            else
                m_problems[m_uses.tails[i].file].push_back({"fragment", job.position, "fragment " + std::to_string(job.fragment) + ", which holds the end of the file: " + what});
        }
        if (job.first == job.last)
            m_findings.add(Severity::Error, "fragment", job.position, std::nullopt, "fragment " + std::to_string(job.fragment) + ", which no file uses: " + what);
    }

    Result<std::size_t> decode(WorkerState& state, const Job& job, const Result<std::span<const std::byte>>& stored)
    {
        if (!stored)
            return stored.error();
        if (!state.decoder) {
            SQD_TRY(state.decoder, m_image.backend().makeDecompressor(m_blockSize));
            state.contents.resize(m_blockSize);
        }
        return decodeStored(*state.decoder, *stored, (job.word & format::kBlockRawBit) != 0, job.expected, std::span(state.contents).first(job.expected != 0 ? job.expected : m_blockSize));
    }

    void checkTails(const Job& job, std::size_t length)
    {
        for (std::size_t i = job.first; i < job.last; ++i) {
            const TailUse& tail = m_uses.tails[i];
            if (insideRange(tail.offset, tail.length, length))
                continue;
            const std::lock_guard lock(m_mutex);
            m_problems[tail.file].push_back({"fragment", job.position, "fragment " + std::to_string(job.fragment) + ": the tail of " + std::to_string(tail.length) + " bytes at " +
                    std::to_string(tail.offset) + " leaves the fragment block, which has " + std::to_string(length)});
        }
    }

    // A second walk finds every name of the damaged files; it is only taken when there are some.
    Result<void> nameProblems(std::stop_token stop)
    {
        if (m_problems.empty())
            return {};
        std::unordered_map<std::uint64_t, const std::vector<FileProblem>*> byReference;
        for (auto& [file, problems] : m_problems) {
            std::sort(problems.begin(), problems.end(), [](const FileProblem& a, const FileProblem& b) { return std::tie(a.offset, a.what) < std::tie(b.offset, b.what); });
            byReference.emplace(m_uses.files[file], &problems);
        }
        auto walked = walkTree(m_image, [&](const Visit& v) {
            const auto found = v.inode != nullptr && v.inode->isFile() ? byReference.find(v.inode->reference) : byReference.end();
            if (found != byReference.end()) {
                for (const FileProblem& problem : *found->second)
                    m_findings.add(Severity::Error, problem.code, problem.offset, v.path, problem.what);
            }
            return WalkStep::Continue;
        }, std::move(stop));
        return walked ? Result<void>() : Result<void>(std::move(walked).error());
    }

    const Image& m_image;
    TreeUses& m_uses;
    FindingCollector& m_findings;
    const std::uint32_t m_blockSize;
    std::vector<Job> m_jobs;
    std::vector<WorkerState> m_states;  // one per worker, touched by that worker only
    std::mutex m_mutex;
    std::unordered_map<std::uint32_t, std::vector<FileProblem>> m_problems;  // by file; guarded by m_mutex while workers run
};

}  // namespace

Result<void> verifyData(const Image& image, TreeUses& uses, FindingCollector& findings, concurrency::WorkerGroup& workers,
    concurrency::ProgressCounters& progress, VerifyReport& report, std::stop_token stop)
{
    DataVerifier verifier(image, uses, findings, workers.workers());
    verifier.plan(report);
    progress.verifyTotal.store(report.storedBytes, std::memory_order_relaxed);
    SQD_CHECK(verifier.run(workers, progress, std::move(stop)));
    report.decodedBytes = verifier.decodedBytes();
    if (report.rawBlocks != 0)
        findings.add(Severity::Note, "raw-blocks", 0, std::nullopt, std::to_string(report.rawBlocks) + " of " + std::to_string(report.blocks) +
                " blocks are stored raw, without any check of their contents: only their length could be verified");
    return {};
}

}  // namespace sqd::read
