// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tar/tar_number.h"
#include "tar/tar_window.h"

#include <array>
#include <string>
#include <string_view>

namespace sqd::tar {

// One header block of an archive: V7, ustar, GNU or star. Plain value over its own bytes.
class TarHeader {
public:
    TarHeader() = default;
    explicit TarHeader(std::string_view block);  // kBlock bytes

    // True when the checksum is right, as signed or unsigned bytes.
    static bool isHeader(std::string_view block);
    static bool isZero(std::string_view block);

    [[nodiscard]] char flag() const { return m_bytes[156]; }
    [[nodiscard]] std::string name() const;  // with the prefix
    [[nodiscard]] std::string linkName() const { return text(157, 100); }
    [[nodiscard]] Number mode() const { return number(100, 8); }
    [[nodiscard]] Number uid() const { return number(108, 8); }
    [[nodiscard]] Number gid() const { return number(116, 8); }
    [[nodiscard]] Number size() const { return number(124, 12); }
    [[nodiscard]] Number mtime() const { return number(136, 12); }
    // Empty in V7 headers.
    [[nodiscard]] std::string userName() const { return hasMagic() ? text(265, 32) : ""; }
    [[nodiscard]] std::string groupName() const { return hasMagic() ? text(297, 32) : ""; }
    [[nodiscard]] Number deviceMajor() const { return hasMagic() ? number(329, 8) : Number{}; }
    [[nodiscard]] Number deviceMinor() const { return hasMagic() ? number(337, 8) : Number{}; }
    // Of a sparse file in the old GNU format (flag S).
    [[nodiscard]] std::string_view sparseFields() const { return field(386, 96); }
    [[nodiscard]] bool sparseContinues() const { return m_bytes[482] != 0; }
    [[nodiscard]] Number sparseSize() const { return number(483, 12); }

private:
    [[nodiscard]] std::string_view field(std::size_t at, std::size_t length) const { return {m_bytes.data() + at, length}; }
    [[nodiscard]] std::string text(std::size_t at, std::size_t length) const;
    [[nodiscard]] Number number(std::size_t at, std::size_t length) const { return parseField(field(at, length)); }
    [[nodiscard]] bool hasMagic() const { return field(257, 5) == "ustar"; }
    std::array<char, kBlock> m_bytes{};
};

}  // namespace sqd::tar
