// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sqd {

// What kind of thing went wrong. The command line maps each to one exit code (app/cli/exit_code.h), the window to one sentence.
enum class Errc {
    InputUnreadable,   // a source, or an image, cannot be opened or read
    OutputUnwritable,  // the target cannot be created, written, synced or renamed
    TargetExists,      // the target is there and may not be replaced
    NotExpressible,    // the source holds what no SquashFS image can hold (too many owners, device number out of range …)
    Corrupt,           // an image breaks the format
    Unsupported,       // an image or a codec that this build does not read
    LimitExceeded,     // a limit of read/limits.h, or of the memory bound
    InvalidArgument,   // wrong use by the caller
    Cancelled,         // the user asked to stop
    Internal,          // a broken invariant of our own
};

inline constexpr std::uint64_t kNoOffset = ~std::uint64_t{0};

// One failure, complete enough to be shown as `WHERE: WHAT (WHY); HINT`. All text is English and for logs and the command line;
// the window chooses its own words by `code` and shows this text under Details.
struct [[nodiscard]] Error {
    Errc code = Errc::Internal;
    std::string where;                       // file, entry or place; raw bytes, escaped only when shown
    std::string what;                        // what went wrong, no final period
    std::string why;                         // the system's or library's reason, may be empty
    std::string hint;                        // the way out, may be empty
    int osErrno = 0;                         // errno, or 0
    std::uint64_t imageOffset = kNoOffset;   // byte in the image, or kNoOffset
    std::vector<std::string> also;           // further items that failed the same way, each one complete line; shown before line()

    // `WHERE: WHAT (WHY); HINT`; control characters and invalid UTF-8 in it are escaped, so it is always one printable line.
    [[nodiscard]] std::string line() const;
};

// Errors of system calls: `why` becomes strerror(osErrno).
Error inputError(std::string where, std::string what, int osErrno);
Error outputError(std::string where, std::string what, int osErrno);
// An image that breaks the format at `imageOffset` (kNoOffset when there is no place).
Error corruptError(std::string where, std::string what, std::uint64_t imageOffset = kNoOffset);
Error cancelledError();
Error internalError(std::string what);

// The name of a code, as in the JSON field error.code ("input-unreadable" …).
const char* errcName(Errc code);

}  // namespace sqd
