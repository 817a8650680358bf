// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/entry_view.h"

#include "ui/models/entry_text.h"
#include "ui/widgets/row_delegate.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace sqd::ui {

EntryView::EntryView(const QString& accessibleName, QWidget* parent) : QTreeView(parent)
{
    setAccessibleName(accessibleName);
    setUniformRowHeights(true);
    setAnimated(false);
    setAllColumnsShowFocus(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setDragEnabled(true);
    setDragDropMode(QAbstractItemView::DragOnly);
    setExpandsOnDoubleClick(false);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setFrameShape(QFrame::NoFrame);
    setSortingEnabled(true);
    setTabKeyNavigation(false);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setTextElideMode(Qt::ElideMiddle);
    setItemDelegate(new RowDelegate(this));
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(true);
    header()->setAccessibleName(tr("Columns"));
    header()->setHighlightSections(false);
}

void EntryView::setColumnWidths()
{
    const int letter = fontMetrics().averageCharWidth();
    const auto width = [&](EntryColumn column, int letters) {
        if (static_cast<int>(column) < header()->count())
            header()->resizeSection(static_cast<int>(column), letter * letters);
    };
    header()->setMinimumSectionSize(letter * 6);
    header()->setSectionResizeMode(static_cast<int>(EntryColumn::Name), QHeaderView::Stretch);
    width(EntryColumn::Size, 13);
    width(EntryColumn::Stored, 13);
    width(EntryColumn::Ratio, 9);
    width(EntryColumn::Mode, 14);
    width(EntryColumn::Owner, 13);
    width(EntryColumn::Modified, 26);
    width(EntryColumn::Folder, 28);
}

void EntryView::keyboardSearch(const QString& text)
{
    if (!m_finder || !model())
        return;
    const bool goesOn = m_sinceTyped.isValid() && m_sinceTyped.elapsed() < QApplication::keyboardInputInterval();
    m_sinceTyped.start();
    // The same letter again and again goes from one to the next.
    const bool same = goesOn && m_typed == text;
    m_typed = goesOn && !same ? m_typed + text : text;
    const QModelIndex root = rootIndex();
    int from = currentIndex().isValid() && currentIndex().parent() == root ? currentIndex().row() : -1;
    if (m_typed.size() > 1)
        --from;  // the current row may go on matching
    const int row = m_finder(m_typed, std::max(from, -1));
    if (row >= 0)
        setCurrentIndex(model()->index(row, 0, root));
}

int EntryView::selectedCount() const
{
    int count = 0;
    if (selectionModel()) {
        for (const QItemSelectionRange& range : selectionModel()->selection())
            count += range.left() == 0 ? range.height() : 0;
    }
    return count;
}

QModelIndexList EntryView::selectedRows(int limit) const
{
    QModelIndexList rows;
    if (!selectionModel())
        return rows;
    QItemSelection ranges = selectionModel()->selection();
    std::stable_sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) { return a.parent() == b.parent() && a.top() < b.top(); });
    for (const QItemSelectionRange& range : ranges) {
        for (int row = range.top(); range.left() == 0 && row <= range.bottom() && rows.size() < limit; ++row)
            rows << model()->index(row, 0, range.parent());
    }
    return rows;
}

void EntryView::startDrag(Qt::DropActions)
{
    if (selectedCount() > 0)
        emit dragRequested();
}

void EntryView::keyPressEvent(QKeyEvent* event)
{
    const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (plain && event->key() == Qt::Key_Space && (!m_sinceTyped.isValid() || m_sinceTyped.elapsed() > QApplication::keyboardInputInterval())) {
        emit previewRequested();
    } else if (plain && event->key() == Qt::Key_Backspace) {
        emit upRequested();
    } else if (plain && event->key() == Qt::Key_Escape) {
        if (selectedCount() > 0)
            clearSelection();
        else
            emit escapePressed();
    } else {
        QTreeView::keyPressEvent(event);
    }
}

}  // namespace sqd::ui
