// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "tar/pax_records.h"
#include "tar/tar_header.h"
#include "tar/tar_window.h"

#include <optional>
#include <string>
#include <vector>

namespace sqd::tar {

// One member as it stands in the archive: its header, what extended headers said before it, and where its data lies.
struct RawEntry {
    TarHeader header;
    PaxRecords own;
    bool malformedRecords = false;
    std::optional<std::string> longName, longLink;  // GNU L and K
    std::string sparseBlocks;       // further blocks of an old GNU sparse map
    std::string name;               // by the strongest of all sources; raw bytes
    std::uint64_t number = 0;       // of the member, from 1
    std::uint64_t position = 0;     // of the first block that belongs to it
    std::uint64_t dataPosition = 0;
    std::uint64_t stored = 0;       // bytes of data in the archive
};

// Goes through an archive from member to member; V7, ustar, pax, GNU and star. It does its own parsing, because what is asked of it
// (type flags, global records, values that make no sense, exact positions) is what libarchive's reader hides. Not thread-safe.
class TarReader {
public:
    TarReader(const io::RandomAccessFile& file, bool ignoreZeros) : m_window(file), m_ignoreZeros(ignoreZeros) {}
    // Finds the next member; false at the end. Errors: Corrupt with the position, naming the member before; InputUnreadable. After a
    // Corrupt, next() goes on at the next block that is a header, if there is one.
    Result<bool> next(RawEntry& entry);
    [[nodiscard]] const PaxRecords& global() const { return m_global; }
    [[nodiscard]] TarWindow& window() { return m_window; }
    // What is odd about how the archive ends, though all members are whole. After next() returned false.
    [[nodiscard]] const std::vector<std::string>& notes() const { return m_notes; }
    // True when the last Corrupt was an archive that ends early.
    [[nodiscard]] bool endedEarly() const { return m_endedEarly; }

private:
    enum class Block { Header, End };
    Result<Block> findHeader();
    Result<Block> atZeros();
    Result<void> noteWhatFollows();
    Result<void> resynchronise();
    Result<bool> takeExtension(RawEntry& entry, const TarHeader& header);
    Result<void> takeMember(RawEntry& entry, const TarHeader& header);
    Result<void> takeSparseBlocks(RawEntry& entry);
    Result<bool> hasNoData(char flag, std::uint64_t dataPosition);
    Result<std::uint64_t> sizeOf(const TarHeader& header, const PaxRecords* own) const;
    Result<void> passData(std::uint64_t position, std::uint64_t stored, const std::string& what);
    Error damaged(const std::string& what, std::uint64_t position);
    Error ended(const std::string& what);

    TarWindow m_window;
    const bool m_ignoreZeros;
    PaxRecords m_global;
    std::uint64_t m_position = 0;   // of the next block
    std::uint64_t m_number = 0;     // members so far
    std::string m_lastName;
    bool m_damaged = false;         // m_position is at a block that is no header
    bool m_endedEarly = false;
    bool m_sawEnd = false;          // an end mark
    std::vector<std::string> m_notes;
};

}  // namespace sqd::tar
