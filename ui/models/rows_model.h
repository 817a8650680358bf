// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <functional>
#include <vector>

namespace sqd::ui {

// A table whose cells are made when they are looked at: findings, differences, largest files … The rows stay where they are.
class RowsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    struct Table {
        QStringList titles;
        int rows = 0;
        std::function<QString(int row, int column)> text;  // keeps alive what it reads
        std::vector<int> numeric;                          // columns that are figures: to the right
        std::function<QVariant(int row, int column)> sortKey;  // optional; else the text decides
    };
    explicit RowsModel(QObject* parent = nullptr);

    // Replaces everything in one reset.
    void setTable(Table table);
    // The row of the table that is shown in a row of the model.
    [[nodiscard]] int tableRow(const QModelIndex& index) const { return index.isValid() ? m_order[static_cast<std::size_t>(index.row())] : -1; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    [[nodiscard]] int alignment(int column) const;

    Table m_table;
    std::vector<int> m_order;
};

}  // namespace sqd::ui
