// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "format/superblock.h"
#include "read/finding.h"

#include <cstdint>
#include <vector>

namespace sqd::read {

// What is impossible or odd about a superblock, judged without looking at anything else. `bytesThere` = bytes of the file from the
// superblock on. Severity Error with a code that fatalProblem() names means that the image cannot be read; other findings tell about
// parts that reading does without.
std::vector<Finding> checkSuperblock(const format::Superblock& superblock, std::uint64_t bytesThere);
// The first finding that forbids opening, or null.
const Finding* fatalProblem(const std::vector<Finding>& findings);
// Which optional tables lie at places where they may be read.
bool exportTablePlausible(const format::Superblock& superblock);
bool xattrTablePlausible(const format::Superblock& superblock);

}  // namespace sqd::read
