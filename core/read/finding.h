// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sqd::read {

enum class Severity { Note, Warning, Error };
const char* severityName(Severity severity);  // "note", "warning", "error"

// One thing that was noticed about an image. Plain value.
struct Finding {
    Severity severity = Severity::Error;
    std::string code;                    // short and fixed, for machines: "data-unpack", "directory-loop" … (finding.cpp lists none twice)
    std::uint64_t offset = 0;            // byte in the image, counted from its superblock; 0 when there is no better place
    std::optional<std::string> path;     // entry inside the image, raw bytes, starts with '/'; nullopt = the image as a whole
    std::string what;                    // one sentence without period, English; may hold raw bytes of names

    // `PATH: WHAT`, or WHAT alone, made printable.
    [[nodiscard]] std::string line() const;
};

// An Error as a finding: its offset, `what (why)`.
Finding findingFrom(const Error& error, std::string code, std::optional<std::string> path = std::nullopt, Severity severity = Severity::Error);

}  // namespace sqd::read
