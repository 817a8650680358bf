// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/message_bar.h"

#include "ui/icons.h"
#include "ui/widgets/text_label.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPropertyAnimation>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace sqd::ui {

namespace {

QString iconName(theme::Tone tone)
{
    switch (tone) {
    case theme::Tone::Success:
        return QStringLiteral("success");
    case theme::Tone::Warning:
        return QStringLiteral("warning");
    case theme::Tone::Error:
        return QStringLiteral("error");
    case theme::Tone::Information:
        break;
    }
    return QStringLiteral("information");
}

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_text(new TextLabel(TextLabel::Role::Body, {}, this)),
      m_details(new TextLabel(TextLabel::Role::Secondary, {}, this)), m_buttons(new QHBoxLayout), m_close(new QToolButton(this)),
      m_animation(new QPropertyAnimation(this, "maximumHeight", this))
{
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setAutoRaise(true);
    m_close->setIcon(icons::bundled(QStringLiteral("close")));
    m_close->setAccessibleName(tr("Close Message"));
    m_close->setToolTip(tr("Close message"));
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);

    auto* texts = new QVBoxLayout;
    texts->setSpacing(theme::unit(this) / 4);
    texts->addWidget(m_text);
    texts->addWidget(m_details);
    auto* row = new QHBoxLayout(this);
    const int step = theme::unit(this);
    // The space around it is its own, so that a hidden bar takes none.
    const int margin = theme::margin(this);
    row->setContentsMargins(margin + step * 3 / 2, 2 * step, margin + step, step);
    row->setSpacing(step * 3 / 2);
    row->addWidget(m_icon, 0, Qt::AlignVCenter);
    row->addLayout(texts, 1);
    row->addLayout(m_buttons);
    row->addWidget(m_close, 0, Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setAccessibleName(tr("Message"));
    m_animation->setEasingCurve(QEasingCurve::OutCubic);
    hide();
}

void MessageBar::show(theme::Tone tone, const QString& text, const QString& details, std::vector<Action> actions)
{
    m_tone = tone;
    m_text->setFullText(text);
    m_text->setText(text);
    m_details->setFullText(details);
    m_details->setText(details);
    m_details->setVisible(!details.isEmpty());
    setAccessibleDescription(details.isEmpty() ? text : text + QLatin1Char(' ') + details);
    setActions(std::move(actions));
    updateIcon();
    slide(true);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
    emit changed();
}

void MessageBar::setActions(std::vector<Action> actions)
{
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();  // it may be the sender of the click that is being handled
        delete item;
    }
    QWidget* previous = m_icon;
    for (Action& action : actions) {
        auto* button = new QPushButton(action.text, this);
        connect(button, &QPushButton::clicked, this, [this, run = std::move(action.run)] {
            dismiss();
            if (run)
                run();
        });
        m_buttons->addWidget(button);
        setTabOrder(previous, button);
        previous = button;
    }
    setTabOrder(previous, m_close);
}

void MessageBar::dismiss()
{
    if (!m_shown)
        return;
    slide(false);
    emit changed();
}

QString MessageBar::text() const
{
    return m_shown ? m_text->fullText() : QString();
}

void MessageBar::slide(bool open)
{
    const bool wasShown = m_shown;
    m_shown = open;
    m_animation->stop();
    m_animation->disconnect(this);
    // Desktops with reduced motion report a duration of 0.
    const int duration = std::min(160, style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this));
    if (open && !wasShown && duration > 0 && parentWidget() && parentWidget()->isVisible()) {
        setMaximumHeight(0);
        setVisible(true);
        m_animation->setDuration(duration);
        m_animation->setStartValue(0);
        m_animation->setEndValue(std::max(sizeHint().height(), layout()->totalHeightForWidth(parentWidget()->width())));
        connect(m_animation, &QPropertyAnimation::finished, this, [this] { setMaximumHeight(QWIDGETSIZE_MAX); });
        m_animation->start();
        return;
    }
    setMaximumHeight(QWIDGETSIZE_MAX);
    setVisible(open);
}

void MessageBar::updateIcon()
{
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this) * 5 / 4;
    m_icon->setPixmap(icons::tinted(iconName(m_tone), size, theme::tone(palette(), m_tone), devicePixelRatioF()));
}

void MessageBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor tone = theme::tone(palette(), m_tone);
    const double radius = theme::radius(this);
    painter.setPen(QPen(theme::mix(theme::ground(palette()), tone, 0.55), 1));
    painter.setBrush(theme::mix(theme::raised(palette()), tone, 0.09));
    const double margin = theme::margin(this);
    painter.drawRoundedRect(QRectF(rect()).adjusted(margin + 0.5, theme::unit(this) + 0.5, -margin - 0.5, -0.5), radius, radius);
}

void MessageBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        dismiss();
    else
        QFrame::keyPressEvent(event);
}

void MessageBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_icon)
        updateIcon();
}

}  // namespace sqd::ui
