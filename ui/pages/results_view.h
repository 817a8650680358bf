// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/rows_model.h"
#include "ui/theme.h"

#include <QWidget>

#include <functional>
#include <string>

class QLabel;

namespace sqd::ui {

class RowsView;
class TextLabel;

// A list that an action left: findings of a check, differences, what an extraction lost.
struct ResultList {
    theme::Tone tone = theme::Tone::Information;
    QString title, details;
    RowsModel::Table table;
    int stretched = 0;                          // column that takes the room
    std::vector<int> letters;                   // widths of the columns
    std::function<std::string(int row)> path;   // of the entry that a row is about; empty = none
};

class ResultsView : public QWidget {
    Q_OBJECT
public:
    explicit ResultsView(QWidget* parent = nullptr);
    void present(ResultList list);
    void focusFirst();
    [[nodiscard]] RowsView* rows() const { return m_rows; }
    [[nodiscard]] QString title() const;

signals:
    void backRequested();
    void pathActivated(const std::string& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateIcon();

    ResultList m_list;
    QLabel* m_icon;
    TextLabel *m_title, *m_details;
    RowsView* m_rows;
};

}  // namespace sqd::ui
