// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_writer.h"

#include "base/checked.h"
#include "read/block_list.h"
#include "read/image.h"
#include "read/page_store.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace sqd::read {

// File systems hand out space in pages of this size, so a shorter run of zeros saves nothing.
static constexpr std::size_t kSmallestHole = 4096;

static bool isAllZero(std::span<const std::byte> bytes)
{
    return bytes.front() == std::byte{0} && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

static bool becomesHole(std::span<const std::byte> bytes)
{
    return bytes.size() >= kSmallestHole && isAllZero(bytes);
}

bool FileWriter::create(std::uint32_t entry, const Spot& spot, NewFile& file)
{
    const PlanEntry& e = m_session.plan.entries[entry];
    const int failed = file.create(spot.folder->get(), spot.name.c_str(), spot.own, m_session.attributes.creationMode(e.attributes));
    if (failed == 0)
        return true;
    if (failed == EEXIST)
        m_session.skip(entry, "left out: " + m_session.hostPath(entry) + " is there already; perhaps the file system takes two names for one");
    else
        m_session.refused(entry, "the file cannot be made", failed);
    return false;
}

void FileWriter::finish(ExtractWorker& worker, std::uint32_t entry, Spot& spot, NewFile& file)
{
    const PlanEntry& e = m_session.plan.entries[entry];
    const HostFolder& folder = m_session.folders.state(spot.number);
    const std::function<std::string()> path = [&] { return m_session.plan.path(e); };
    ExtractAttributes::Target target;
    target.fd = file.fd();
    target.createdGid = folder.gid;
    target.groupKnown = m_session.attributes.knowsGroupIn(folder.gid);
    target.createdMode = folder.modesAreOurs ? m_session.attributes.certainMode(m_session.attributes.creationMode(e.attributes)) : -1;
    target.path = &path;
    m_session.attributes.apply(e.attributes, target);
    for (;;) {
        const int failed = file.publish(spot.name.c_str(), spot.replace);
        if (failed == 0)
            break;
        if (failed != EEXIST) {
            m_session.refused(entry, "the file cannot be given its name", failed);
            return;
        }
        if (!m_session.findSpotAgain(worker, entry, spot))
            return;
    }
    m_session.written(entry, spot);
    m_session.files.fetch_add(1, std::memory_order_relaxed);
    m_session.bytes.fetch_add(e.sizeBytes, std::memory_order_relaxed);
}

Result<FileReader> FileWriter::openReader(std::uint32_t entry)
{
    const PlanEntry& e = m_session.plan.entries[entry];
    SQD_TRY(const Inode inode, m_session.image->inode(e.reference));
    return FileReader::open(m_session.image, inode, m_session.plan.path(e));
}

std::shared_ptr<const Page> FileWriter::fragmentPage(ExtractWorker& worker, std::uint32_t fragment)
{
    if (worker.fragment == fragment)
        return worker.page;
    const auto place = fragmentEntry(*m_session.image, fragment);
    if (!place)
        return nullptr;
    auto page = m_session.image->pages().page({place->start, place->word, 0});
    if (!page)
        return nullptr;
    worker.fragment = fragment;
    worker.page = *std::move(page);
    return worker.page;
}

void FileWriter::write(ExtractWorker& worker, std::uint32_t entry)
{
    const PlanEntry& e = m_session.plan.entries[entry];
    Spot spot;
    if (m_session.findSpot(worker, entry, spot) && !(e.blocks == 0 && writeFromFragment(worker, entry, spot)))
        writeBlocks(worker, entry, spot);
    ++worker.filesDone;
    worker.bytesDone += e.sizeBytes;
}

// The short way for most files of most trees: all of it lies in a fragment block that this worker has already. False: something is
// wrong with it, and the long way tells what.
bool FileWriter::writeFromFragment(ExtractWorker& worker, std::uint32_t entry, Spot& spot)
{
    const PlanEntry& e = m_session.plan.entries[entry];
    std::span<const std::byte> bytes;
    if (e.sizeBytes > 0) {
        const auto page = fragmentPage(worker, e.fragment);
        if (!page || !insideRange(e.fragmentOffset, e.sizeBytes, page->length))
            return false;
        bytes = page->contents().subspan(e.fragmentOffset, static_cast<std::size_t>(e.sizeBytes));
    } else if (e.fragment != format::kNoFragment) {
        return false;
    }
    NewFile file;
    if (!create(entry, spot, file))
        return true;
    bool done = true;
    if (!bytes.empty())
        done = becomesHole(bytes) ? ::ftruncate(file.fd(), static_cast<off_t>(bytes.size())) == 0 : io::pwriteFully(file.fd(), 0, bytes);
    if (!done)
        m_session.refused(entry, "cannot write", errno);
    else
        finish(worker, entry, spot, file);
    return true;
}

bool FileWriter::copyBlock(ExtractWorker& worker, std::uint32_t entry, const FileReader& reader, std::uint64_t block, int fd, bool& isHole)
{
    isHole = reader.isHole(block);
    if (isHole)
        return true;
    if (worker.buffer.size() < reader.blockSize())
        worker.buffer.resize(reader.blockSize());
    if (auto done = reader.readBlock(block, worker.buffer); !done) {
        m_session.lost(entry, done.error());
        return false;
    }
    const auto bytes = std::span<const std::byte>(worker.buffer).first(reader.blockLength(block));
    isHole = becomesHole(bytes);
    if (isHole || io::pwriteFully(fd, block * reader.blockSize(), bytes))
        return true;
    m_session.refused(entry, "cannot write", errno);
    return false;
}

void FileWriter::writeBlocks(ExtractWorker& worker, std::uint32_t entry, Spot& spot)
{
    const auto reader = openReader(entry);
    if (!reader) {
        m_session.lost(entry, reader.error());
        return;
    }
    NewFile file;
    if (!create(entry, spot, file))
        return;
    bool isHole = false;
    for (std::uint64_t block = 0; block < reader->blockCount(); ++block) {
        if (m_session.ended() || !copyBlock(worker, entry, *reader, block, file.fd(), isHole))
            return;
    }
    if (isHole && ::ftruncate(file.fd(), static_cast<off_t>(reader->sizeBytes())) != 0)
        m_session.refused(entry, "cannot write", errno);
    else
        finish(worker, entry, spot, file);
}

void FileWriter::openShared(ExtractWorker& worker, Shared& shared)
{
    if (!m_session.findSpot(worker, shared.entry, shared.spot))
        return;
    auto reader = openReader(shared.entry);
    if (!reader) {
        m_session.lost(shared.entry, reader.error());
        return;
    }
    shared.reader.emplace(*std::move(reader));
    shared.usable = create(shared.entry, shared.spot, shared.file);
}

void FileWriter::closeShared(ExtractWorker& worker, Shared& shared)
{
    ++worker.filesDone;
    if (shared.usable && !shared.broken && !m_session.ended()) {
        if (shared.endsInHole && ::ftruncate(shared.file.fd(), static_cast<off_t>(shared.reader->sizeBytes())) != 0)
            m_session.refused(shared.entry, "cannot write", errno);
        else
            finish(worker, shared.entry, shared.spot, shared.file);
    }
    const NewFile dropped = std::move(shared.file);  // what was not finished goes now
    shared.reader.reset();
    shared.spot.folder.reset();
}

void FileWriter::writePart(ExtractWorker& worker, Shared& shared, std::uint64_t firstBlock, std::uint64_t blocks)
{
    std::call_once(shared.opened, [&] { openShared(worker, shared); });
    for (std::uint64_t block = firstBlock; block < firstBlock + blocks; ++block) {
        if (!shared.usable || shared.broken.load(std::memory_order_relaxed) || m_session.ended())
            break;
        bool isHole = false;
        // Told once, whoever finds the next fault in it.
        if (!copyBlock(worker, shared.entry, *shared.reader, block, shared.file.fd(), isHole))
            shared.broken = true;
        else if (isHole && block + 1 == shared.reader->blockCount())
            shared.endsInHole = true;
    }
    const std::uint64_t begin = firstBlock * m_session.image->superblock().blockSize;
    const std::uint64_t end = (firstBlock + blocks) * m_session.image->superblock().blockSize;
    const std::uint64_t size = m_session.plan.entries[shared.entry].sizeBytes;
    worker.bytesDone += std::min(end, size) - std::min(begin, size);
    bool last = false;
    {
        const std::lock_guard lock(shared.mutex);
        last = --shared.left == 0;
    }
    if (last)
        closeShared(worker, shared);
}

}  // namespace sqd::read
