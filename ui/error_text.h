// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <QString>

namespace sqd::ui {

// A failure in words for the window, chosen by its code. The engine's own English line is kept for Details and Copy Details.
struct ErrorText {
    QString title;    // "The image could not be written"
    QString reason;   // which file, and the system's reason
    QString hint;     // the way out; may be empty
    QString details;  // everything that is known, several lines, for a bug report
};

// What was going on, for the title.
enum class Doing { Packing, Verifying, Opening, Extracting, Comparing, Exporting };

ErrorText errorText(const Error& error, Doing doing);
// One line for a setting that cannot be used: the option and the engine's reason.
QString obstacleText(const Error& error);

}  // namespace sqd::ui
