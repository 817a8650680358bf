// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/drop_area.h"

#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/primary_button.h"
#include "ui/widgets/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QStyle>

namespace sqd::ui {

DropArea::DropArea(const QString& iconName, const QString& sentence, const QString& more, QWidget* parent)
    : QFrame(parent), m_iconName(iconName), m_icon(new QLabel(this)), m_sentence(new TextLabel(TextLabel::Role::Section, sentence, this)),
      m_more(new TextLabel(TextLabel::Role::Secondary, more, this)), m_buttons(new QHBoxLayout)
{
    const int step = theme::unit(this);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setWordWrap(true);
    m_more->setAlignment(Qt::AlignCenter);
    m_more->setWordWrap(true);
    m_more->setVisible(!more.isEmpty());
    m_buttons->setSpacing(step);
    m_buttons->addStretch();
    m_buttons->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(3 * step, 3 * step, 3 * step, 3 * step);
    column->setSpacing(step);
    column->addStretch();
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addSpacing(step);
    column->addWidget(m_sentence);
    column->addWidget(m_more);
    column->addSpacing(step);
    column->addLayout(m_buttons);
    column->addStretch();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    updateIcon();
}

QPushButton* DropArea::addButton(const QString& text, const QIcon& icon)
{
    QPushButton* button = m_buttons->count() == 2 ? new PrimaryButton(text, this) : new QPushButton(icon, text, this);
    button->setMinimumHeight(PrimaryButton(text).sizeHint().height());
    m_buttons->insertWidget(m_buttons->count() - 1, button);
    return button;
}

void DropArea::setActive(bool active)
{
    if (m_active == active)
        return;
    m_active = active;
    update();
}

void DropArea::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = m_active ? 2.0 : 1.25;
    QPen pen(m_active ? theme::accent(palette()) : theme::strongOutline(palette()), width);
    if (!m_active)
        pen.setDashPattern({5.0, 4.0});
    painter.setPen(pen);
    painter.setBrush(m_active ? theme::accentTint(palette()) : theme::mix(theme::ground(palette()), theme::raised(palette()), 0.55));
    const double radius = theme::radius(this) * 1.6;
    painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), radius, radius);
}

void DropArea::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_icon)
        updateIcon();
}

void DropArea::updateIcon()
{
    const int size = theme::unit(this) * 8;
    m_icon->setPixmap(icons::tinted(m_iconName, size, theme::mix(theme::ground(palette()), theme::accent(palette()), 0.85), devicePixelRatioF()));
}

}  // namespace sqd::ui
