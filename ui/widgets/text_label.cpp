// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/text_label.h"

#include "ui/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>

#include <algorithm>

namespace sqd::ui {

TextLabel::TextLabel(Role role, const QString& text, QWidget* parent) : QLabel(text, parent), m_role(role), m_full(text)
{
    setTextFormat(Qt::PlainText);
    restyle();
}

void TextLabel::setElided(bool elided)
{
    m_elided = elided;
    setSizePolicy(elided ? QSizePolicy::Expanding : QSizePolicy::Preferred, QSizePolicy::Preferred);
    elide();
}

void TextLabel::setSteady(int characters, int lines)
{
    m_steadyCharacters = characters;
    m_steadyLines = lines;
    updateGeometry();
}

void TextLabel::setFullText(const QString& text)
{
    if (m_full == text)
        return;
    m_full = text.isNull() ? QStringLiteral("") : text;  // null = never set
    if (m_steadyLines > 0) {
        update();
        return;
    }
    setAccessibleName(text);
    elide();
}

QSize TextLabel::sizeHint() const
{
    if (m_steadyLines > 0)
        return {fontMetrics().averageCharWidth() * m_steadyCharacters, fontMetrics().lineSpacing() * m_steadyLines};
    return QLabel::sizeHint();
}

QSize TextLabel::minimumSizeHint() const
{
    if (m_steadyLines > 0)
        return sizeHint();
    QSize size = QLabel::minimumSizeHint();
    if (m_elided)
        size.setWidth(fontMetrics().averageCharWidth() * 8);
    return size;
}

void TextLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (m_restyling)
        return;
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::FontChange:
    case QEvent::ApplicationFontChange:
    case QEvent::ApplicationPaletteChange:
    case QEvent::ParentChange:
        restyle();
        break;
    default:
        break;
    }
}

void TextLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    elide();
}

void TextLabel::paintEvent(QPaintEvent* event)
{
    if (m_steadyLines == 0) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const int place = static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment()));
    if (m_steadyLines == 1)
        painter.drawText(rect(), place, fontMetrics().elidedText(m_full, Qt::ElideRight, width()));
    else
        painter.drawText(rect(), place | Qt::TextWordWrap, m_full);
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void TextLabel::restyle()
{
    m_restyling = true;
    const QFont base = QApplication::font();
    switch (m_role) {
    case Role::Title:
        setFont(theme::titleFont(base));
        break;
    case Role::Section:
        setFont(theme::sectionFont(base));
        break;
    case Role::Figure:
        setFont(theme::figureFont(base));
        break;
    case Role::Body:
    case Role::Secondary:
        break;
    }
    if (m_role == Role::Secondary) {
        QPalette own = QApplication::palette(this);
        const QColor colour = theme::secondaryText(own);
        own.setColor(QPalette::WindowText, colour);
        own.setColor(QPalette::Text, colour);
        setPalette(own);
    }
    m_restyling = false;
    elide();
}

void TextLabel::elide()
{
    if (m_steadyLines > 0)
        return;
    if (!m_elided) {
        if (text() != m_full && !m_full.isNull())
            setText(m_full);
        return;
    }
    const QString shortened = fontMetrics().elidedText(m_full, Qt::ElideMiddle, std::max(width(), minimumSizeHint().width()));
    if (text() != shortened)
        setText(shortened);
    setToolTip(shortened == m_full ? QString() : m_full);
}

}  // namespace sqd::ui
