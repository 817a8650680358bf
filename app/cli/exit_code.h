// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

// The exit codes of the command line. They are a contract with scripts: more may be added, none may change meaning.
namespace sqd::cli {

enum ExitCode : int {
    kExitDone = 0,
    kExitNo = 1,                // the answer is no (`diff` found differences)
    kExitUsage = 2,
    kExitInput = 3,             // an input cannot be read
    kExitOutput = 4,            // the output cannot be written
    kExitDamaged = 5,           // the image is corrupt or unsupported
    kExitWarnings = 6,          // done, but something is missing from the result; each was named
    kExitInternal = 70,         // a broken invariant of our own
    kExitCancelled = 130,       // by a signal
    kExitBrokenPipe = 141,      // the reader of standard output went away: as if SIGPIPE had ended it
};

constexpr ExitCode exitCode(Errc code)
{
    switch (code) {
    case Errc::InputUnreadable: return kExitInput;
    case Errc::OutputUnwritable:
    case Errc::TargetExists:
    case Errc::NotExpressible: return kExitOutput;
    case Errc::Corrupt:
    case Errc::Unsupported:
    case Errc::LimitExceeded: return kExitDamaged;
    case Errc::InvalidArgument: return kExitUsage;
    case Errc::Cancelled: return kExitCancelled;
    case Errc::Internal: return kExitInternal;
    }
    return kExitInternal;
}

}  // namespace sqd::cli
