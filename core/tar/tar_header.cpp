// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_header.h"

#include <algorithm>

namespace sqd::tar {

static constexpr std::size_t kChecksumAt = 148, kChecksumLength = 8;

TarHeader::TarHeader(std::string_view block)
{
    std::copy_n(block.begin(), std::min<std::size_t>(block.size(), kBlock), m_bytes.begin());
}

bool TarHeader::isZero(std::string_view block)
{
    return std::ranges::all_of(block, [](char c) { return c == '\0'; });
}

bool TarHeader::isHeader(std::string_view block)
{
    if (block.size() < kBlock)
        return false;
    const Number stored = parseField(block.substr(kChecksumAt, kChecksumLength));
    if (!stored.good())
        return false;
    std::int64_t asUnsigned = 0, asSigned = 0;  // some old programs summed signed characters
    for (std::size_t i = 0; i < kBlock; ++i) {
        const char c = i >= kChecksumAt && i < kChecksumAt + kChecksumLength ? ' ' : block[i];
        asUnsigned += static_cast<unsigned char>(c);
        asSigned += static_cast<signed char>(c);
    }
    return stored.value == asUnsigned || stored.value == asSigned;
}

std::string TarHeader::text(std::size_t at, std::size_t length) const
{
    const std::string_view all = field(at, length);
    return std::string(all.substr(0, all.find('\0')));
}

std::string TarHeader::name() const
{
    std::string name = text(0, 100);
    if (!hasMagic() || field(257, 8) == std::string_view("ustar  \0", 8))
        return name;  // GNU has other things in the place of the prefix
    const bool star = field(508, 4) == std::string_view("tar\0", 4);  // two more times stand at the end of its prefix
    const std::string prefix = text(345, star ? 131 : 155);
    return prefix.empty() ? name : prefix + "/" + name;
}

}  // namespace sqd::tar
