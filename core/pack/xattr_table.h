// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/hash.h"
#include "pack/lookup_table.h"
#include "source/source_tree.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sqd::pack {

// The extended attributes of an image (format section 8). Equal sets are stored once. Values that are long or repeated stand alone in
// front of all sets, so that every reference points back to blocks whose position is known and all blocks can be packed in parallel.
class XattrTable {
public:
    // The number of the set, in order of first use. `xattrs` is not empty and must live until write(). Errors: NotExpressible (a name or
    // value that the format or Linux does not hold; without a place, the caller names the entry), Internal (names not ascending).
    Result<std::uint32_t> add(const source::Xattrs& xattrs);
    [[nodiscard]] bool empty() const { return m_sets.empty(); }
    // Writes pairs, ids, header and list at the cursor; returns the position of the header. Call once, not when empty.
    Result<std::uint64_t> write(MetadataPress& press, MetadataCursor& cursor, bool compress);

private:
    struct Set {
        const source::Xattrs* xattrs = nullptr;
        std::uint64_t flat = 0;  // of its first pair
    };
    struct Value {
        std::uint32_t uses = 0;        // sets that hold it
        bool outOfLine = false;
        bool listed = false;
        std::uint64_t reference = 0;
    };
    struct ValueHasher {
        std::size_t operator()(std::string_view value) const;
    };
    Value* outOfLineValue(std::string_view value);
    [[nodiscard]] std::size_t storedBytes(const source::Xattrs& xattrs, std::size_t threshold);
    std::vector<std::pair<std::string_view, Value*>> chooseOutOfLine();
    Result<void> writePairs(MetadataStream& stream, const MetadataPress& press);
    Result<void> writeSet(MetadataAppender& appender, Set& set);

    std::vector<Set> m_sets;
    std::unordered_multimap<Hash128, std::uint32_t, Hash128Hasher> m_byContent;
    std::unordered_map<std::string_view, Value, ValueHasher> m_values;  // those long enough to gain from a reference
};

}  // namespace sqd::pack
