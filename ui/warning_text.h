// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "source/source.h"

#include <QString>

#include <vector>

namespace sqd::ui {

// What was left out or changed, a line each: "photos/secret: cannot be read".
QString warningLines(const std::vector<source::Warning>& warnings);

}  // namespace sqd::ui
