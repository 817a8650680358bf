// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/flow_panel.h"

#include "ui/theme.h"

#include <QPainter>
#include <QRegularExpression>
#include <QStyle>

#include <algorithm>

namespace sqd::ui {

FlowPanel::FlowPanel(QWidget* parent) : QWidget(parent)
{
    setAttribute(Qt::WA_OpaquePaintEvent);  // paints its own ground: half the pixels
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Throughput"));
}

FlowPanel::Figure FlowPanel::figureOf(const QString& text, const QString& caption)
{
    static const QRegularExpression kSpace(QStringLiteral("[ \\x{a0}]"));
    const auto space = text.indexOf(kSpace);
    if (space < 0)
        return {text, {}, caption};
    return {text.left(space), text.mid(space + 1), caption};
}

void FlowPanel::setFigures(std::vector<Figure> figures)
{
    m_figures = std::move(figures);
    update();
}

void FlowPanel::setFlow(Flow flow)
{
    if (m_flow == flow)
        return;
    m_flow = std::move(flow);
    update();
}

QString FlowPanel::summary() const
{
    QStringList parts;
    for (const Figure& figure : m_figures)
        parts << figure.caption + QStringLiteral(" ") + figure.value + (figure.unit.isEmpty() ? QString() : QStringLiteral(" ") + figure.unit);
    parts << tr("in %1").arg(m_flow.inText) << tr("out %1").arg(m_flow.outText);
    return parts.join(QStringLiteral(", "));
}

int FlowPanel::figureHeight() const
{
    return QFontMetrics(theme::figureFont(font())).height() + fontMetrics().height();
}

QSize FlowPanel::sizeHint() const
{
    const int step = theme::unit(this);
    const int bars = 2 * (fontMetrics().height() + step / 2);
    return {fontMetrics().averageCharWidth() * 70, figureHeight() + step * 3 / 2 + bars + step * 3};
}

QSize FlowPanel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, sizeHint().height()};
}

void FlowPanel::paintFigures(QPainter& painter, const QRect& area) const
{
    const int count = static_cast<int>(m_figures.size());
    const QFont large = theme::figureFont(font());
    const QFontMetrics largeMetrics(large);
    const int start = static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft)) | Qt::AlignBottom;
    for (int i = 0; i < count; ++i) {
        const Figure& figure = m_figures[static_cast<std::size_t>(i)];
        const int left = area.width() * i / count;
        const QRect logical(area.left() + left, area.top(), area.width() / count - theme::unit(this), area.height());
        const QRect column = QStyle::visualRect(layoutDirection(), area, logical);
        const QRect upper(column.left(), column.top(), column.width(), largeMetrics.height());
        painter.setFont(large);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(upper, start, figure.value);
        painter.setFont(font());
        painter.setPen(theme::secondaryText(palette()));
        const int used = largeMetrics.horizontalAdvance(figure.value) + theme::unit(this) / 2;
        const QRect beside(QPoint(upper.left() + used, upper.top()), QPoint(upper.right(), upper.bottom()));
        const QRect unitRect = QStyle::visualRect(layoutDirection(), upper, beside)
                                   .adjusted(0, 0, 0, fontMetrics().descent() - largeMetrics.descent());
        painter.drawText(unitRect, start, figure.unit);
        const QRect lower(column.left(), upper.bottom() + 1, column.width(), fontMetrics().height());
        painter.drawText(lower, start, fontMetrics().elidedText(figure.caption, Qt::ElideRight, lower.width()));
    }
}

void FlowPanel::paintBar(QPainter& painter, const QRect& row, const QString& name, const QString& text, double share, bool out) const
{
    const int step = theme::unit(this);
    const int nameWidth = std::max(fontMetrics().horizontalAdvance(tr("In")), fontMetrics().horizontalAdvance(tr("Out"))) + step;
    const int textWidth = std::max(fontMetrics().horizontalAdvance(m_flow.inText), fontMetrics().averageCharWidth() * 16) + step;
    const auto place = [&](int left, int width) {
        return QStyle::visualRect(layoutDirection(), row, QRect(row.left() + left, row.top(), width, row.height()));
    };
    const int start = static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft)) | Qt::AlignVCenter;
    const int end = static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignRight)) | Qt::AlignVCenter;
    painter.setPen(theme::secondaryText(palette()));
    painter.drawText(place(0, nameWidth), start, name);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(place(row.width() - textWidth, textWidth), end, text);
    const QRect whole = place(nameWidth, row.width() - nameWidth - textWidth);
    const int thickness = std::max(5, step);
    QRectF track(whole.left(), whole.center().y() - thickness / 2.0, whole.width(), thickness);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::track(palette()));
    painter.drawRoundedRect(track, thickness / 2.0, thickness / 2.0);
    if (share <= 0)
        return;
    const QColor accent = theme::accent(palette());
    QRectF filled = track;
    filled.setWidth(std::max<double>(thickness, track.width() * std::min(1.0, share)));
    if (layoutDirection() == Qt::RightToLeft)
        filled.moveRight(track.right());
    painter.setBrush(out ? accent : theme::readable(theme::mix(accent, theme::secondaryText(palette()), 0.75), theme::raised(palette()), 3.0));
    painter.drawRoundedRect(filled, thickness / 2.0, thickness / 2.0);
}

void FlowPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme::ground(palette()));
    painter.setRenderHint(QPainter::Antialiasing);
    const int step = theme::unit(this);
    const double radius = theme::radius(this);
    painter.setPen(QPen(theme::outline(palette()), 1));
    painter.setBrush(theme::raised(palette()));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);

    const QRect inner = rect().adjusted(2 * step, step * 3 / 2, -2 * step, -step * 3 / 2);
    paintFigures(painter, QRect(inner.left(), inner.top(), inner.width(), figureHeight()));
    const int line = fontMetrics().height() + step / 2;
    const int top = inner.top() + figureHeight() + step * 3 / 2;
    const double scale = static_cast<double>(std::max({m_flow.bytesTotal, m_flow.bytesIn, m_flow.bytesOut, std::uint64_t{1}}));
    paintBar(painter, QRect(inner.left(), top, inner.width(), line), tr("In"), m_flow.inText, static_cast<double>(m_flow.bytesIn) / scale, false);
    paintBar(painter, QRect(inner.left(), top + line, inner.width(), line), tr("Out"), m_flow.outText,
        static_cast<double>(m_flow.bytesOut) / scale, true);
}

}  // namespace sqd::ui
