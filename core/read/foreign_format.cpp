// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/foreign_format.h"

#include "base/bytes.h"
#include "base/checked.h"

#include <array>
#include <string_view>

namespace sqd::read {

namespace {

struct Signature {
    std::size_t offset;
    std::string_view bytes;
    const char* name;
};

using namespace std::string_view_literals;

constexpr std::array<Signature, 22> kSignatures{{
    {0x8001, "CD001"sv, "an ISO 9660 image"},
    {0x438, "\x53\xEF"sv, "an ext2/3/4 file system"},
    {0, "\x1F\x8B"sv, "gzip data"},
    {0, "\xFD" "7zXZ\0"sv, "xz data"},
    {0, "\x28\xB5\x2F\xFD"sv, "zstd data"},
    {0, "\x04\x22\x4D\x18"sv, "lz4 data"},
    {0, "BZh"sv, "bzip2 data"},
    {0, "PK\x03\x04"sv, "a zip archive"},
    {0, "7z\xBC\xAF\x27\x1C"sv, "a 7z archive"},
    {0, "Rar!\x1A\x07"sv, "a rar archive"},
    {257, "ustar"sv, "a tar archive"},
    {0, "070701"sv, "a cpio archive"},
    {0, "070702"sv, "a cpio archive"},
    {0, "XFSB"sv, "an XFS file system"},
    {0x10040, "_BHRfS_M"sv, "a btrfs file system"},
    {0x400, "\xE2\xE1\xF5\xE0"sv, "an EROFS image"},
    {0x400, "\x10\x20\xF5\xF2"sv, "an F2FS file system"},
    {0, "\x45\x3D\xCD\x28"sv, "a cramfs image"},
    {0, "-rom1fs-"sv, "a romfs image"},
    {3, "NTFS    "sv, "an NTFS file system"},
    {0, "QFI\xFB"sv, "a qcow2 disk"},
    {0, "DWARFS"sv, "a DwarFS image"},
}};

bool startsAt(std::span<const std::byte> head, std::size_t offset, std::string_view wanted)
{
    if (!insideRange(offset, wanted.size(), head.size()))
        return false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (head[offset + i] != static_cast<std::byte>(wanted[i]))
            return false;
    }
    return true;
}

}  // namespace

std::string foreignFormat(std::span<const std::byte> head)
{
    for (const Signature& s : kSignatures) {
        if (startsAt(head, s.offset, s.bytes))
            return s.name;
    }
    return {};
}

std::string magicText(std::span<const std::byte> magic)
{
    std::string text;
    bool printableText = true;
    for (const std::byte b : magic)
        printableText = printableText && b > std::byte{0x20} && b < std::byte{0x7F};
    if (printableText) {
        text = "'";
        for (const std::byte b : magic)
            text += static_cast<char>(b);
        return text + "'";
    }
    constexpr const char* kDigits = "0123456789abcdef";
    for (const std::byte b : magic) {
        text += text.empty() ? "" : " ";
        text += kDigits[static_cast<unsigned>(b) >> 4];
        text += kDigits[static_cast<unsigned>(b) & 15];
    }
    return text;
}

std::optional<std::uint64_t> endOfElf(std::span<const std::byte> head)
{
    if (head.size() < 64 || !startsAt(head, 0, "\x7F" "ELF"sv) || head[5] != std::byte{1})
        return std::nullopt;
    const bool wide = head[4] == std::byte{2};
    const std::uint64_t sections = wide ? load64(head, 0x28) : load32(head, 0x20);
    const std::uint64_t entryBytes = load16(head, wide ? 0x3A : 0x2E);
    const std::uint64_t count = load16(head, wide ? 0x3C : 0x30);
    return checkedAdd(sections, entryBytes * count);
}

}  // namespace sqd::read
