// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "operation/image_browser.h"

#include "concurrency/cpu_count.h"
#include "io/posix_file.h"
#include "operation/image_search.h"
#include "operation/operation_thread.h"
#include "read/data_reader.h"
#include "read/image.h"
#include "read/path_lookup.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sqd::operation {

namespace {

// Copies that are opened elsewhere or dragged out are small; more workers would only wait for each other.
constexpr int kCopyWorkers = 4;

// A file whose end is missing, as long as the image in it says it is. What is not there cannot be read.
class ShortFile final : public io::RandomAccessFile {
public:
    ShortFile(std::shared_ptr<const io::RandomAccessFile> file, std::uint64_t sizeBytes) : m_file(std::move(file)), m_sizeBytes(sizeBytes) {}
    Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const override { return m_file->read(offset, out); }
    [[nodiscard]] std::uint64_t sizeBytes() const override { return m_sizeBytes; }
    [[nodiscard]] const std::string& name() const override { return m_file->name(); }

private:
    const std::shared_ptr<const io::RandomAccessFile> m_file;
    const std::uint64_t m_sizeBytes;
};

Result<std::shared_ptr<const io::RandomAccessFile>> withItsEnd(std::shared_ptr<const io::RandomAccessFile> file, const read::OpenOptions& options)
{
    SQD_TRY(const read::SuperblockReport report, read::inspectSuperblock(*file, options));
    const std::uint64_t there = file->sizeBytes() - report.offset;
    if (report.superblock.bytesUsed <= there || report.superblock.bytesUsed > read::kMaxFileSize - report.offset)
        return file;
    return std::shared_ptr<const io::RandomAccessFile>(std::make_shared<ShortFile>(std::move(file), report.offset + report.superblock.bytesUsed));
}

}  // namespace

ImageBrowser::ImageBrowser(std::string path, std::optional<std::uint64_t> offset, Opening opening, std::shared_ptr<const read::Image> image)
    : m_path(std::move(path)), m_offset(offset), m_opening(opening), m_workers(concurrency::usableProcessors()), m_index(std::move(image))
{
}

Result<std::shared_ptr<ImageBrowser>> ImageBrowser::open(const std::string& path, std::optional<std::uint64_t> offset, Opening opening)
{
    return withoutExceptions<std::shared_ptr<ImageBrowser>>([&]() -> Result<std::shared_ptr<ImageBrowser>> {
        SQD_TRY(std::shared_ptr<const io::RandomAccessFile> file, io::PosixFile::open(path));
        read::OpenOptions options;
        options.offset = offset;
        if (opening == Opening::Readable) {
            SQD_TRY(file, withItsEnd(std::move(file), options));
        }
        SQD_TRY(auto image, read::Image::open(std::move(file), options));
        return std::shared_ptr<ImageBrowser>(new ImageBrowser(path, offset, opening, std::move(image)));
    }, path);
}

std::string ImageBrowser::codec() const
{
    return std::string(m_index.image()->backend().name);
}

std::uint32_t ImageBrowser::blockSize() const
{
    return m_index.image()->superblock().blockSize;
}

std::uint64_t ImageBrowser::imageBytes() const
{
    return m_index.image()->superblock().bytesUsed;
}

std::uint64_t ImageBrowser::fileBytes() const
{
    return m_index.image()->fileSizeBytes();
}

std::uint32_t ImageBrowser::inodeCount() const
{
    return m_index.image()->superblock().inodes;
}

const std::vector<read::Finding>& ImageBrowser::openFindings() const
{
    return m_index.image()->openFindings();
}

Result<std::shared_ptr<const read::FolderListing>> ImageBrowser::folder(read::FolderId folder, std::stop_token stop)
{
    return withoutExceptions<std::shared_ptr<const read::FolderListing>>([&] { return m_index.load(folder, m_workers, std::move(stop)); }, m_path);
}

Result<void> ImageBrowser::loadAll(std::stop_token stop)
{
    auto done = withoutExceptions<bool>([&]() -> Result<bool> {
        SQD_CHECK(m_index.loadAll(m_workers, std::move(stop)));
        return true;
    }, m_path);
    if (!done)
        return std::move(done).error();
    return {};
}

Result<std::shared_ptr<const FragmentShares>> ImageBrowser::shares(std::stop_token stop)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_shares)
            return m_shares;
    }
    SQD_TRY(auto counted, countFragmentShares(*m_index.image(), std::move(stop)));
    const std::lock_guard lock(m_mutex);
    m_shares = std::move(counted);
    return m_shares;
}

Result<std::shared_ptr<const ImageFacts>> ImageBrowser::facts(std::stop_token stop)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_facts)
            return m_facts;
    }
    SQD_CHECK(loadAll(stop));
    SQD_TRY(const auto counted, shares(stop));
    SQD_TRY(auto facts, withoutExceptions<std::shared_ptr<const ImageFacts>>([&] { return collectFacts(m_index, *counted, stop); }, m_path));
    const std::lock_guard lock(m_mutex);
    m_facts = std::move(facts);
    return m_facts;
}

