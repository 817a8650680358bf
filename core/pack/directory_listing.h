// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "pack/metadata_limits.h"
#include "source/source_tree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sqd::pack {

// A signpost into a long listing: a header at `position`, followed by entry number `entry`.
struct IndexPoint {
    std::uint32_t position = 0;
    std::uint32_t entry = 0;
};

struct ListingShape {
    std::uint32_t bytes = 0;          // of headers and entries
    std::vector<IndexPoint> index;    // empty for short listings
};

// Sizes a folder's listing (format section 7). The references and numbers of all its children are known. Errors: NotExpressible (larger
// than the limit), naming the folder.
Result<ListingShape> measureListing(const source::Folder& folder, const MetadataLimits& limits);
// Writes the listing; `out` has exactly the measured size.
void writeListing(const source::Folder& folder, std::span<std::byte> out);
// At most `limit` of the points, evenly spread: a thinner index only makes lookups slower.
std::vector<IndexPoint> thinIndex(std::vector<IndexPoint> points, std::size_t limit);

}  // namespace sqd::pack
