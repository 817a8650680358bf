// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/exit_code.h"
#include "cli/json_output.h"
#include "cli/streams.h"

#include <string_view>

namespace sqd::cli {

// How a command speaks: messages are lines on standard error, the result is on standard output. One thread.
class Reporter {
public:
    Reporter(Streams& streams, const CommonOptions& common) : m_streams(streams), m_common(common) {}
    [[nodiscard]] Streams& streams() { return m_streams; }
    [[nodiscard]] const CommonOptions& common() const { return m_common; }
    [[nodiscard]] std::ostream& out() { return m_streams.out; }
    // Whether a person reads standard output: neither --json nor --quiet.
    [[nodiscard]] bool human() const { return !m_common.json && !m_common.quiet; }

    // `squashdesk-cli: WHERE: WHAT (WHY); HINT`, after a line for each of Error::also.
    void error(const Error& error);
    // `squashdesk-cli: warning: WHERE: WHAT`; nothing with --quiet.
    void warning(std::string_view where, std::string_view what);
    // The one object of --json; nothing without it.
    void object(const Json& object);
    // Ends a command that failed: prints the error, with --json also `object` with the field "error". Returns its exit code.
    int fail(const Error& error, Json object = Json::object());

private:
    Streams& m_streams;
    const CommonOptions& m_common;
};

// Wrong use of a command, with the way to its help.
Error usageError(std::string_view command, std::string what);

}  // namespace sqd::cli