Result<std::vector<read::EntryPlace>> ImageBrowser::search(const SearchQuery& query, std::stop_token stop)
{
    SQD_CHECK(loadAll(stop));
    return withoutExceptions<std::vector<read::EntryPlace>>([&] { return searchIndex(m_index, query, m_workers, stop); }, m_path);
}

Result<std::optional<read::EntryPlace>> ImageBrowser::locate(const std::string& path, std::stop_token stop)
{
    SQD_TRY(const read::Found found, read::lookupPath(*m_index.image(), path));
    return m_index.find(found.path, std::move(stop));
}

Result<read::IndexEntry> ImageBrowser::entryAt(const read::EntryPlace& place) const
{
    const auto listing = m_index.loaded(place.folder);
    if (!listing || place.row >= listing->entries.size())
        return internalError("the index has no such entry");
    return listing->entries[place.row];
}

Result<EntryPreview> ImageBrowser::preview(const read::EntryPlace& place, std::size_t maxBytes)
{
    EntryPreview preview;
    SQD_TRY(preview.entry, entryAt(place));
    const std::string path = m_index.path(place);
    preview.name = path.substr(path.rfind('/') + 1);
    const auto inode = m_index.image()->inode(preview.entry.reference);
    if (!inode) {
        preview.damage = inode.error();
        return preview;
    }
    preview.target = inode->target;
    preview.major = inode->major;
    preview.minor = inode->minor;
    if (!inode->isFile())
        return preview;
    const auto reader = read::FileReader::open(m_index.image(), *inode, path);
    if (!reader) {
        preview.damage = reader.error();
        return preview;
    }
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(maxBytes, inode->sizeBytes));
    preview.bytes.resize(wanted);
    std::size_t done = 0;
    while (done < wanted) {
        // Block by block, so that what stands before a broken block is shown.
        const std::size_t part = std::min<std::size_t>(wanted - done, reader->blockSize() - done % reader->blockSize());
        const auto got = reader->read(done, std::span(preview.bytes).subspan(done, part));
        if (!got) {
            preview.damage = got.error();
            break;
        }
        done += *got;
    }
    preview.bytes.resize(done);
    return preview;
}

Result<read::EntryLayout> ImageBrowser::layout(const read::EntryPlace& place)
{
    return read::entryLayout(m_index.image(), m_index.path(place));
}

Result<std::uint64_t> ImageBrowser::contentBytes(const std::vector<read::EntryPlace>& places, std::uint64_t limit, std::stop_token stop)
{
    std::uint64_t sum = 0;
    std::vector<read::FolderId> folders;
    const auto add = [&](const read::IndexEntry& entry) {
        if (entry.isFile())
            sum += std::min(entry.sizeBytes, limit);
        else if (entry.folder != read::kNoFolder)
            folders.push_back(entry.folder);
    };
    for (const read::EntryPlace& place : places) {
        SQD_TRY(const read::IndexEntry entry, entryAt(place));
        add(entry);
    }
    while (!folders.empty() && sum < limit) {
        const read::FolderId next = folders.back();
        folders.pop_back();
        SQD_TRY(const auto listing, folder(next, stop));
        std::for_each(listing->entries.begin(), listing->entries.end(), add);
    }
    return std::min(sum, limit);
}

Result<read::ExtractReport> ImageBrowser::extractCopies(const std::vector<read::EntryPlace>& places, const std::string& target, bool readOnly, std::stop_token stop)
{
    if (places.empty())
        return internalError("nothing was chosen");
    read::ExtractOptions options;
    // Made here, so that the report names the copies and not the folder around them.
    std::error_code made;
    std::filesystem::create_directories(target, made);
    if (made)
        return outputError(target, "cannot make the folder", made.value());
    options.target = target;
    options.conflict = read::Conflict::Overwrite;
    options.owner = false;
    options.xattrs = false;
    options.devices = false;
    options.jobs = std::min(m_workers, kCopyWorkers);
    const std::string folder = m_index.path(places.front().folder);
    options.strip = static_cast<std::uint32_t>(folder == "/" ? 0 : std::count(folder.begin(), folder.end(), '/'));
    for (const read::EntryPlace& place : places)
        options.patterns.push_back(m_index.path(place));
    concurrency::ProgressCounters counters(std::max(1, options.jobs));
    SQD_TRY(auto report, withoutExceptions<read::ExtractReport>([&] { return read::extractImage(m_index.image(), options, counters, stop); }, m_path));
    namespace fs = std::filesystem;
    std::error_code error;
    fs::permissions(target, fs::perms::owner_all, error);
    if (readOnly) {
        for (const std::string& copy : report.created) {
            if (fs::is_regular_file(fs::symlink_status(copy, error)))
                fs::permissions(copy, fs::perms::owner_read, error);
        }
    }
    return report;
}

}  // namespace sqd::operation
