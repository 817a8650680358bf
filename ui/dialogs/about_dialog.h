// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QWidget;

namespace sqd::ui {

// Name, version, licence, and the codecs of this build.
void showAbout(QWidget* parent);

}  // namespace sqd::ui
