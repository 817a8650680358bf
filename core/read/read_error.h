// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <cstdint>
#include <string>
#include <utility>

namespace sqd::read {

inline Error limitError(std::string where, std::string what, std::uint64_t offset = kNoOffset)
{
    Error error = corruptError(std::move(where), std::move(what), offset);
    error.code = Errc::LimitExceeded;
    return error;
}

inline Error unsupportedError(std::string where, std::string what, std::string hint = {})
{
    Error error = corruptError(std::move(where), std::move(what));
    error.code = Errc::Unsupported;
    error.hint = std::move(hint);
    return error;
}

// The caller asked for something that cannot be had from this entry.
inline Error usageError(std::string where, std::string what)
{
    Error error = corruptError(std::move(where), std::move(what));
    error.code = Errc::InvalidArgument;
    return error;
}

// A failure deeper inside, told about `where`: the old place becomes the start of the text.
inline Error errorAt(std::string where, Error cause)
{
    if (!cause.where.empty() && cause.where != where)
        cause.what = cause.where + ": " + cause.what;
    cause.where = std::move(where);
    return cause;
}

}  // namespace sqd::read
