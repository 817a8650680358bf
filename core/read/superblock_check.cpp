// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/superblock_check.h"

#include "format/xattr.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace sqd::read {

namespace {

constexpr std::string_view kFatalPrefix = "superblock-";

class Checker {
public:
    Checker(const format::Superblock& s, std::uint64_t bytesThere) : m_s(s), m_there(bytesThere) {}

    std::vector<Finding> run()
    {
        blockSize();
        if (m_s.bytesUsed > m_there)
            fatal("bytes-used", 40, "the image is cut: it should have " + std::to_string(m_s.bytesUsed) + " bytes, the file has " + std::to_string(m_there));
        else if (m_s.bytesUsed <= format::kSuperblockSize)
            fatal("bytes-used", 40, "size of " + std::to_string(m_s.bytesUsed) + " bytes is less than a superblock and tables take");
        if ((m_s.flags & format::kCheckData) != 0)
            fatal("flags", 24, "flags " + std::to_string(m_s.flags) + " have bit 2 set, which no SquashFS 4.0 image has");
        tables();
        counts();
        hints();
        return std::move(m_findings);
    }

private:
    void add(Severity severity, std::string code, std::uint64_t offset, std::string what)
    {
        m_findings.push_back({severity, std::move(code), offset, std::nullopt, std::move(what)});
    }
    void fatal(std::string_view field, std::uint64_t offset, std::string what)
    {
        add(Severity::Error, std::string(kFatalPrefix) + std::string(field), offset, std::move(what));
    }

    void blockSize()
    {
        if (!std::has_single_bit(m_s.blockSize) || m_s.blockSize < format::kMinBlockSize || m_s.blockSize > format::kMaxBlockSize)
            fatal("block-size", 12, "block size " + std::to_string(m_s.blockSize) + " is not a power of two between 4 KiB and 1 MiB");
        else if (m_s.blockLog != std::countr_zero(m_s.blockSize))
            fatal("block-log", 22, "block_log " + std::to_string(m_s.blockLog) + " does not match the block size " + std::to_string(m_s.blockSize));
    }

    void place(const char* name, std::uint64_t offset, std::uint64_t position, std::uint64_t lowest, std::string_view lowestName)
    {
        if (position >= m_s.bytesUsed)
            fatal("table", offset, std::string(name) + " at " + std::to_string(position) + " lies outside of the image, which has " + std::to_string(m_s.bytesUsed) + " bytes");
        else if (position < lowest)
            fatal("table", offset, std::string(name) + " at " + std::to_string(position) + " lies before " + std::string(lowestName) + " at " + std::to_string(lowest));
    }

    void tables()
    {
        if (m_s.inodeTable >= m_s.directoryTable && m_s.inodeTable < m_s.bytesUsed)
            fatal("table", 64, "inode table at " + std::to_string(m_s.inodeTable) + " lies behind the directory table at " + std::to_string(m_s.directoryTable));
        else
            place("inode table", 64, m_s.inodeTable, format::kSuperblockSize, "the end of the superblock");
        place("directory table", 72, m_s.directoryTable, 0, "");
        place("id table", 48, m_s.idTable, m_s.directoryTable, "the directory table");
        if (m_s.fragments != 0)
            place("fragment table", 80, m_s.fragmentTable, m_s.directoryTable, "the directory table");
        if (m_s.ids == 0)
            fatal("ids", 26, "the number of owners is 0");
        if (!exportTablePlausible(m_s))
            add(Severity::Error, "export-table", 88, "export table at " + std::to_string(m_s.exportTable) + " lies outside of its place; it is not needed for reading");
        if (!xattrTablePlausible(m_s))
            add(Severity::Error, "xattr-table", 56, "xattr table at " + std::to_string(m_s.xattrTable) + " lies outside of its place; the image is read without extended attributes");
        if (m_s.rootInode >> 48 != 0 || m_s.rootInode >> 16 >= m_s.directoryTable - std::min(m_s.inodeTable, m_s.directoryTable))
            fatal("root", 32, "root inode reference (block " + std::to_string(m_s.rootInode >> 16) + ", offset " + std::to_string(m_s.rootInode & 0xFFFF) + ") is outside of the inode table");
    }

    void counts()
    {
        if (m_s.inodes == 0)
            add(Severity::Error, "inode-count", 4, "the number of inodes is 0");
        else if (m_s.ids > std::uint64_t{2} * m_s.inodes)
            add(Severity::Error, "id-count", 26, std::to_string(m_s.ids) + " owners are more than " + std::to_string(m_s.inodes) + " inodes can use; other readers refuse the image");
        if (m_s.fragments > m_s.inodes)
            add(Severity::Error, "fragment-count", 16, std::to_string(m_s.fragments) + " fragment blocks are more than there are inodes (" + std::to_string(m_s.inodes) + "); other readers refuse the image");
    }

    void hints()
    {
        constexpr unsigned kKnown = 0x0FFF;
        if ((m_s.flags & ~kKnown) != 0)
            add(Severity::Warning, "flags", 24, "flags " + std::to_string(m_s.flags) + " have unknown bits");
        if ((m_s.flags & format::kNoFragments) != 0 && m_s.fragments != 0)
            add(Severity::Warning, "flags", 24, "the flags say no fragments, but there are " + std::to_string(m_s.fragments) + "; some readers skip them");
        if ((m_s.flags & format::kNoXattrs) != 0 && m_s.xattrTable != format::kNoTable)
            add(Severity::Warning, "flags", 24, "the flags say no extended attributes, but there is a table; some readers skip it");
        if (((m_s.flags & format::kExportable) != 0) != (m_s.exportTable != format::kNoTable))
            add(Severity::Note, "flags", 24, "the export flag does not agree with the export table");
        if (m_s.fragments == 0 && m_s.fragmentTable == format::kNoTable)
            add(Severity::Note, "fragment-table", 80, "without fragments the position of their table is left out; 7-Zip refuses such images");
    }

    const format::Superblock& m_s;
    const std::uint64_t m_there;
    std::vector<Finding> m_findings;
};

}  // namespace

std::vector<Finding> checkSuperblock(const format::Superblock& superblock, std::uint64_t bytesThere)
{
    return Checker(superblock, bytesThere).run();
}

const Finding* fatalProblem(const std::vector<Finding>& findings)
{
    const auto found = std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.code.starts_with(kFatalPrefix); });
    return found == findings.end() ? nullptr : &*found;
}

bool exportTablePlausible(const format::Superblock& s)
{
    return s.exportTable == format::kNoTable || (s.exportTable >= s.directoryTable && s.exportTable < s.bytesUsed);
}

bool xattrTablePlausible(const format::Superblock& s)
{
    return s.xattrTable == format::kNoTable ||
        (s.xattrTable >= s.idTable && s.bytesUsed >= format::kXattrHeaderSize && s.xattrTable <= s.bytesUsed - format::kXattrHeaderSize);
}

}  // namespace sqd::read
