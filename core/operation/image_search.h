// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/image_browser.h"

namespace sqd::operation {

// Goes over the folders of an index that have been loaded, with up to `workers` threads; the answer is in the order of the tree. Letters
// of a pattern without capitals match both cases (ASCII). Errors: InvalidArgument, Cancelled.
Result<std::vector<read::EntryPlace>> searchIndex(const read::TreeIndex& index, const SearchQuery& query, int workers, std::stop_token stop);

}  // namespace sqd::operation
