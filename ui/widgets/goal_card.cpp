// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/goal_card.h"

#include "ui/theme.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOption>

#include <algorithm>

namespace sqd::ui {

GoalCard::GoalCard(const QString& title, QWidget* parent) : QRadioButton(title, parent)
{
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setCursor(Qt::PointingHandCursor);
}

void GoalCard::describe(const QString& codec, const QString& summary, const QString& sentence)
{
    m_codec = codec;
    m_summary = summary;
    m_sentence = sentence;
    setAccessibleDescription(summary + QStringLiteral(". ") + sentence);
    updateGeometry();
    update();
}

QSize GoalCard::sizeHint() const
{
    const int width = fontMetrics().averageCharWidth() * 30;
    return {width, heightForWidth(width)};
}

int GoalCard::heightForWidth(int width) const
{
    const int step = theme::unit(this);
    const int title = QFontMetrics(theme::sectionFont(font())).height();
    const int sentence = fontMetrics().boundingRect(QRect(0, 0, width - 4 * step, 10000), Qt::TextWordWrap, m_sentence).height();
    return title + fontMetrics().height() + sentence + step * 3 + 2 * (step / 3);
}

QSize GoalCard::minimumSizeHint() const
{
    const int width = fontMetrics().averageCharWidth() * 18;
    return {width, heightForWidth(width)};
}

bool GoalCard::hitButton(const QPoint& position) const
{
    return rect().contains(position);
}

void GoalCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int step = theme::unit(this);
    const double radius = theme::radius(this);
    QColor fill = isChecked() ? theme::accentTint(palette()) : theme::raised(palette());
    if (underMouse() && isEnabled() && !isChecked())
        fill = theme::mix(fill, theme::accent(palette()), 0.05);
    painter.setBrush(fill);
    const double line = isChecked() ? 2.0 : 1.0;
    painter.setPen(QPen(isChecked() ? theme::accent(palette()) : theme::outline(palette()), line));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);

    const QColor text = palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText);
    const QRect inner = rect().adjusted(2 * step, step * 3 / 2, -2 * step, -step * 3 / 2);
    // The mark of the codec at the trailing edge, and the check as a shape: never by colour alone.
    const int dot = step * 3 / 2;
    const QRect mark = QStyle::alignedRect(layoutDirection(), Qt::AlignRight | Qt::AlignTop, QSize(dot, dot), inner);
    painter.setPen(QPen(isChecked() ? theme::accent(palette()) : theme::strongOutline(palette()), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QRectF(mark).adjusted(1, 1, -1, -1));
    if (isChecked()) {
        painter.setBrush(theme::accent(palette()));
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(QRectF(mark).adjusted(dot * 0.28, dot * 0.28, -dot * 0.28, -dot * 0.28));
    }

    const int alignment = static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft)) | Qt::AlignTop;
    painter.setPen(text);
    painter.setFont(theme::sectionFont(font()));
    const int titleHeight = painter.fontMetrics().height();
    painter.drawText(inner, alignment, QRadioButton::text());
    QRect line2 = inner.adjusted(0, titleHeight + step / 3, 0, 0);
    painter.setFont(font());
    const int bar = std::max(3, step / 2);
    const QRect swatch = QStyle::visualRect(layoutDirection(), line2, QRect(line2.left(), line2.top() + fontMetrics().height() / 5, bar,
                                                                            fontMetrics().height() * 3 / 5));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::codecColour(palette(), m_codec));
    painter.drawRoundedRect(swatch, bar / 2.0, bar / 2.0);
    painter.setPen(text);
    const QRect codecRect = QStyle::visualRect(layoutDirection(), line2, line2.adjusted(bar + step / 2 + 2, 0, 0, 0));
    painter.drawText(codecRect, alignment, fontMetrics().elidedText(m_summary, Qt::ElideRight, codecRect.width()));
    painter.setPen(theme::secondaryText(palette()));
    const QRect line3 = line2.adjusted(0, fontMetrics().height() + step / 3, 0, step);
    painter.drawText(line3, alignment | Qt::TextWordWrap, m_sentence);

    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect().adjusted(3, 3, -3, -3);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

}  // namespace sqd::ui
