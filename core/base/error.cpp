// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/error.h"

#include "base/bytes_text.h"

#include <cstring>
#include <utility>

namespace sqd {

std::string Error::line() const
{
    std::string text = where.empty() ? what : where + ": " + what;
    if (!why.empty())
        text += " (" + why + ")";
    if (imageOffset != kNoOffset)
        text += " at byte " + std::to_string(imageOffset);
    if (!hint.empty())
        text += "; " + hint;
    return printable(text);
}

static Error systemError(Errc code, std::string where, std::string what, int osErrno)
{
    Error e;
    e.code = code;
    e.where = std::move(where);
    e.what = std::move(what);
    e.osErrno = osErrno;
    if (osErrno != 0)
        e.why = std::strerror(osErrno);  // NOLINT(concurrency-mt-unsafe): glibc's is thread-safe for known numbers
    return e;
}

Error inputError(std::string where, std::string what, int osErrno)
{
    return systemError(Errc::InputUnreadable, std::move(where), std::move(what), osErrno);
}

Error outputError(std::string where, std::string what, int osErrno)
{
    return systemError(Errc::OutputUnwritable, std::move(where), std::move(what), osErrno);
}

Error corruptError(std::string where, std::string what, std::uint64_t imageOffset)
{
    Error e;
    e.code = Errc::Corrupt;
    e.where = std::move(where);
    e.what = std::move(what);
    e.imageOffset = imageOffset;
    return e;
}

Error cancelledError()
{
    Error e;
    e.code = Errc::Cancelled;
    e.what = "cancelled";
    return e;
}

Error internalError(std::string what)
{
    Error e;
    e.code = Errc::Internal;
    e.where = "internal error";
    e.what = std::move(what);
    return e;
}

const char* errcName(Errc code)
{
    switch (code) {
    case Errc::InputUnreadable: return "input-unreadable";
    case Errc::OutputUnwritable: return "output-unwritable";
    case Errc::TargetExists: return "target-exists";
    case Errc::NotExpressible: return "not-expressible";
    case Errc::Corrupt: return "corrupt";
    case Errc::Unsupported: return "unsupported";
    case Errc::LimitExceeded: return "limit-exceeded";
    case Errc::InvalidArgument: return "invalid-argument";
    case Errc::Cancelled: return "cancelled";
    case Errc::Internal: return "internal";
    }
    return "internal";
}

}  // namespace sqd
