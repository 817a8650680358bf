// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sqd {

// How many more descriptors this process may open at this moment (RLIMIT_NOFILE less what is open), at most a million. Thread-safe, a
// snapshot.
int descriptorsLeft();

}  // namespace sqd
