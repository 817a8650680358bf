// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QWidget>

#include <vector>

namespace sqd::ui {

// Where the time of a run went: one bar in stretches, each named with its seconds below.
class TimeBar : public QWidget {
    Q_OBJECT
public:
    struct Stretch {
        QString name;
        double seconds = 0;
    };
    explicit TimeBar(QWidget* parent = nullptr);

    // Stretches without time are left out.
    void setStretches(std::vector<Stretch> stretches);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QColor colour(std::size_t index) const;

    std::vector<Stretch> m_stretches;
};

}  // namespace sqd::ui
