// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/finding.h"

#include "base/bytes_text.h"

namespace sqd::read {

const char* severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

std::string Finding::line() const
{
    return printable(path ? *path + ": " + what : what);
}

Finding findingFrom(const Error& error, std::string code, std::optional<std::string> path, Severity severity)
{
    Finding finding;
    finding.severity = severity;
    finding.code = std::move(code);
    finding.offset = error.imageOffset == kNoOffset ? 0 : error.imageOffset;
    if (!error.where.empty() && (!path || error.where != *path))
        finding.what = error.where + ": ";
    finding.what += error.what;
    if (!error.why.empty())
        finding.what += " (" + error.why + ")";
    finding.path = std::move(path);
    return finding;
}

}  // namespace sqd::read
