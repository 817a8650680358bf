// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "source/source_tree.h"

namespace sqd::pack {

// Marks all entries as dropped that cannot be in the image because data turned out unreadable while it was packed: those whose data is
// broken (duplicates of such a file included), and further names of a dropped inode. Call when no worker uses the tree.
void markDroppedEntries(source::Tree& tree);

}  // namespace sqd::pack
