// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyledItemDelegate>

class QDateTime;

namespace sqd::ui {

// A row of the list of recent items: icon, name over place, facts and day at the trailing edge.
class RecentDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    enum Data { Icon = Qt::UserRole, Place, Facts, When };
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    // "today", "yesterday", or the date.
    static QString whenText(const QDateTime& when);
};

}  // namespace sqd::ui
