// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/reporter.h"

#include "base/bytes_text.h"

namespace sqd::cli {

static constexpr const char* kPrefix = "squashdesk-cli: ";

void Reporter::error(const Error& error)
{
    // One write per line, so that lines of several processes do not mix.
    for (const std::string& line : error.also)
        m_streams.err << kPrefix + line + "\n" << std::flush;
    m_streams.err << kPrefix + error.line() + "\n" << std::flush;
}

void Reporter::warning(std::string_view where, std::string_view what)
{
    if (m_common.quiet)
        return;
    std::string text = where.empty() ? std::string(what) : std::string(where) + ": " + std::string(what);
    m_streams.err << kPrefix + std::string("warning: ") + printable(text) + "\n" << std::flush;
}

void Reporter::object(const Json& object)
{
    if (m_common.json)
        m_streams.out << dumpJson(object) << '\n';
}

int Reporter::fail(const Error& failure, Json object)
{
    error(failure);
    if (m_common.json) {
        object["error"] = errorJson(failure);
        Reporter::object(object);
    }
    return exitCode(failure.code);
}

Error usageError(std::string_view command, std::string what)
{
    Error e;
    e.code = Errc::InvalidArgument;
    e.where = std::string(command);
    e.what = std::move(what);
    e.hint = "try squashdesk-cli " + std::string(command) + " --help";
    return e;
}

}  // namespace sqd::cli
