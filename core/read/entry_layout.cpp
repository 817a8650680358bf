// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/entry_layout.h"

#include "format/constants.h"
#include "read/block_list.h"
#include "read/image.h"
#include "read/path_lookup.h"

#include <utility>

namespace sqd::read {

namespace {

std::string sentence(const Error& error)
{
    return error.why.empty() ? error.what : error.what + " (" + error.why + ")";
}

void layOutBlocks(const Image& image, EntryLayout& layout)
{
    const auto done = forEachBlock(image, layout.inode, [&](const BlockPlace& block) {
        const std::uint32_t stored = block.word & format::kBlockSizeMask;
        layout.blocks.push_back({stored == 0 ? 0 : block.position, stored, block.length, (block.word & format::kBlockRawBit) != 0});
        layout.storedBytes += stored;
    });
    if (!done)
        layout.damage.push_back(sentence(done.error()));
}

void layOutFragment(const Image& image, EntryLayout& layout)
{
    const Inode& inode = layout.inode;
    const auto entry = fragmentOf(image, inode);
    if (!entry) {
        layout.damage.push_back(sentence(entry.error()));
        return;
    }
    layout.fragment = FragmentLayout{inode.fragment, entry->start, entry->word & format::kBlockSizeMask, inode.fragmentOffset,
        static_cast<std::uint32_t>(inode.sizeBytes % image.superblock().blockSize), (entry->word & format::kBlockRawBit) != 0};
}

}  // namespace

Result<EntryLayout> entryLayout(const std::shared_ptr<const Image>& image, const std::string& path)
{
    SQD_TRY(Found found, lookupPath(*image, path, false));
    EntryLayout layout;
    layout.path = std::move(found.path);
    layout.inode = std::move(found.inode);
    if (layout.inode.isFile())
        layOutBlocks(*image, layout);
    if (layout.inode.hasFragment())
        layOutFragment(*image, layout);
    if (auto xattrs = readXattrs(*image, layout.inode))
        layout.xattrs = *std::move(xattrs);
    else
        layout.damage.push_back(sentence(xattrs.error()));
    return layout;
}

}  // namespace sqd::read
