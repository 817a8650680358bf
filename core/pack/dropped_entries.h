// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "source/source_tree.h"

namespace sqd::pack {

// Takes the entries out of the tree that turned out unreadable while their data was packed: those marked as dropped, those whose data
// is broken (duplicates of such a file included), and further names of such an inode. Call when no worker uses the tree.
void removeDroppedEntries(source::Tree& tree);

}  // namespace sqd::pack
