// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "format/directory.h"

#include "base/bytes.h"

#include <algorithm>
#include <cstring>

namespace sqd::format {

// A name behind `fixed` bytes whose length less one stands as `lengthLessOne`.
static Decoded decodeName(std::span<const std::byte> b, std::size_t fixed, std::uint32_t lengthLessOne, std::string_view& name)
{
    if (lengthLessOne >= kMaxStoredNameLength)
        return Decoded::invalid(fixed, "name longer than 256 bytes");
    const std::size_t end = fixed + lengthLessOne + 1;
    if (b.size() < end)
        return Decoded::needs(end);
    name = {reinterpret_cast<const char*>(b.data() + fixed), lengthLessOne + std::size_t{1}};
    return Decoded::done(end);
}

Decoded decodeDirectoryHeader(std::span<const std::byte> b, DirectoryHeader& out)
{
    if (b.size() < kDirectoryHeaderSize)
        return Decoded::needs(kDirectoryHeaderSize);
    const std::uint32_t lessOne = load32(b, 0);
    if (lessOne >= kMaxDirectoryEntriesPerHeader)
        return Decoded::invalid(0, "more than 256 entries under one directory header");
    out = {lessOne + 1, load32(b, 4), load32(b, 8)};
    return Decoded::done(kDirectoryHeaderSize);
}

Decoded decodeDirectoryEntry(std::span<const std::byte> b, DirectoryEntry& out)
{
    if (b.size() < kDirectoryEntrySize)
        return Decoded::needs(kDirectoryEntrySize + 1);
    DirectoryEntry e;
    e.inodeOffset = load16(b, 0);
    e.numberDelta = static_cast<std::int16_t>(load16(b, 2));
    e.type = load16(b, 4);
    const Decoded d = decodeName(b, kDirectoryEntrySize, load16(b, 6), e.name);
    if (d.complete())
        out = e;
    return d;
}

Decoded decodeDirectoryIndex(std::span<const std::byte> b, DirectoryIndex& out)
{
    if (b.size() < kDirectoryIndexSize)
        return Decoded::needs(kDirectoryIndexSize + 1);
    DirectoryIndex i;
    i.index = load32(b, 0);
    i.block = load32(b, 4);
    const Decoded d = decodeName(b, kDirectoryIndexSize, load32(b, 8), i.name);
    if (d.complete())
        out = i;
    return d;
}

std::size_t encodeDirectoryHeader(const DirectoryHeader& h, std::span<std::byte> b)
{
    store32(b, 0, h.count - 1);
    store32(b, 4, h.inodeBlock);
    store32(b, 8, h.numberBase);
    return kDirectoryHeaderSize;
}

std::size_t encodeDirectoryEntry(const DirectoryEntry& e, std::span<std::byte> b)
{
    store16(b, 0, e.inodeOffset);
    store16(b, 2, static_cast<std::uint16_t>(e.numberDelta));
    store16(b, 4, e.type);
    store16(b, 6, static_cast<std::uint16_t>(e.name.size() - 1));
    std::memcpy(b.data() + kDirectoryEntrySize, e.name.data(), e.name.size());
    return kDirectoryEntrySize + e.name.size();
}

std::size_t encodeDirectoryIndex(const DirectoryIndex& i, std::span<std::byte> b)
{
    store32(b, 0, i.index);
    store32(b, 4, i.block);
    store32(b, 8, static_cast<std::uint32_t>(i.name.size() - 1));
    std::memcpy(b.data() + kDirectoryIndexSize, i.name.data(), i.name.size());
    return kDirectoryIndexSize + i.name.size();
}

bool isEntryNameAllowed(std::string_view name)
{
    if (name.empty() || name == "." || name == "..")
        return false;
    return std::none_of(name.begin(), name.end(), [](char c) { return c == '/' || c == '\0'; });
}

int compareNames(std::string_view a, std::string_view b)
{
    return a.compare(b);  // char_traits<char> compares as unsigned char
}

}  // namespace sqd::format
