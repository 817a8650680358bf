// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/rows_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sqd::ui {

namespace {

// Longer tables stay as they are: making a text for each cell would hold up the window.
constexpr int kMaxSortedRows = 20'000;

}  // namespace

RowsModel::RowsModel(QObject* parent) : QAbstractTableModel(parent) {}

void RowsModel::setTable(Table table)
{
    beginResetModel();
    m_table = std::move(table);
    m_order.resize(static_cast<std::size_t>(m_table.rows));
    std::iota(m_order.begin(), m_order.end(), 0);
    endResetModel();
}

int RowsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_table.rows;
}

int RowsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.titles.size());
}

int RowsModel::alignment(int column) const
{
    const bool figure = std::find(m_table.numeric.begin(), m_table.numeric.end(), column) != m_table.numeric.end();
    return static_cast<int>((figure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QVariant RowsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return m_table.text(tableRow(index), index.column());
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    default:
        return {};
    }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole)
        return m_table.titles.value(section);
    return role == Qt::TextAlignmentRole ? QVariant(alignment(section)) : QVariant();
}

void RowsModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= columnCount() || m_table.rows > kMaxSortedRows)
        return;
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<int> rows;
    rows.reserve(static_cast<std::size_t>(before.size()));
    for (const QModelIndex& one : before)
        rows.push_back(tableRow(one));
    const auto key = [this, column](int row) { return m_table.sortKey ? m_table.sortKey(row, column) : QVariant(m_table.text(row, column)); };
    std::vector<std::pair<QVariant, int>> keyed;
    keyed.reserve(m_order.size());
    for (int row = 0; row < m_table.rows; ++row)
        keyed.emplace_back(key(row), row);
    std::stable_sort(keyed.begin(), keyed.end(), [order](const auto& a, const auto& b) {
        const auto& first = order == Qt::AscendingOrder ? a : b;
        const auto& second = order == Qt::AscendingOrder ? b : a;
        return QVariant::compare(first.first, second.first) == QPartialOrdering::Less;
    });
    std::transform(keyed.begin(), keyed.end(), m_order.begin(), [](const auto& one) { return one.second; });
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const auto at = std::find(m_order.begin(), m_order.end(), rows[static_cast<std::size_t>(i)]);
        after << createIndex(static_cast<int>(at - m_order.begin()), before[i].column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

}  // namespace sqd::ui
