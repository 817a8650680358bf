// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/bytes.h"
#include "codec/registry.h"
#include "format/compressor_options.h"
#include "format/fragment.h"
#include "format/tables.h"
#include "format/xattr.h"
#include "read/image.h"
#include "read/image_locator.h"
#include "read/image_parts.h"
#include "read/inode_reader.h"
#include "read/read_error.h"
#include "read/superblock_check.h"

#include <algorithm>
#include <array>

namespace sqd::read {

// The steps from a superblock to an open image. Each reads one table; what the contents do not depend on becomes a finding instead of a
// failure.
class ImageOpener {
public:
    explicit ImageOpener(Image::Parts& parts) : m_p(parts), m_s(parts.superblock) {}

    Result<void> run()
    {
        readOptions();
        std::uint64_t directoryEnd = m_s.idTable;
        SQD_CHECK(openFragments(directoryEnd));
        openExport(directoryEnd);
        SQD_CHECK(openIds(directoryEnd));
        openXattrs();
        checkTouching();
        m_p.inodes = std::make_unique<MetadataTable>(m_p.metadata, "inode table", m_s.inodeTable, m_s.directoryTable);
        m_p.directories = std::make_unique<MetadataTable>(m_p.metadata, "directory table", m_s.directoryTable, directoryEnd);
        return openRoot();
    }

    static Result<std::shared_ptr<const Image>> open(std::shared_ptr<const io::RandomAccessFile> file, const OpenOptions& options);

private:
    void note(Severity severity, std::string code, std::uint64_t offset, std::string what)
    {
        m_p.findings.push_back({severity, std::move(code), offset, std::nullopt, std::move(what)});
    }

    void readOptions();
    bool loadOptionsRecord(std::string& problem);
    Result<void> openFragments(std::uint64_t& directoryEnd);
    void openExport(std::uint64_t& directoryEnd);
    Result<void> openIds(std::uint64_t& directoryEnd);
    void openXattrs();
    Result<void> tryXattrs();
    void checkTouching();
    void checkGap(const char* what, std::uint64_t end, std::uint64_t next, Severity severity, const char* who);
    Result<void> openRoot();

