// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/drop_overlay.h"

#include "ui/icons.h"
#include "ui/theme.h"

#include <QPainter>

namespace sqd::ui {

DropOverlay::DropOverlay(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("dropOverlay"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void DropOverlay::present(const QString& sentence, bool accepted)
{
    m_sentence = sentence;
    m_accepted = accepted;
    setAccessibleName(sentence);
    setGeometry(parentWidget()->rect());
    raise();
    show();
    update();
}

void DropOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = theme::ground(palette());
    veil.setAlphaF(0.90F);
    painter.fillRect(rect(), veil);

    const int step = theme::unit(this);
    const QColor colour = m_accepted ? theme::accent(palette()) : theme::tone(palette(), theme::Tone::Warning);
    const QRectF frame = QRectF(rect()).adjusted(2 * step, 2 * step, -2 * step, -2 * step);
    painter.setPen(QPen(colour, 2));
    QColor wash = m_accepted ? theme::accentTint(palette()) : theme::mix(theme::raised(palette()), colour, 0.10);
    painter.setBrush(wash);
    const double radius = theme::radius(this) * 2.0;
    painter.drawRoundedRect(frame, radius, radius);

    const int size = step * 9;
    const QRect iconRect(static_cast<int>(frame.center().x()) - size / 2, static_cast<int>(frame.center().y()) - size - step, size, size);
    painter.drawPixmap(iconRect.topLeft(),
        icons::tinted(m_accepted ? QStringLiteral("drop") : QStringLiteral("error"), size, colour, devicePixelRatioF()));

    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(theme::titleFont(font()));
    const QRectF textRect(frame.left() + 2 * step, frame.center().y() + step, frame.width() - 4 * step, frame.height() / 2 - 2 * step);
    painter.drawText(textRect, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, m_sentence);
}

}  // namespace sqd::ui
