// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/block_list.h"
#include "read/extract_writer.h"
#include "read/image.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

namespace sqd::read {

namespace {

// Two nameless files tell whether the file system shares blocks, before anything is planned around it.
bool canShareBlocks(int folder)
{
    const io::UniqueFd from(::openat(folder, ".", O_RDWR | O_TMPFILE | O_CLOEXEC, 0600));
    const io::UniqueFd to(from ? ::openat(folder, ".", O_RDWR | O_TMPFILE | O_CLOEXEC, 0600) : -1);
    const std::array<std::byte, 4096> some{std::byte{1}};
    return from && to && io::pwriteFully(from.get(), 0, some) && ::ioctl(to.get(), FICLONE, from.get()) == 0;
}

bool sameStoredBlocks(const Image& image, const PlanEntry& a, const PlanEntry& b)
{
    std::vector<std::uint32_t> first;
    const auto inodeA = image.inode(a.reference);
    const auto inodeB = image.inode(b.reference);
    if (!inodeA || !inodeB || !forEachBlock(image, *inodeA, [&](const BlockPlace& block) { first.push_back(block.word); }))
        return false;
    bool same = inodeB->blockCount == first.size();
    return forEachBlock(image, *inodeB, [&](const BlockPlace& block) { same = same && first[static_cast<std::size_t>(block.index)] == block.word; }) && same;
}

// The original, if it is still what was written there.
io::UniqueFd openOriginal(ExtractSession& session, std::uint32_t entry)
{
    const PlanEntry& e = session.plan.entries[entry];
    int error = 0;
    const HostFolders::Handle folder = session.folders.open(session.plan.diskFolder(e), error);
    io::UniqueFd fd(folder ? ::openat(folder->get(), session.hostName(entry).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1);
    struct stat st{};
    if (fd && (::fstat(fd.get(), &st) != 0 || !S_ISREG(st.st_mode) || static_cast<std::uint64_t>(st.st_size) != e.sizeBytes))
        fd.reset();
    return fd;
}

bool cloneFile(ExtractSession& session, ExtractWorker& worker, std::uint32_t entry, std::uint32_t original)
{
    const io::UniqueFd from = openOriginal(session, original);
    Spot spot;
    if (!from)
        return false;
    if (!session.findSpot(worker, entry, spot))
        return true;
    FileWriter writer(session);
    NewFile file;
    if (!writer.create(entry, spot, file))
        return true;
    if (::ioctl(file.fd(), FICLONE, from.get()) != 0)
        return false;  // the empty file goes, and the contents are decoded
    writer.finish(worker, entry, spot, file);
    ++worker.filesDone;
    worker.bytesDone += session.plan.entries[entry].sizeBytes;
    return true;
}

}  // namespace

ClonePairs takeClones(ExtractSession& session, std::vector<std::uint32_t>& order)
{
    ClonePairs pairs;
    int error = 0;
    const HostFolders::Handle target = session.folders.open(0, error);
    if (!target || !canShareBlocks(target->get()))
        return pairs;
    const auto& entries = session.plan.entries;
    std::vector<std::uint32_t> rest;
    std::uint32_t original = kNoIndex;
    for (const std::uint32_t i : order) {
        const PlanEntry& e = entries[i];
        // Sorted by place, so copies stand behind each other.
        const bool alike = original != kNoIndex && e.blocks > 0 && e.place == entries[original].place && e.sizeBytes == entries[original].sizeBytes
            && e.fragment == entries[original].fragment && e.fragmentOffset == entries[original].fragmentOffset;
        if (alike && sameStoredBlocks(*session.image, entries[original], e)) {
            pairs.emplace_back(i, original);
            continue;
        }
        rest.push_back(i);
        original = e.blocks > 0 ? i : kNoIndex;
    }
    order = std::move(rest);
    return pairs;
}

void writeClones(ExtractSession& session, const ClonePairs& pairs)
{
    session.forEach(pairs.size(), 4, [&](ExtractWorker& worker, std::size_t i) {
        const auto [entry, original] = pairs[i];
        const Outcome outcome = session.outcomes[original];
        const bool usable = outcome == Outcome::Written || outcome == Outcome::Replaced;
        if (!usable || !cloneFile(session, worker, entry, original))
            writeFile(session, worker, entry);
    });
}

}  // namespace sqd::read
