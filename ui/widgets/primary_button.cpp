// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/primary_button.h"

#include "ui/theme.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOption>

namespace sqd::ui {

PrimaryButton::PrimaryButton(const QString& text, QWidget* parent) : QPushButton(text, parent)
{
    setDefault(true);
    setAutoDefault(true);
    setAttribute(Qt::WA_Hover);
}

QSize PrimaryButton::sizeHint() const
{
    const int step = theme::unit(this);
    return QPushButton::sizeHint() + QSize(4 * step, step);
}

void PrimaryButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = theme::radius(this);
    QColor text = palette().color(QPalette::Active, QPalette::HighlightedText);
    QColor fill = theme::readable(palette().color(QPalette::Active, QPalette::Highlight), text, 4.6);
    if (!isEnabled()) {
        fill = theme::track(palette());
        text = palette().color(QPalette::Disabled, QPalette::ButtonText);
    } else if (isDown()) {
        fill = theme::mix(fill, Qt::black, 0.18);
    } else if (underMouse()) {
        fill = theme::mix(fill, Qt::black, 0.08);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
    const bool underlined = style()->styleHint(QStyle::SH_UnderlineShortcut, nullptr, this) != 0;
    painter.setPen(text);
    painter.drawText(rect(), Qt::AlignCenter | (underlined ? Qt::TextShowMnemonic : Qt::TextHideMnemonic), this->text());
    if (hasFocus()) {
        // A second line inside: visible on the fill, whatever its colour.
        painter.setPen(QPen(text, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(3.5, 3.5, -3.5, -3.5), radius - 2, radius - 2);
    }
}

}  // namespace sqd::ui
