// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace sqd::format {

enum class DecodeStatus : std::uint8_t { Complete, NeedMore, Invalid };

// What a decoder of one record found. Decoders read only the bytes they were given and allocate nothing.
struct [[nodiscard]] Decoded {
    DecodeStatus status = DecodeStatus::Invalid;
    // Complete: bytes used. NeedMore: the least length with which the decoder gets further; it may come from the image, so compare it
    // with what is left before reserving anything. Invalid: where inside the record the fault lies.
    std::uint64_t bytes = 0;
    const char* problem = "";  // Invalid: what is wrong, static text without a period

    [[nodiscard]] bool complete() const { return status == DecodeStatus::Complete; }
    static Decoded done(std::uint64_t used) { return {DecodeStatus::Complete, used, ""}; }
    static Decoded needs(std::uint64_t total) { return {DecodeStatus::NeedMore, total, ""}; }
    static Decoded invalid(std::uint64_t at, const char* problem) { return {DecodeStatus::Invalid, at, problem}; }
};

}  // namespace sqd::format
