// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/navigation_rail.h"

#include "ui/icons.h"
#include "ui/theme.h"

#include <QButtonGroup>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <QVBoxLayout>

#include <algorithm>

namespace sqd::ui {

RailButton::RailButton(const QString& text, const QString& iconName, QWidget* parent) : QToolButton(parent)
{
    setText(text);
    setIcon(icons::bundled(iconName));
    setCheckable(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
}

QSize RailButton::sizeHint() const
{
    const int step = theme::unit(this);
    const int icon = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this) * 5 / 4;
    const int text = fontMetrics().horizontalAdvance(this->text());
    return {icon + text + 5 * step, std::max(icon, fontMetrics().height()) + 2 * step};
}

void RailButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int step = theme::unit(this);
    const double radius = theme::radius(this);
    const QRectF body = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(Qt::NoPen);
    if (isChecked())
        painter.setBrush(theme::mix(theme::ground(palette()), palette().color(QPalette::Active, QPalette::Highlight), 0.22));
    else if (underMouse())
        painter.setBrush(theme::mix(theme::ground(palette()), palette().color(QPalette::WindowText), 0.06));
    else
        painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(body, radius, radius);
    if (isChecked()) {
        const QRect bar = QStyle::visualRect(layoutDirection(), rect(), QRect(1, height() / 4, std::max(3, step / 2 - 1), height() / 2));
        painter.setBrush(theme::accent(palette()));
        painter.drawRoundedRect(bar, bar.width() / 2.0, bar.width() / 2.0);
    }
    const int icon = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this) * 5 / 4;
    const QRect iconRect = QStyle::visualRect(layoutDirection(), rect(), QRect(step * 3 / 2, (height() - icon) / 2, icon, icon));
    this->icon().paint(&painter, iconRect);
    const QRect textRect = QStyle::visualRect(layoutDirection(), rect(), QRect(step * 5 / 2 + icon, 0, width() - icon - step * 3, height()));
    painter.setPen(palette().color(QPalette::Active, QPalette::WindowText));
    QFont font = this->font();
    if (isChecked())
        font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.drawText(textRect, static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft)) | Qt::AlignVCenter, text());
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect().adjusted(2, 2, -2, -2);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

NavigationRail::NavigationRail(QWidget* parent) : QFrame(parent), m_column(new QVBoxLayout(this)), m_group(new QButtonGroup(this))
{
    const int step = theme::unit(this);
    m_column->setContentsMargins(step, step, step, step);
    m_column->setSpacing(step / 2);
    m_column->addStretch();
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    setAccessibleName(tr("Pages"));
}

void NavigationRail::addPage(const QString& text, const QString& iconName)
{
    auto* button = new RailButton(text, iconName, this);
    const int index = static_cast<int>(m_buttons.size());
    m_buttons.push_back(button);
    m_group->addButton(button);
    m_column->insertWidget(index, button);
    connect(button, &QToolButton::clicked, this, [this, index] { emit chosen(index); });
}

void NavigationRail::setCurrent(int index)
{
    m_buttons[static_cast<std::size_t>(index)]->setChecked(true);
    // One stop for the Tab key; the arrow keys move inside.
    for (RailButton* button : m_buttons)
        button->setFocusPolicy(button->isChecked() ? Qt::StrongFocus : Qt::ClickFocus);
}

void NavigationRail::focusCurrent()
{
    if (auto* button = m_group->checkedButton())
        button->setFocus();
}

void NavigationRail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(QPen(theme::outline(palette()), 1));
    const int edge = layoutDirection() == Qt::RightToLeft ? 0 : width() - 1;
    painter.drawLine(edge, 0, edge, height());
}

}  // namespace sqd::ui
