// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/verify_operation.h"
#include "ui/theme.h"

#include <QString>

#include <string>

namespace sqd::ui {

// The outcome of a verification as one line, a second one, and the list of findings to copy.
struct VerifyText {
    theme::Tone tone = theme::Tone::Information;
    QString headline, details, copyable;
};

VerifyText verifyText(const Result<read::VerifyReport>& result, const std::string& image);

}  // namespace sqd::ui
