// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QMenuBar;
class QWidget;

namespace sqd::ui {

// Lists every action of `menus` that has a key, in a window that does not block the other. Filled from the actions themselves, so it
// is never out of date.
void showShortcuts(QWidget* parent, const QMenuBar* menus);

}  // namespace sqd::ui