    Image::Parts& m_p;
    const format::Superblock& m_s;
};

bool ImageOpener::loadOptionsRecord(std::string& problem)
{
    std::array<std::byte, 2> header{};
    const std::uint64_t at = format::kSuperblockSize;
    if (!insideRange(at, header.size(), m_s.inodeTable) || !m_p.bytes.read(at, header)) {
        problem = "there is no room for them";
        return false;
    }
    const std::uint16_t word = load16(header, 0);
    const std::size_t size = word & (format::kMetadataRawBit - 1U);
    if ((word & format::kMetadataRawBit) == 0 || size == 0 || size > kMaxOptionsBytes || !insideRange(at + 2, size, m_s.inodeTable)) {
        problem = "what stands at their place is no options block";
        return false;
    }
    m_p.optionsRecord.resize(size);
    if (!m_p.bytes.read(at + 2, m_p.optionsRecord)) {
        m_p.optionsRecord.clear();
        problem = "they cannot be read";
        return false;
    }
    m_p.dataStart = at + 2 + size;
    return true;
}

// The blocks decode without the options, so wrong ones are told and nothing more.
void ImageOpener::readOptions()
{
    m_p.dataStart = format::kSuperblockSize;
    const auto codecId = static_cast<format::CodecId>(m_s.codecId);
    if ((m_s.flags & format::kCompressorOptions) == 0) {
        if (codecId == format::CodecId::Lz4)
            note(Severity::Warning, "codec-options", format::kSuperblockSize, "codec options are missing; Linux refuses lz4 images without them");
        return;
    }
    std::string problem;
    if (loadOptionsRecord(problem))
        problem = format::decodeCompressorOptions(codecId, m_p.optionsRecord).problem;
    if (!problem.empty())
        note(Severity::Warning, "codec-options", format::kSuperblockSize, "codec options are not valid: " + problem);
}

Result<void> ImageOpener::openFragments(std::uint64_t& directoryEnd)
{
    LookupShape shape{"fragment table", m_s.fragments != 0 ? m_s.fragmentTable : m_s.directoryTable, m_s.fragments, format::kFragmentEntrySize, m_s.directoryTable, m_s.idTable};
    SQD_TRY(m_p.fragmentTable, LookupTable::open(m_p.metadata, std::move(shape)));
    if (m_s.fragments != 0)
        directoryEnd = std::min(directoryEnd, m_p.fragmentTable->begin());
    return {};
}

void ImageOpener::openExport(std::uint64_t& directoryEnd)
{
    if (m_s.exportTable == format::kNoTable || !exportTablePlausible(m_s))
        return;
    auto table = LookupTable::open(m_p.metadata, {"export table", m_s.exportTable, m_s.inodes, format::kExportEntrySize, m_s.directoryTable, m_s.idTable});
    if (!table) {
        m_p.findings.push_back(findingFrom(table.error(), "export-table"));
        return;
    }
    m_p.exportTable = *std::move(table);
    if (m_s.inodes != 0)
        directoryEnd = std::min(directoryEnd, m_p.exportTable->begin());
}

Result<void> ImageOpener::openIds(std::uint64_t& directoryEnd)
{
    SQD_TRY(m_p.idTable, LookupTable::open(m_p.metadata, {"id table", m_s.idTable, m_s.ids, format::kIdEntrySize, m_s.directoryTable, m_s.bytesUsed}));
    directoryEnd = std::min(directoryEnd, m_p.idTable->begin());
    m_p.ids.reserve(m_s.ids);
    for (std::size_t slot = 0; slot < m_p.idTable->positions().size(); ++slot) {
        SQD_TRY(const auto block, m_p.idTable->block(slot));
        for (std::size_t i = 0; i + format::kIdEntrySize <= block->contents.size(); i += format::kIdEntrySize)
            m_p.ids.push_back(load32(block->contents, i));
    }
    return {};
}

Result<void> ImageOpener::tryXattrs()
{
    std::array<std::byte, format::kXattrHeaderSize> raw{};
    SQD_CHECK(m_p.bytes.read(m_s.xattrTable, raw));
    const format::XattrHeader header = format::decodeXattrHeader(raw);
    if (header.pairStart >= m_s.xattrTable || header.pairStart < m_p.idTable->listEnd())
        return corruptError("xattr table", "attribute pairs at " + std::to_string(header.pairStart) + " lie outside of their place", m_s.xattrTable);
    if (header.ids == 0)
        return corruptError("xattr table", "the number of attribute sets is 0", m_s.xattrTable + 8);
    SQD_TRY(LookupTable table, LookupTable::open(m_p.metadata, {"xattr table", m_s.xattrTable + format::kXattrHeaderSize, header.ids,
                                   format::kXattrIdEntrySize, header.pairStart, m_s.bytesUsed}));
    // The list stands behind the header, its blocks before it; open() cannot know that the 16 bytes between are no block.
    if (table.positions().back() >= m_s.xattrTable)
        return corruptError("xattr table", "block position in the list is out of range", table.list());
    m_p.xattrPairs = std::make_unique<MetadataTable>(m_p.metadata, "xattr pair table", header.pairStart, table.begin());
    m_p.xattrTable = std::move(table);
    return {};
}

void ImageOpener::openXattrs()
{
    if (m_s.xattrTable == format::kNoTable || !xattrTablePlausible(m_s))
        return;
    if (auto done = tryXattrs(); !done) {
        Finding finding = findingFrom(done.error(), "xattr-table");
        finding.what += "; the image is read without extended attributes";
        m_p.findings.push_back(std::move(finding));
    }
}

void ImageOpener::checkGap(const char* what, std::uint64_t end, std::uint64_t next, Severity severity, const char* who)
{
    if (end < next)
        note(severity, "table-gap", end, std::to_string(next - end) + " spare bytes behind the " + what + "; " + who + " such images");
}

// Section 1: the sections touch, as the readers derive the end of one from the start of the next.
void ImageOpener::checkTouching()
{
    const std::uint64_t afterIds = m_p.xattrPairs ? m_p.xattrPairs->begin() : m_s.bytesUsed;
    if (m_s.xattrTable == format::kNoTable || m_p.xattrPairs)
        checkGap("id table", m_p.idTable->listEnd(), afterIds, Severity::Warning, "Linux refuses");
    if (m_p.xattrTable)
        checkGap("xattr table", m_p.xattrTable->listEnd(), m_s.bytesUsed, Severity::Warning, "Linux refuses");
    if (m_p.exportTable)
        checkGap("export table", m_p.exportTable->listEnd(), m_p.idTable->begin(), Severity::Warning, "Linux refuses");
    if (m_s.fragments != 0)
        checkGap("fragment table", m_p.fragmentTable->listEnd(), m_p.exportTable ? m_p.exportTable->begin() : m_p.idTable->begin(), Severity::Warning, "unsquashfs refuses");
}

Result<void> ImageOpener::openRoot()
{
    const std::string which = "root inode reference (block " + std::to_string(m_s.rootInode >> 16) + ", offset " + std::to_string(m_s.rootInode & 0xFFFF) + ")";
    auto root = readInodeAt(m_s.rootInode, {*m_p.inodes, m_p.ids, m_s.blockSize});
    if (!root)
        return errorAt(which, std::move(root).error());
    if (!root->isDirectory())
        return corruptError(which, std::string("the root is not a directory but a ") + inodeTypeName(root->type), root->position);
    m_p.root = *std::move(root);
    return {};
}

Result<std::shared_ptr<const Image>> ImageOpener::open(std::shared_ptr<const io::RandomAccessFile> file, const OpenOptions& options)
{
    const std::string name = file->name();
    SQD_TRY(const Located located, locateImage(*file, options));
    const std::uint64_t bytesThere = file->sizeBytes() - located.offset;
    auto findings = checkSuperblock(located.superblock, bytesThere);
    if (const Finding* fatal = fatalProblem(findings))
        return corruptError(name, fatal->what, fatal->offset);
    const codec::Backend* backend = codec::findBackend(static_cast<format::CodecId>(located.superblock.codecId));
    if (backend == nullptr)
        return unsupportedError(name, "the codec number " + std::to_string(located.superblock.codecId) + " is not built into this program");

    auto parts = std::make_unique<Image::Parts>(ImageBytes(std::move(file), located.offset, located.superblock.bytesUsed), *backend, located.superblock, options);
    parts->streamed = located.streamed;
    parts->findings = std::move(findings);
    if (located.streamed)
        parts->findings.push_back({Severity::Note, "streamed", 0, std::nullopt, "the superblock stands at the end of the file (a streamed image); Linux cannot mount it"});
    if (auto done = ImageOpener(*parts).run(); !done)
        return errorAt(name, std::move(done).error());
    return std::shared_ptr<const Image>(new Image(std::move(parts)));
}

Result<std::shared_ptr<const Image>> Image::open(std::shared_ptr<const io::RandomAccessFile> file, const OpenOptions& options)
{
    return ImageOpener::open(std::move(file), options);
}

}  // namespace sqd::read
