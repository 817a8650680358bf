// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QCheckBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace sqd::ui {

class TextLabel;

// Rows of a form in place: label, field, mark, reset. A changed value shows a mark and a reset arrow; a field that cannot be used now
// is disabled and says why in words below it.
class OptionGrid : public QWidget {
    Q_OBJECT
public:
    struct Row {
        QLabel* mark = nullptr;
        QLabel* label = nullptr;      // null for a check box, which is its own label
        QWidget* field = nullptr;
        QToolButton* reset = nullptr;
        TextLabel* note = nullptr;
    };
    explicit OptionGrid(const QString& title, QWidget* parent = nullptr);

    // `name` without accelerator is what the reset button says: "Reset block size".
    Row* add(const QString& name, QWidget* field, std::function<void()> reset);
    Row* addCheck(QCheckBox* box, std::function<void()> reset);
    // A widget over the whole width, for rows that build themselves.
    void addWide(QWidget* widget);

    static void setChanged(Row* row, bool changed);
    // An empty reason enables the field.
    static void setReason(Row* row, const QString& reason);
    static void setNote(Row* row, const QString& note);

private:
    Row* finish(Row* row, const QString& name, std::function<void()> reset);

    QGridLayout* m_grid;
    int m_next = 0;
    std::vector<std::unique_ptr<Row>> m_rows;
};

}  // namespace sqd::ui
