// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/primary_button.h"

#include "ui/theme.h"

#include <QApplication>
#include <QEvent>

namespace sqd::ui {

PrimaryButton::PrimaryButton(const QString& text, QWidget* parent) : QPushButton(text, parent)
{
    setDefault(true);
    setAutoDefault(true);
    restyle();
}

QSize PrimaryButton::sizeHint() const
{
    const int step = theme::unit(this);
    return QPushButton::sizeHint() + QSize(4 * step, step);
}

void PrimaryButton::changeEvent(QEvent* event)
{
    QPushButton::changeEvent(event);
    const auto type = event->type();
    if (!m_restyling && (type == QEvent::PaletteChange || type == QEvent::EnabledChange || type == QEvent::ParentChange))
        restyle();
}

void PrimaryButton::restyle()
{
    m_restyling = true;
    const QPalette usual = QApplication::palette(this);
    if (isEnabled()) {
        QPalette own = usual;
        const QColor text = usual.color(QPalette::Active, QPalette::HighlightedText);
        const QColor fill = theme::readable(usual.color(QPalette::Active, QPalette::Highlight), text, 4.6);
        own.setColor(QPalette::Button, fill);
        own.setColor(QPalette::ButtonText, text);
        setPalette(own);
    } else {
        setPalette(usual);
    }
    m_restyling = false;
}

}  // namespace sqd::ui
