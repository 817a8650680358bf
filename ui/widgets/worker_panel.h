// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/operation_poller.h"
#include "ui/widgets/sample_ring.h"

#include <QElapsedTimer>
#include <QWidget>

#include <string>
#include <vector>

class QPainter;

namespace sqd::ui {

// What every worker does: one filled sparkline each, all on one scale, with its speed, its state as a word and its file. With more
// than 16 workers, or where the strips do not fit, a row of shaded cells with slowest, median and fastest instead.
class WorkerPanel : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostStrips = 16;

    explicit WorkerPanel(QWidget* parent = nullptr);

    // `prefix` (path bytes) is left out in front of the files' names.
    void restart(const std::string& prefix);
    // Takes it in; the caller says update() as often as it shall be drawn.
    void addSample(const JobSample& sample);
    // "8 workers, 165 MB/s, slowest 19 MB/s, 1 waiting".
    [[nodiscard]] QString summary() const;
    [[nodiscard]] bool showsHeatRow() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Worker {
        SampleRing rates;
        QString item;
        QString word;          // "compressing", "waiting"
        bool waiting = true;
        int waitedSamples = 0; // in a row
    };
    [[nodiscard]] int columns() const;
    [[nodiscard]] int stripHeight() const;  // smallest
    [[nodiscard]] QRect cell(int index) const;
    void describe(Worker& worker, const concurrency::WorkerSnapshot& snapshot, bool paused) const;
    void paintStrip(QPainter& painter, const Worker& worker, int number, const QRect& rect) const;
    void paintHeat(QPainter& painter) const;
    void paintCurve(QPainter& painter, const SampleRing& ring, float top, const QRectF& rect, const QColor& colour) const;
    [[nodiscard]] QRect heatCell(int index) const;

    std::string m_prefix;
    std::vector<Worker> m_workers;
    SampleRing m_total;
    float m_top = 1;        // of the shared scale, bytes per second
    float m_totalTop = 1;
    QElapsedTimer m_described;  // screen readers are not told ten times a second
};

// The word for an activity, translated: "compressing", "waiting for input" …
QString activityWord(concurrency::Activity activity);

}  // namespace sqd::ui
