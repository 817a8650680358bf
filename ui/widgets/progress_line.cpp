// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/progress_line.h"

#include "ui/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sqd::ui {

ProgressLine::ProgressLine(QWidget* parent) : QProgressBar(parent)
{
    setRange(0, 1000);
    setValue(0);
    setTextVisible(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ProgressLine::restart()
{
    setValue(0);
    m_paused = false;
}

void ProgressLine::setFraction(double fraction)
{
    const int next = static_cast<int>(std::floor(std::clamp(fraction, 0.0, 1.0) * 1000));
    if (next <= value())
        return;
    setValue(next);
    update();  // the base class skips repaints that its own look would not need
}

void ProgressLine::setPausedLook(bool paused)
{
    if (m_paused == paused)
        return;
    m_paused = paused;
    update();
}

void ProgressLine::setThin(bool thin)
{
    m_thin = thin;
    updateGeometry();
}

QSize ProgressLine::sizeHint() const
{
    const int step = theme::unit(this);
    return {step * 20, m_thin ? std::max(4, step * 2 / 3) : std::max(6, step * 4 / 3)};
}

QSize ProgressLine::minimumSizeHint() const
{
    return {theme::unit(this) * 6, sizeHint().height()};
}

void ProgressLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF whole(rect());
    const double radius = whole.height() / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::track(palette()));
    painter.drawRoundedRect(whole, radius, radius);
    const double share = static_cast<double>(value()) / 1000;
    if (share <= 0)
        return;
    QRectF done = whole;
    done.setWidth(std::max(whole.height(), whole.width() * share));
    if (layoutDirection() == Qt::RightToLeft)
        done.moveRight(whole.right());
    const QColor accent = theme::accent(palette());
    painter.setBrush(m_paused ? theme::mix(accent, theme::ground(palette()), 0.45) : accent);
    painter.drawRoundedRect(done, radius, radius);
}

}  // namespace sqd::ui
