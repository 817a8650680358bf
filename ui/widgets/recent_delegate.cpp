// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/recent_delegate.h"

#include "ui/icons.h"
#include "ui/theme.h"

#include <QDateTime>
#include <QLocale>
#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace sqd::ui {

QString RecentDelegate::whenText(const QDateTime& when)
{
    const auto days = when.date().daysTo(QDate::currentDate());
    if (days == 0)
        return tr("today");
    if (days == 1)
        return tr("yesterday");
    return QLocale().toString(when.date(), QLocale::ShortFormat);
}

QSize RecentDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const int step = theme::unit(option.widget);
    return {option.fontMetrics.averageCharWidth() * 40, 2 * option.fontMetrics.height() + step * 3 / 2};
}

void RecentDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QPalette& palette = option.palette;
    const int step = theme::unit(option.widget);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    const QRectF body = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5);
    const double radius = theme::radius(option.widget);
    if (selected || hovered || focused) {
        painter->setPen(focused ? QPen(theme::accent(palette), 1.5) : QPen(Qt::NoPen));
        painter->setBrush(selected ? theme::accentTint(palette) : theme::mix(theme::ground(palette), theme::raised(palette), 0.6));
        painter->drawRoundedRect(body, radius, radius);
    }
    const QRect inner = option.rect.adjusted(step, 0, -step, 0);
    const int icon = option.fontMetrics.height() * 3 / 2;
    const auto place = [&](int left, int width) {
        return QStyle::visualRect(option.direction, inner, QRect(inner.left() + left, inner.top(), width, inner.height()));
    };
    const QRect iconBox = place(0, icon);
    icons::bundled(index.data(Icon).toString()).paint(painter, QRect(iconBox.left(), iconBox.center().y() - icon / 2, icon, icon));

    const QString facts = index.data(Facts).toString();
    const QString when = index.data(When).toString();
    const int line = option.fontMetrics.height();
    const int trailing = std::max(option.fontMetrics.horizontalAdvance(facts), option.fontMetrics.horizontalAdvance(when)) + step;
    const int textWidth = inner.width() - icon - step - trailing;
    const QRect texts = place(icon + step, std::max(0, textWidth));
    const QRect ends = place(inner.width() - trailing, trailing);
    const int top = option.rect.center().y() - line + 1;
    const auto upper = [&](const QRect& box) { return QRect(box.left(), top, box.width(), line); };
    const auto lower = [&](const QRect& box) { return QRect(box.left(), top + line, box.width(), line); };
    const int start = static_cast<int>(QStyle::visualAlignment(option.direction, Qt::AlignLeft)) | Qt::AlignVCenter;
    const int end = static_cast<int>(QStyle::visualAlignment(option.direction, Qt::AlignRight)) | Qt::AlignVCenter;
    painter->setPen(palette.color(QPalette::Active, QPalette::WindowText));
    painter->drawText(upper(texts), start, option.fontMetrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, texts.width()));
    painter->setPen(theme::secondaryText(palette));
    painter->drawText(lower(texts), start, option.fontMetrics.elidedText(index.data(Place).toString(), Qt::ElideMiddle, texts.width()));
    painter->drawText(upper(ends), end, facts);
    painter->drawText(lower(ends), end, when);
    painter->restore();
}

}  // namespace sqd::ui
