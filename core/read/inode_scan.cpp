// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/inode_scan.h"

#include "read/image.h"
#include "read/inode_reader.h"
#include "read/limits.h"
#include "read/read_error.h"

namespace sqd::read {

Result<InodeScanResult> scanInodes(const Image& image, const std::function<void(const Inode&)>& visit, std::stop_token stop)
{
    InodeScanResult result;
    const MetadataTable& table = image.inodeTable();
    const InodeContext context{table, image.ids(), image.superblock().blockSize};
    if (table.bytesLeft(0) > kMaxMetadataBytes) {
        result.broken = limitError(table.name(), "it unpacks to more than this program reads", table.begin());
        return result;
    }
    auto cursor = MetadataCursor::at(table, 0);
    if (!cursor) {
        result.broken = std::move(cursor).error();
        return result;
    }
    while (!cursor->atEnd()) {
        if (stop.stop_requested())
            return cancelledError();
        auto inode = readInode(*cursor, context);
        if (!inode) {
            result.broken = std::move(inode).error();
            return result;
        }
        visit(*inode);
        ++result.records;
        if (auto moved = skipInodeTail(*cursor, *inode); !moved) {
            result.broken = std::move(moved).error();
            return result;
        }
    }
    return result;
}

}  // namespace sqd::read
