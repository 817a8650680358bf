// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/image_facts.h"
#include "read/tree_index.h"

#include <QIcon>
#include <QString>
#include <QVariant>

#include <cstdint>
#include <vector>

// Entries of an image as people read them, the same in the list, among the search results and in the side pane.
namespace sqd::ui {

enum class EntryColumn { Name, Size, Stored, Ratio, Mode, Owner, Modified, Folder };
inline constexpr int kEntryColumns = 7;   // without the folder
inline constexpr int kSearchColumns = 8;  // with it

using Shares = std::shared_ptr<const operation::FragmentShares>;

QString columnTitle(EntryColumn column);
QString kindText(const read::IndexEntry& entry);      // "Folder", "File", "Link" …
QString modeText(const read::IndexEntry& entry);      // "drwxr-xr-x"
QString ownerText(const read::IndexEntry& entry);     // "root:1000"
QString timeText(std::uint32_t mtime);
QString ratioText(std::uint64_t size, std::uint64_t stored);
QString damageText(read::EntryDamage damage);         // empty for None
QIcon entryIcon(const read::IndexEntry& entry);
// Text, tooltip, alignment, icon and colour of one cell; the folder column is its model's own.
QVariant entryData(const read::FolderListing& listing, const read::IndexEntry& entry, const Shares& shares, EntryColumn column, int role);

// Title and alignment of a column.
QVariant entryHeader(EntryColumn column, int role);

// Rows of a listing in the order of a column, folders always first; empty = as they stand.
struct EntryOrder {
    EntryColumn column = EntryColumn::Name;
    bool descending = false;
    bool operator==(const EntryOrder&) const = default;
    [[nodiscard]] bool natural() const { return column == EntryColumn::Name && !descending; }
};
std::vector<std::uint32_t> sortedRows(const read::FolderListing& listing, const EntryOrder& order, const Shares& shares);
// The figure that a column sorts by.
double sortKey(const read::IndexEntry& entry, EntryColumn column, const Shares& shares);

}  // namespace sqd::ui
