// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/image_locator.h"

#include "base/bytes.h"
#include "base/checked.h"
#include "read/foreign_format.h"
#include "read/read_error.h"
#include "read/superblock_check.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace sqd::read {

namespace {

using format::kSuperblockSize;

constexpr std::size_t kHeadBytes = 68 * 1024;  // far enough for the btrfs mark at 64 KiB
constexpr std::uint32_t kSwappedMagic = 0x68737173;  // "sqsh" as little endian reads it
constexpr std::uint32_t kStreamMagic = 0x53515348;   // "HSQS": stands at the start of a streamed image
// Marks that firmware vendors are known to use instead of "hsqs".
constexpr std::array<std::string_view, 6> kVendorMarks{"shsq", "qshs", "sqlz", "hsqt", "tqsh", "hsqS"};

Result<void> checkVersionAndCodec(const format::Superblock& s, const std::string& name)
{
    if (s.versionMajor != 4 || s.versionMinor != 0)
        return unsupportedError(name, "SquashFS " + std::to_string(s.versionMajor) + "." + std::to_string(s.versionMinor) + ", only 4.0 is supported");
    if (s.codecId < 1 || s.codecId > 6)
        return unsupportedError(name, "unknown codec number " + std::to_string(s.codecId));
    return {};
}

// What stands at a place that has no usable superblock.
Error describeForeign(const std::string& name, std::span<const std::byte> head, std::uint64_t offset)
{
    const std::string at = offset == 0 ? "" : " at byte " + std::to_string(offset);
    const auto magic = head.first(std::min<std::size_t>(4, head.size()));
    const std::string_view text(reinterpret_cast<const char*>(magic.data()), magic.size());
    if (head.size() >= kSuperblockSize && load32(head, 0) == kSwappedMagic) {
        const unsigned major = load16(head, 28) >> 8 | (load16(head, 28) & 0xFFU) << 8;
        const unsigned minor = load16(head, 30) >> 8 | (load16(head, 30) & 0xFFU) << 8;
        return unsupportedError(name, "big-endian SquashFS " + std::to_string(major) + "." + std::to_string(minor) +
                (major >= 4 ? " (vendor variant), not supported" : ", only 4.0 is supported"));
    }
    if (std::find(kVendorMarks.begin(), kVendorMarks.end(), text) != kVendorMarks.end())
        return unsupportedError(name, "unknown mark " + magicText(magic) + at + " (a vendor variant of SquashFS?)");
    const std::string foreign = offset == 0 ? foreignFormat(head) : std::string();
    Error error;
    error.code = Errc::InputUnreadable;
    error.where = name;
    error.what = "not a SquashFS image" + at + (foreign.empty() ? ": it begins with " + magicText(magic) : ": it is " + foreign);
    if (!foreign.empty())
        error.hint = "when an image lies inside of it, say where with --offset";
    return error;
}

// A superblock that looks like one by chance is one in 2^100: everything that can be checked without the rest must fit.
bool plausible(std::span<const std::byte> at, std::uint64_t bytesThere)
{
    const format::Superblock s = format::decodeSuperblock(at);
    if (s.versionMajor != 4 || s.versionMinor != 0 || s.codecId < 1 || s.codecId > 6)
        return false;
    const auto problems = checkSuperblock(s, bytesThere);
    return std::all_of(problems.begin(), problems.end(), [](const Finding& f) { return f.code == "superblock-bytes-used" || !f.code.starts_with("superblock-"); }) && s.bytesUsed > kSuperblockSize;
}

class Locator {
public:
    explicit Locator(const io::RandomAccessFile& file) : m_file(file), m_size(file.sizeBytes()) {}

    Result<Located> at(std::uint64_t offset)
    {
        SQD_TRY(const auto head, readHead(offset, kHeadBytes));
        if (head.size() < 4 || load32(head, 0) != format::kMagic)
            return describeForeign(m_file.name(), head, offset);
        return accept(head, offset);
    }

