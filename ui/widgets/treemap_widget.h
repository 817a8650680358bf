// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/image_facts.h"

#include <QWidget>

#include <vector>

namespace sqd::ui {

// What takes the room in an image: a rectangle for each part, as large as its stored bytes, with the parts of folders inside. Arrow keys
// move from the largest to smaller ones, Enter opens. The tables of the same page are its twin for screen readers, which also hear the
// largest parts as its description and the chosen one as its value.
class TreemapWidget : public QWidget {
    Q_OBJECT
public:
    explicit TreemapWidget(QWidget* parent = nullptr);
    void setTiles(std::vector<operation::SizeTile> tiles);
    [[nodiscard]] const std::vector<operation::SizeTile>& tiles() const { return m_tiles; }
    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void folderChosen(sqd::read::FolderId folder);
    void fileChosen(const sqd::read::EntryPlace& place);
    void upRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Box {
        QRectF rect;
        const operation::SizeTile* tile;
        int top;    // index of the tile of the first level that it belongs to
        int level;  // 0 = the first
        int hue;    // neighbours differ
    };
    void arrange();
    void place(const std::vector<operation::SizeTile>& tiles, QRectF area, int level, int top);
    void paintBox(QPainter& painter, const Box& box) const;
    void setCurrent(int index);
    void open(int index);
    [[nodiscard]] const Box* boxAt(QPointF position) const;
    [[nodiscard]] QString describe(const operation::SizeTile& tile) const;

    std::vector<operation::SizeTile> m_tiles;
    std::vector<Box> m_boxes;  // outer ones first
    int m_current = -1;
};

}  // namespace sqd::ui
