// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace sqd::ui {

// Shows a file in the desktop's file manager, selected where the manager can do that, otherwise its folder. Does not wait.
void showInFolder(const std::string& path);
// Hands a file to the application that the desktop has for its kind. False when there is none.
bool openWithDefault(const std::string& path);

}  // namespace sqd::ui
