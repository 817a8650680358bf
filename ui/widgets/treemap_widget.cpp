// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/treemap_widget.h"

#include "ui/convert.h"
#include "ui/theme.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <functional>

namespace sqd::ui {

namespace {

using Tiles = std::vector<operation::SizeTile>;

// The worst ratio of sides in a row of areas along a side.
double worst(double smallest, double largest, double sum, double side)
{
    const double square = side * side;
    return std::max(square * largest / (sum * sum), sum * sum / (square * smallest));
}

// Squarified treemap: rows are filled as long as their rectangles become more square. `area` of a tile is its share of the whole.
void squarify(const Tiles& tiles, QRectF area, const std::function<void(std::size_t, QRectF)>& put)
{
    double total = 0;
    for (const auto& tile : tiles)
        total += static_cast<double>(tile.storedBytes);
    if (total <= 0 || area.width() < 1 || area.height() < 1)
        return;
    const double scale = area.width() * area.height() / total;
    for (std::size_t from = 0; from < tiles.size();) {
        const bool tall = area.height() <= area.width();
        const double side = tall ? area.height() : area.width();
        const double largest = static_cast<double>(tiles[from].storedBytes) * scale;
        double sum = largest;
        double ratio = worst(largest, largest, sum, side);
        std::size_t to = from + 1;
        for (; to < tiles.size(); ++to) {
            const double next = static_cast<double>(tiles[to].storedBytes) * scale;
            const double with = next > 0 ? worst(next, std::max(largest, next), sum + next, side) : ratio;
            if (with > ratio)
                break;
            sum += next;
            ratio = with;
        }
        const double thick = side > 0 ? sum / side : 0;
        double along = 0;
        for (std::size_t i = from; i < to; ++i) {
            const double length = sum > 0 ? static_cast<double>(tiles[i].storedBytes) * scale / sum * side : 0;
            put(i, tall ? QRectF(area.left(), area.top() + along, thick, length) : QRectF(area.left() + along, area.top(), length, thick));
            along += length;
        }
        tall ? area.setLeft(area.left() + thick) : area.setTop(area.top() + thick);
        from = to;
    }
}

QColor tileColour(const QPalette& palette, int hue)
{
    // Neighbours differ in hue; the hues are those of the codecs, safe for colour-blind eyes.
    static constexpr std::array<QRgb, 6> kHues{0xFF0072B2, 0xFFE69F00, 0xFF009E73, 0xFFCC79A7, 0xFF56B4E9, 0xFFD55E00};
    return theme::mix(theme::raised(palette), QColor(kHues[static_cast<std::size_t>(hue) % kHues.size()]), theme::isDark(palette) ? 0.42 : 0.34);
}

}  // namespace

TreemapWidget::TreemapWidget(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Stored Size as Areas"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void TreemapWidget::setTiles(std::vector<operation::SizeTile> tiles)
{
    m_tiles = std::move(tiles);
    m_current = m_tiles.empty() ? -1 : 0;
    QStringList largest;
    for (std::size_t i = 0; i < m_tiles.size() && i < 5; ++i)
        largest << describe(m_tiles[i]);
    setAccessibleDescription(largest.join(QStringLiteral("; ")));
    arrange();
}

QSize TreemapWidget::sizeHint() const
{
    return {theme::unit(this) * 60, theme::unit(this) * 34};
}

QString TreemapWidget::describe(const operation::SizeTile& tile) const
{
    if (tile.name.empty())
        return tr("smaller ones, %1").arg(dataSize(tile.storedBytes));
    return tr("%1, %2").arg(shown(tile.name), dataSize(tile.storedBytes));
}

void TreemapWidget::arrange()
{
    m_boxes.clear();
    place(m_tiles, QRectF(rect()).adjusted(1, 1, -1, -1), 0, -1);
    update();
}

void TreemapWidget::place(const Tiles& tiles, QRectF area, int level, int top)
{
    const double line = fontMetrics().height();
    squarify(tiles, area, [&](std::size_t i, QRectF rect) {
        const int owner = top < 0 ? static_cast<int>(i) : top;
        m_boxes.push_back({rect, &tiles[i], owner, level, static_cast<int>(i) + level});
        const QRectF inside = rect.adjusted(3, line + 3, -3, -3);
        if (!tiles[i].inside.empty() && inside.width() > line * 2 && inside.height() > line)
            place(tiles[i].inside, inside, level + 1, owner);
    });
}

void TreemapWidget::paintBox(QPainter& painter, const Box& box) const
{
    const QRectF body = box.rect.adjusted(0.75, 0.75, -0.75, -0.75);
    if (body.width() < 1 || body.height() < 1)
        return;
    QColor fill = tileColour(palette(), box.hue);
    if (box.tile->name.empty())
        fill = theme::track(palette());
    else if (box.tile->folder != read::kNoFolder)
        fill = theme::mix(fill, theme::raised(palette()), 0.55);
    painter.setPen(QPen(theme::mix(fill, palette().color(QPalette::WindowText), 0.18), 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(body, 2, 2);
    const double line = fontMetrics().height();
    const QRectF text = body.adjusted(4, 1, -4, -1);
    if (text.width() < line * 2 || text.height() < line)
        return;
    painter.setPen(palette().color(QPalette::WindowText));
    const QString name = box.tile->name.empty() ? tr("smaller ones") : shown(box.tile->name);
    painter.drawText(QRectF(text.left(), text.top(), text.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(name, Qt::ElideMiddle, static_cast<int>(text.width())));
    const QString size = dataSize(box.tile->storedBytes);
    if (box.tile->inside.empty() && text.height() >= 2 * line && fontMetrics().horizontalAdvance(size) <= text.width()) {
        painter.setPen(theme::readable(theme::secondaryText(palette()), fill, 4.5));
        painter.drawText(QRectF(text.left(), text.top() + line, text.width(), line), Qt::AlignLeft | Qt::AlignVCenter, size);
    }
}

void TreemapWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_tiles.empty()) {
        painter.setPen(theme::secondaryText(palette()));
        painter.drawText(rect(), Qt::AlignCenter, tr("Nothing is stored here"));
        return;
    }
    for (const Box& box : m_boxes)
        paintBox(painter, box);
    for (const Box& box : m_boxes) {
        if (box.level != 0 || box.top != m_current || !hasFocus())
            continue;
        painter.setPen(QPen(theme::accent(palette()), 2.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.rect.adjusted(1.5, 1.5, -1.5, -1.5), 3, 3);
    }
}

void TreemapWidget::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

const TreemapWidget::Box* TreemapWidget::boxAt(QPointF position) const
{
    const auto found = std::find_if(m_boxes.rbegin(), m_boxes.rend(), [position](const Box& box) { return box.rect.contains(position); });
    return found == m_boxes.rend() ? nullptr : &*found;
}

void TreemapWidget::mousePressEvent(QMouseEvent* event)
{
    if (const Box* box = boxAt(event->position()))
        setCurrent(box->top);
}

void TreemapWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Box* box = boxAt(event->position());
    if (!box || box->tile->name.empty())
        return;
    if (box->tile->folder != read::kNoFolder)
        emit folderChosen(box->tile->folder);
    else
        emit fileChosen(box->tile->place);
}

void TreemapWidget::setCurrent(int index)
{
    if (index < 0 || index >= static_cast<int>(m_tiles.size()) || index == m_current)
        return;
    m_current = index;
    QAccessibleValueChangeEvent event(this, describe(m_tiles[static_cast<std::size_t>(index)]));
    QAccessible::updateAccessibility(&event);
    setStatusTip(describe(m_tiles[static_cast<std::size_t>(index)]));
    update();
}

void TreemapWidget::open(int index)
{
    if (index < 0 || m_tiles[static_cast<std::size_t>(index)].name.empty())
        return;
    // By value: whoever listens may set new tiles.
    const operation::SizeTile tile = m_tiles[static_cast<std::size_t>(index)];
    if (tile.folder != read::kNoFolder)
        emit folderChosen(tile.folder);
    else
        emit fileChosen(tile.place);
}

void TreemapWidget::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        setCurrent(m_current + 1);
        break;
    case Qt::Key_Left:
    case Qt::Key_Up:
        setCurrent(m_current - 1);
        break;
    case Qt::Key_Home:
        setCurrent(0);
        break;
    case Qt::Key_End:
        setCurrent(static_cast<int>(m_tiles.size()) - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        open(m_current);
        break;
    case Qt::Key_Backspace:
        emit upRequested();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void TreemapWidget::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void TreemapWidget::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

bool TreemapWidget::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Box* box = boxAt(help->pos());
        QToolTip::showText(help->globalPos(), box ? describe(*box->tile) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace sqd::ui
