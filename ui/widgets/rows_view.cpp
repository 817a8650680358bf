// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/rows_view.h"

#include "ui/widgets/row_delegate.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

namespace sqd::ui {

namespace {

// A clipboard with more is of no use to anybody.
constexpr int kMaxCopiedRows = 50'000;

}  // namespace

QString rowsAsText(const QAbstractItemModel& model, const QModelIndexList& rows, const QHeaderView& header)
{
    QList<int> columns;
    for (int visual = 0; visual < header.count(); ++visual) {
        if (!header.isSectionHidden(header.logicalIndex(visual)))
            columns << header.logicalIndex(visual);
    }
    QStringList lines;
    const auto line = [&](const auto& cell) {
        QStringList cells;
        for (const int column : columns) {
            QString text = cell(column).toString();
            cells << text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
        }
        lines << cells.join(QLatin1Char('\t'));
    };
    line([&](int column) { return model.headerData(column, Qt::Horizontal, Qt::DisplayRole); });
    for (const QModelIndex& row : rows)
        line([&](int column) { return row.siblingAtColumn(column).data(Qt::DisplayRole); });
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void copyRows(const QTreeView& view)
{
    QModelIndexList rows;
    for (const QModelIndex& index : view.selectionModel()->selectedRows()) {
        if (rows.size() < kMaxCopiedRows)
            rows << index;
    }
    const bool all = rows.isEmpty();
    for (int row = 0; all && row < view.model()->rowCount(view.rootIndex()) && row < kMaxCopiedRows; ++row)
        rows << view.model()->index(row, 0, view.rootIndex());
    QGuiApplication::clipboard()->setText(rowsAsText(*view.model(), rows, *view.header()));
}

RowsView::RowsView(const QString& accessibleName, QWidget* parent) : QTreeView(parent), m_model(new RowsModel(this))
{
    setAccessibleName(accessibleName);
    setModel(m_model);
    setUniformRowHeights(true);
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setAllColumnsShowFocus(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setTextElideMode(Qt::ElideMiddle);
    setItemDelegate(new RowDelegate(this));
    setSortingEnabled(true);
    header()->setStretchLastSection(false);
    header()->setSortIndicatorClearable(true);
    header()->setSortIndicator(-1, Qt::AscendingOrder);
    header()->setAccessibleName(tr("Columns"));
    header()->setHighlightSections(false);
    connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) { emit rowActivated(m_model->tableRow(index)); });
}

void RowsView::setTable(RowsModel::Table table)
{
    header()->setSortIndicator(-1, Qt::AscendingOrder);
    m_model->setTable(std::move(table));
    if (m_model->rowCount() > 0)
        setCurrentIndex(m_model->index(0, 0));
    clearSelection();
}

void RowsView::setWidths(int stretched, const std::vector<int>& letters)
{
    const int letter = fontMetrics().averageCharWidth();
    header()->setMinimumSectionSize(letter * 5);
    for (int column = 0; column < header()->count() && column < static_cast<int>(letters.size()); ++column) {
        header()->setSectionResizeMode(column, column == stretched ? QHeaderView::Stretch : QHeaderView::Interactive);
        if (column != stretched)
            header()->resizeSection(column, letter * letters[static_cast<std::size_t>(column)]);
    }
}

bool RowsView::event(QEvent* event)
{
    // The window's own Copy must not take the key.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
        event->accept();
    return QTreeView::event(event);
}

void RowsView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copyRows(*this);
    else
        QTreeView::keyPressEvent(event);
}

}  // namespace sqd::ui
