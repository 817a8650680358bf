// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/search_model.h"

#include "ui/convert.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace sqd::ui {

namespace {

std::vector<read::EntryPlace> sorted(const operation::ImageBrowser& image, std::vector<read::EntryPlace> hits, const EntryOrder& order, const Shares& shares)
{
    auto& index = const_cast<operation::ImageBrowser&>(image).index();
    struct Keyed {
        read::EntryPlace place;
        double key;
        std::string_view name;
    };
    std::unordered_map<read::FolderId, std::shared_ptr<const read::FolderListing>> listings;
    std::vector<Keyed> keyed;
    keyed.reserve(hits.size());
    for (const read::EntryPlace& place : hits) {
        auto& listing = listings[place.folder];
        if (!listing)
            listing = index.loaded(place.folder);
        const read::IndexEntry& entry = listing->entries[place.row];
        keyed.push_back({place, sortKey(entry, order.column, shares), listing->name(entry)});
    }
    const bool byName = order.column == EntryColumn::Name;
    std::stable_sort(keyed.begin(), keyed.end(), [&](const Keyed& left, const Keyed& right) {
        const Keyed& a = order.descending ? right : left;
        const Keyed& b = order.descending ? left : right;
        return byName ? read::naturalLess(a.name, b.name) : a.key < b.key;
    });
    std::transform(keyed.begin(), keyed.end(), hits.begin(), [](const Keyed& one) { return one.place; });
    return hits;
}

}  // namespace

SearchModel::SearchModel(QObject* parent) : QAbstractTableModel(parent), m_order{EntryColumn::Folder, false}, m_sorting(this) {}

void SearchModel::setHits(std::shared_ptr<operation::ImageBrowser> image, std::vector<read::EntryPlace> hits)
{
    beginResetModel();
    m_sorting.cancel();
    m_order = {EntryColumn::Folder, false};
    m_image = std::move(image);
    m_found = std::move(hits);
    m_hits = m_found;
    endResetModel();
}

void SearchModel::setShares(Shares shares)
{
    m_shares = std::move(shares);
    if (!m_hits.empty())
        emit dataChanged(index(0, static_cast<int>(EntryColumn::Stored)), index(rowCount() - 1, static_cast<int>(EntryColumn::Ratio)));
}

std::shared_ptr<const read::FolderListing> SearchModel::listingAt(int row) const
{
    return m_image->index().loaded(m_hits[static_cast<std::size_t>(row)].folder);
}

read::EntryPlace SearchModel::place(const QModelIndex& index) const
{
    return index.isValid() ? m_hits[static_cast<std::size_t>(index.row())] : read::EntryPlace{};
}

const read::IndexEntry* SearchModel::entry(const QModelIndex& index) const
{
    // The index keeps what it has read, so the entry lives as long as the image.
    return index.isValid() ? &listingAt(index.row())->entries[place(index).row] : nullptr;
}

int SearchModel::findRow(const QString& text, int after) const
{
    const int count = rowCount();
    for (int step = 1; step <= count && !text.isEmpty(); ++step) {
        const int row = (after + step) % count;
        const auto listing = listingAt(row);
        const std::string_view name = listing->name(listing->entries[m_hits[static_cast<std::size_t>(row)].row]);
        if (shown(name).startsWith(text, Qt::CaseInsensitive))
            return row;
    }
    return -1;
}

int SearchModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_hits.size());
}

int SearchModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kSearchColumns;
}

QVariant SearchModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto listing = listingAt(index.row());
    const auto column = static_cast<EntryColumn>(index.column());
    if (column == EntryColumn::Folder && (role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole))
        return shown(m_image->index().path(place(index).folder));
    return entryData(*listing, listing->entries[place(index).row], m_shares, column, role);
}

QVariant SearchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal ? entryHeader(static_cast<EntryColumn>(section), role) : QVariant();
}

Qt::ItemFlags SearchModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
}

void SearchModel::sort(int column, Qt::SortOrder order)
{
    const EntryOrder wanted{static_cast<EntryColumn>(std::max(0, column)), order == Qt::DescendingOrder};
    if (wanted == m_order || !m_image)
        return;
    m_order = wanted;
    m_sorting.start(
        [image = m_image, hits = m_found, wanted, shares = m_shares](const std::stop_token&) {
            if (wanted.column != EntryColumn::Folder)
                return sorted(*image, hits, wanted, shares);
            std::vector<read::EntryPlace> all = hits;
            if (wanted.descending)
                std::reverse(all.begin(), all.end());
            return all;
        },
        [this](const std::vector<read::EntryPlace>& hits) {
            emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
            // What was selected among a million hits is not looked for again.
            changePersistentIndexList(persistentIndexList(), QModelIndexList(persistentIndexList().size(), QModelIndex()));
            m_hits = hits;
            emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
        });
}

}  // namespace sqd::ui