    Result<Located> search()
    {
        SQD_TRY(const auto head, readHead(0, kHeadBytes));
        if (head.size() >= 4 && load32(head, 0) == format::kMagic)
            return accept(head, 0);
        if (head.size() >= 4 && load32(head, 0) == kStreamMagic)
            return fromEnd();
        if (const auto behind = endOfElf(head); behind && insideRange(*behind, kSuperblockSize, m_size)) {
            SQD_TRY(const auto there, readHead(*behind, kSuperblockSize));
            if (load32(there, 0) == format::kMagic && plausible(there, m_size - *behind))
                return accept(there, *behind);
        }
        const Error foreign = describeForeign(m_file.name(), head, 0);
        if (foreign.code == Errc::Unsupported || !foreignFormat(head).empty())
            return foreign;
        SQD_TRY(const auto found, scan());
        if (found)
            return at(*found);
        return foreign;
    }

private:
    Result<std::vector<std::byte>> readHead(std::uint64_t offset, std::size_t bytes) const
    {
        if (m_size == 0) {
            Error error;
            error.code = Errc::InputUnreadable;
            error.where = m_file.name();
            error.what = "the file is empty";
            return error;
        }
        if (offset >= m_size)
            return corruptError(m_file.name(), "the offset " + std::to_string(offset) + " lies behind the end of the file, which has " + std::to_string(m_size) + " bytes");
        std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(bytes, m_size - offset)));
        SQD_TRY(const std::size_t got, m_file.read(offset, head));
        head.resize(got);
        return head;
    }

    Result<Located> accept(std::span<const std::byte> head, std::uint64_t offset) const
    {
        if (head.size() < kSuperblockSize)
            return corruptError(m_file.name(), "the file is too short for SquashFS: " + std::to_string(head.size()) + " bytes, the superblock alone takes " + std::to_string(kSuperblockSize));
        Located located{offset, false, format::decodeSuperblock(head)};
        SQD_CHECK(checkVersionAndCodec(located.superblock, m_file.name()));
        return located;
    }

    Result<Located> fromEnd() const
    {
        if (m_size < 2 * kSuperblockSize)
            return corruptError(m_file.name(), "the file is too short for a streamed SquashFS image: " + std::to_string(m_size) + " bytes");
        SQD_TRY(const auto end, readHead(m_size - kSuperblockSize, kSuperblockSize));
        if (end.size() != kSuperblockSize || load32(end, 0) != format::kMagic)
            return corruptError(m_file.name(), "a streamed SquashFS image without the superblock at its end: it is cut, or was not written to its end");
        SQD_TRY(Located located, accept(end, 0));
        located.streamed = true;
        return located;
    }

    // First plausible superblock within kMaxScanBytes, at any byte.
    Result<std::optional<std::uint64_t>> scan() const
    {
        constexpr std::size_t kChunk = 1U << 20;
        const std::uint64_t limit = std::min(m_size, kMaxScanBytes);
        for (std::uint64_t from = 0; from < limit; from += kChunk) {
            SQD_TRY(const auto chunk, readHead(from, kChunk + kSuperblockSize));  // overlaps, so that none is cut by a border
            const std::string_view text(reinterpret_cast<const char*>(chunk.data()), chunk.size());
            for (std::size_t i = text.find("hsqs"); i != std::string_view::npos && i < kChunk; i = text.find("hsqs", i + 1)) {
                if (chunk.size() - i >= kSuperblockSize && plausible(std::span(chunk).subspan(i), m_size - from - i))
                    return std::optional<std::uint64_t>(from + i);
            }
        }
        return std::optional<std::uint64_t>();
    }

    const io::RandomAccessFile& m_file;
    const std::uint64_t m_size;
};

}  // namespace

Result<Located> locateImage(const io::RandomAccessFile& file, const OpenOptions& options)
{
    Locator locator(file);
    return options.offset ? locator.at(*options.offset) : locator.search();
}

}  // namespace sqd::read
