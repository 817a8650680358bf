// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/time_bar.h"

#include "ui/convert.h"
#include "ui/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyle>

#include <algorithm>
#include <array>

namespace sqd::ui {

namespace {

// Shorter stretches would read "0.0 s".
constexpr double kShortest = 0.05;

}  // namespace

TimeBar::TimeBar(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Where the time went"));
}

void TimeBar::setStretches(std::vector<Stretch> stretches)
{
    m_stretches = std::move(stretches);
    std::erase_if(m_stretches, [](const Stretch& stretch) { return stretch.seconds < kShortest; });
    QStringList words;
    for (const Stretch& stretch : m_stretches)
        words << tr("%1 %2").arg(stretch.name, duration(stretch.seconds));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    setVisible(!m_stretches.empty());
    update();
}

QSize TimeBar::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, 3 * fontMetrics().height() + theme::unit(this)};
}

QSize TimeBar::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, sizeHint().height()};
}

QColor TimeBar::colour(std::size_t index) const
{
    // Shades of the accent; neighbours differ by enough to tell them apart, and each has its name below.
    static constexpr std::array kShares = {0.55, 0.0, 0.75, 0.35, 0.62};
    return theme::readable(theme::mix(theme::accent(palette()), theme::ground(palette()), kShares[index % kShares.size()]), theme::ground(palette()), 1.4);
}

void TimeBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    double total = 0;
    for (const Stretch& stretch : m_stretches)
        total += stretch.seconds;
    if (total <= 0)
        return;
    const int step = theme::unit(this);
    const int thickness = std::max(6, step * 4 / 3);
    QPainterPath round;
    round.addRoundedRect(QRectF(0, 0, width(), thickness), thickness / 2.0, thickness / 2.0);
    painter.setClipPath(round);
    double from = 0;
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        const double share = m_stretches[i].seconds / total * width();
        const QRect logical(static_cast<int>(from), 0, static_cast<int>(from + share) - static_cast<int>(from) + 1, thickness);
        painter.fillRect(QStyle::visualRect(layoutDirection(), rect(), logical), colour(i));
        from += share;
    }
    painter.setClipping(false);

    const int line = fontMetrics().height();
    const int column = width() / static_cast<int>(m_stretches.size());
    const int start = static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft)) | Qt::AlignVCenter;
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        const QRect place(static_cast<int>(i) * column, thickness + step / 2, column, 2 * line);
        const QRect box = QStyle::visualRect(layoutDirection(), rect(), place);
        const int dot = line / 2;
        const QRect mark = QStyle::visualRect(layoutDirection(), box, QRect(box.left(), box.top() + (line - dot) / 2, dot, dot));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour(i));
        painter.drawEllipse(mark);
        const QRect text = QStyle::visualRect(layoutDirection(), box, box.adjusted(dot + step / 2, 0, -step, 0));
        painter.setPen(theme::secondaryText(palette()));
        painter.drawText(QRect(text.left(), text.top(), text.width(), line), start, fontMetrics().elidedText(m_stretches[i].name, Qt::ElideRight, text.width()));
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRect(text.left(), text.top() + line, text.width(), line), start, duration(m_stretches[i].seconds));
    }
}

}  // namespace sqd::ui
