// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QElapsedTimer>
#include <QTreeView>

#include <functional>

namespace sqd::ui {

// The list of entries: a tree without lines, rows of one height, so that a million of them scroll like ten.
class EntryView : public QTreeView {
    Q_OBJECT
public:
    // The row below the current folder whose name begins with `text`, after `after`; -1 = none.
    using Finder = std::function<int(const QString& text, int after)>;

    explicit EntryView(const QString& accessibleName, QWidget* parent = nullptr);
    void setFinder(Finder finder) { m_finder = std::move(finder); }
    void setColumnWidths();
    void keyboardSearch(const QString& text) override;
    // Rows of the selection, without making an index for each.
    [[nodiscard]] int selectedCount() const;
    // The selected rows in the order of the view, at most `limit`.
    [[nodiscard]] QModelIndexList selectedRows(int limit) const;

signals:
    void previewRequested();  // Space
    void upRequested();       // Backspace
    void dragRequested();
    void escapePressed();

protected:
    void startDrag(Qt::DropActions actions) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Finder m_finder;
    QString m_typed;
    QElapsedTimer m_sinceTyped;
};

}  // namespace sqd::ui
