// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QWidget>

#include <cstdint>
#include <vector>

class QPainter;

namespace sqd::ui {

// Large figures in a row, and below them what goes in against what comes out as two bars on one scale. Used while packing and for
// the result.
class FlowPanel : public QWidget {
    Q_OBJECT
public:
    struct Figure {
        QString value;    // "165"
        QString unit;     // "MB/s", may be empty
        QString caption;  // "read"
    };
    struct Flow {
        std::uint64_t bytesIn = 0;
        std::uint64_t bytesTotal = 0;  // the length of the scale; at least bytesIn
        std::uint64_t bytesOut = 0;
        QString inText;                // "4.9 of 8.1 GB"
        QString outText;               // "1.98 GB"
        friend bool operator==(const Flow&, const Flow&) = default;
    };
    explicit FlowPanel(QWidget* parent = nullptr);
    // "165 MB/s" as a large number and its unit.
    static Figure figureOf(const QString& text, const QString& caption);

    void setFigures(std::vector<Figure> figures);
    void setFlow(Flow flow);
    // For screen readers: one sentence with all of it.
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintFigures(QPainter& painter, const QRect& area) const;
    void paintBar(QPainter& painter, const QRect& row, const QString& name, const QString& text, double share, bool out) const;
    [[nodiscard]] int figureHeight() const;

    std::vector<Figure> m_figures;
    Flow m_flow;
};

}  // namespace sqd::ui
