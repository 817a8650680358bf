// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/written_checker.h"

#include "base/checked.h"
#include "read/block_verifier.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sqd::pack {

// Blocks compared in one go: 64 Ki descriptions of 32 bytes bound the memory whatever the image's size.
static constexpr std::size_t kChecksAtOnce = 1U << 16;
static constexpr std::uint32_t kNoFile = ~std::uint32_t{0};

static std::string pathOf(const source::Tree& tree, const source::FileData* data)
{
    std::vector<const source::Folder*> stack{tree.root.folder.get()};
    while (!stack.empty()) {
        const source::Folder* folder = stack.back();
        stack.pop_back();
        if (folder == nullptr)
            continue;
        for (std::uint32_t i = 0; i < folder->count; ++i) {
            const source::Entry& entry = folder->entries[i];
            if (entry.data == data)
                return source::imagePath(entry);
            if (entry.folder)
                stack.push_back(entry.folder.get());
        }
    }
    return {};
}

Result<void> verifyWritten(const io::OutputFile& output, std::uint64_t superblockOffset, const PackOptions& options, const source::Tree& tree,
                           const std::deque<source::FileData>& files, std::span<const FragmentRecord> fragments,
                           std::span<const MetadataRecord> metadata, concurrency::WorkerGroup& workers, concurrency::ProgressCounters& progress,
                           std::stop_token stop)
{
    std::vector<read::BlockCheck> checks;
    checks.reserve(kChecksAtOnce);
    std::vector<const source::FileData*> labels;
    const auto labelOf = [&](std::uint32_t label) { return label == kNoFile ? std::string() : pathOf(tree, labels[label]); };
    const auto flush = [&]() -> Result<void> {
        std::sort(checks.begin(), checks.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
        auto checked = read::verifyBlocks(output.readBack(), superblockOffset, checks, *options.backend,
                                          std::max<std::uint32_t>(options.blockSize, format::kMetadataBlockSize), workers, progress, stop, labelOf);
        checks.clear();
        labels.clear();
        if (checked || checked.error().code == Errc::Cancelled)
            return checked;
        Error e = std::move(checked).error();
        e.code = Errc::OutputUnwritable;
        e.what = "what was written does not read back as it was packed: " + e.what;
        e.hint = "check the disk and the memory of this machine";
        return e;
    };
    const auto add = [&](const read::BlockCheck& check) -> Result<void> {
        checks.push_back(check);
        return checks.size() < kChecksAtOnce ? Result<void>() : flush();
    };
    const auto addFragment = [&](const FragmentRecord& f) {
        return add({f.start, f.hash, f.word & format::kBlockSizeMask, f.rawBytes, kNoFile, (f.word & format::kBlockRawBit) != 0});
    };
    std::size_t nextFragment = 0;
    for (const source::FileData& data : files) {
        if (data.broken || data.sharesBlocks || !data.blocks || !data.blocks->words)  // shared blocks are checked once, with their owner
            continue;
        const source::FileBlocks& blocks = *data.blocks;
        std::uint64_t at = blocks.start;
        for (std::uint32_t i = 0; i < data.blockCount; ++i) {
            const std::uint32_t word = blocks.words[i];
            if (word == 0)
                continue;
            const std::uint32_t stored = word & format::kBlockSizeMask;
            const std::uint64_t contents = blocks.contentBytes - std::uint64_t{i} * options.blockSize;
            if (labels.empty() || labels.back() != &data)
                labels.push_back(&data);
            SQD_CHECK(add({at, blocks.hashes[i], stored, static_cast<std::uint32_t>(std::min<std::uint64_t>(options.blockSize, contents)),
                           static_cast<std::uint32_t>(labels.size() - 1), (word & format::kBlockRawBit) != 0}));
            at += stored;
        }
        for (; nextFragment < fragments.size() && fragments[nextFragment].start < at; ++nextFragment)
            SQD_CHECK(addFragment(fragments[nextFragment]));
    }
    for (; nextFragment < fragments.size(); ++nextFragment)
        SQD_CHECK(addFragment(fragments[nextFragment]));
    for (const MetadataRecord& m : metadata)
        SQD_CHECK(add({m.start + 2, m.hash, static_cast<std::uint32_t>(m.header & ~format::kMetadataRawBit), m.rawBytes, kNoFile,
                       (m.header & format::kMetadataRawBit) != 0}));
    return flush();
}

}  // namespace sqd::pack
