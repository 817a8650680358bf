// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_reader.h"

#include <algorithm>

namespace sqd::tar {

// More than any name, link target or set of attributes needs; a header that claims more is damaged.
static constexpr std::uint64_t kMaxExtension = 16U << 20;
// How far behind an end mark another archive is looked for. Archives are padded to some KiB.
static constexpr std::uint64_t kLookBehindEnd = 1U << 20;

static std::uint64_t roundUp(std::uint64_t bytes)
{
    return (bytes + kBlock - 1) / kBlock * kBlock;
}

Error TarReader::damaged(const std::string& what, std::uint64_t position)
{
    m_damaged = true;
    const std::string behind = m_number == 0 ? "" : ", behind '" + m_lastName + "' (entry " + std::to_string(m_number) + ")";
    return corruptError(m_window.name(), what + behind, position);
}

Error TarReader::ended(const std::string& what)
{
    m_endedEarly = true;
    return corruptError(m_window.name(), "the archive ends early, " + what, m_window.size());
}

// What follows an end mark may be another archive; it is cheap to say so.
Result<void> TarReader::noteWhatFollows()
{
    const std::uint64_t end = std::min(m_window.size(), m_position + kLookBehindEnd);
    for (std::uint64_t at = m_position; at + kBlock <= end; at += kBlock) {
        SQD_TRY(const std::string_view block, m_window.view(at, kBlock));
        if (!TarHeader::isZero(block) && TarHeader::isHeader(block)) {
            m_notes.push_back("more entries follow its end mark, from byte " + std::to_string(at) + " on; --ignore-zeros reads them too");
            return {};
        }
    }
    return {};
}

Result<TarReader::Block> TarReader::atZeros()
{
    m_sawEnd = true;
    const std::uint64_t first = m_position;
    m_position += kBlock;
    if (!m_window.holds(m_position, kBlock)) {
        m_notes.push_back("ends with one of its two end marks only, at byte " + std::to_string(first));
        return Block::End;
    }
    SQD_TRY(const std::string_view second, m_window.view(m_position, kBlock));
    if (TarHeader::isZero(second))
        m_position += kBlock;
    else
        m_notes.push_back("has a lone zero block at byte " + std::to_string(first) + ", which was taken for its end");
    SQD_CHECK(noteWhatFollows());
    return Block::End;
}

// Goes to the next header: m_position is at it.
Result<TarReader::Block> TarReader::findHeader()
{
    for (;;) {
        if (m_position >= m_window.size()) {
            if (!m_sawEnd)
                m_notes.emplace_back("ends without its end marks; the entries are complete");
            return Block::End;
        }
        if (!m_window.holds(m_position, kBlock)) {
            if (m_sawEnd)
                return Block::End;
            if (m_number == 0 && m_position == 0)
                return damaged("is not a tar archive", 0);
            return ended("in a header behind '" + m_lastName + "' (entry " + std::to_string(m_number) + ")");
        }
        SQD_TRY(const std::string_view block, m_window.view(m_position, kBlock));
        if (!TarHeader::isZero(block)) {
            if (TarHeader::isHeader(block))
                return Block::Header;
            return damaged(m_position == 0 ? "is not a tar archive" : "the archive is damaged, no valid header", m_position);
        }
        if (!m_ignoreZeros)
            return atZeros();
        m_sawEnd = true;
        m_position += kBlock;
    }
}

Result<void> TarReader::resynchronise()
{
    m_damaged = false;
    for (m_position += kBlock; m_window.holds(m_position, kBlock); m_position += kBlock) {
        SQD_TRY(const std::string_view block, m_window.view(m_position, kBlock));
        if (!TarHeader::isZero(block) && TarHeader::isHeader(block))
            return {};
    }
    m_position = m_window.size();
    return {};
}

Result<std::uint64_t> TarReader::sizeOf(const TarHeader& header, const PaxRecords* own) const
{
    Number size = header.size();
    if (own != nullptr) {
        if (const std::string* record = PaxView{*own, m_global}.find("size"))
            size = parseDecimal(*record);
    }
    if (!size.natural())
        return corruptError("", "a size that is no number from 0 on");
    return static_cast<std::uint64_t>(size.value);
}

// Moves behind data that must be there with its padding.
Result<void> TarReader::passData(std::uint64_t position, std::uint64_t stored, const std::string& what)
{
    if (!m_window.holds(position, stored) || !m_window.holds(position, roundUp(stored)))
        return ended(what);
    m_position = position + roundUp(stored);
    return {};
}

// Takes a header that belongs to the member behind it (x, L, K) or to all that follow (g); false when it is a member itself.
Result<bool> TarReader::takeExtension(RawEntry& entry, const TarHeader& header)
{
    const char flag = header.flag();
    if (flag != 'x' && flag != 'g' && flag != 'L' && flag != 'K')
        return false;
    const auto size = sizeOf(header, nullptr);
    if (!size || *size > kMaxExtension)
        return damaged("the archive is damaged, an extended header has a size that makes no sense", m_position);
    const std::uint64_t data = m_position + kBlock;
    SQD_CHECK(passData(data, *size, "in an extended header behind '" + m_lastName + "' (entry " + std::to_string(m_number) + ")"));
    SQD_TRY(const std::string_view text, m_window.view(data, static_cast<std::size_t>(*size)));
    if (flag == 'x')
        entry.malformedRecords = !entry.own.add(text) || entry.malformedRecords;
    else if (flag == 'g')
        entry.malformedRecords = !m_global.add(text) || entry.malformedRecords;
    else
        (flag == 'L' ? entry.longName : entry.longLink) = std::string(text.substr(0, text.find('\0')));
    return true;
}

// Links, folders, devices have no data, but some programs write their size, and pax allows data for hard links. What stands behind the
// header decides.
Result<bool> TarReader::hasNoData(char flag, std::uint64_t dataPosition)
{
    if (flag < '1' || flag > '6')
        return false;
    if (!m_window.holds(dataPosition, kBlock))
        return true;
    SQD_TRY(const std::string_view block, m_window.view(dataPosition, kBlock));
    return TarHeader::isZero(block) || TarHeader::isHeader(block);
}

Result<void> TarReader::takeSparseBlocks(RawEntry& entry)
{
    for (bool more = entry.header.sparseContinues(); more;) {
        if (!m_window.holds(entry.dataPosition, kBlock))
            return ended("in the sparse map of '" + entry.name + "' (entry " + std::to_string(entry.number) + ")");
        SQD_TRY(const std::string_view block, m_window.view(entry.dataPosition, kBlock));
        more = block[504] != '\0';
        entry.sparseBlocks += block.substr(0, 504);
        entry.dataPosition += kBlock;
    }
    return {};
}

Result<void> TarReader::takeMember(RawEntry& entry, const TarHeader& header)
{
    entry.header = header;
    const PaxView records{entry.own, m_global};
    const std::string* sparseName = entry.own.find("GNU.sparse.name");
    if (sparseName != nullptr && !sparseName->empty())
        entry.name = *sparseName;
    else if (const std::string* path = records.find("path"))
        entry.name = *path;
    else
        entry.name = entry.longName ? *entry.longName : header.name();
    const auto size = sizeOf(header, &entry.own);
    if (!size)
        return damaged("the archive is damaged, '" + entry.name + "' has " + size.error().what, m_position);
    entry.number = ++m_number;
    m_lastName = entry.name;
    entry.dataPosition = m_position + kBlock;
    entry.stored = *size;
    if (header.flag() == 'S')
        SQD_CHECK(takeSparseBlocks(entry));
    if (entry.stored != 0 && entry.own.find("size") == nullptr) {
        SQD_TRY(const bool none, hasNoData(header.flag(), entry.dataPosition));
        if (none)
            entry.stored = 0;
    }
    return passData(entry.dataPosition, entry.stored, "in the data of '" + entry.name + "' (entry " + std::to_string(entry.number) + ")");
}

Result<bool> TarReader::next(RawEntry& entry)
{
    entry = RawEntry{};
    if (m_endedEarly)
        return false;
    if (m_damaged)
        SQD_CHECK(resynchronise());
    bool extended = false;
    entry.position = m_position;
    for (;;) {
        SQD_TRY(const Block block, findHeader());
        if (!extended)
            entry.position = m_position;
        if (block == Block::End)
            break;
        SQD_TRY(const std::string_view bytes, m_window.view(m_position, kBlock));
        const TarHeader header(bytes);
        SQD_TRY(const bool extension, takeExtension(entry, header));
        if (!extension) {
            SQD_CHECK(takeMember(entry, header));
            return true;
        }
        extended = extended || header.flag() != 'g';
    }
    if (!extended)
        return false;
    m_endedEarly = true;
    const std::string behind = m_number == 0 ? "" : ", behind '" + m_lastName + "' (entry " + std::to_string(m_number) + ")";
    return corruptError(m_window.name(), "the archive ends with an extended header whose entry is missing" + behind, entry.position);
}

}  // namespace sqd::tar
