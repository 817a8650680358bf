// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/rows_model.h"

#include <QTreeView>

namespace sqd::ui {

// The rows of any view as tab-separated lines with the titles first; at most `limit` rows.
QString rowsAsText(const QAbstractItemModel& model, const QModelIndexList& rows, const QHeaderView& header);
// Puts the selected rows (all, without a selection) on the clipboard as tab-separated text.
void copyRows(const QTreeView& view);

// A flat table: Ctrl+C copies, Enter tells which row was meant.
class RowsView : public QTreeView {
    Q_OBJECT
public:
    explicit RowsView(const QString& accessibleName, QWidget* parent = nullptr);
    void setTable(RowsModel::Table table);
    // `stretched` takes the room that the others leave, each so many letters wide.
    void setWidths(int stretched, const std::vector<int>& letters);

signals:
    void rowActivated(int tableRow);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    RowsModel* m_model;
};

}  // namespace sqd::ui
