// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace sqd::read {

// The name of what a file's first bytes are, when it is a thing that people give to a SquashFS reader by mistake ("an ext2/3/4 file
// system", "gzip data" …), or empty. `head`: the first bytes, best 64 KiB of them.
std::string foreignFormat(std::span<const std::byte> head);
// Text for the four bytes of a magic: "'shsq'", or "00 00 00 00" when they are not printable.
std::string magicText(std::span<const std::byte> magic);
// For an ELF program: the byte behind its section headers, where an AppImage's file system begins. nullopt = no ELF, or nonsense.
std::optional<std::uint64_t> endOfElf(std::span<const std::byte> head);

}  // namespace sqd::read
