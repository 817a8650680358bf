// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QProgressBar>

namespace sqd::ui {

// A slim bar that never falls. Screen readers see an ordinary progress bar from 0 to 1000.
class ProgressLine : public QProgressBar {
    Q_OBJECT
public:
    explicit ProgressLine(QWidget* parent = nullptr);

    void restart();
    // 0…1; smaller values than before are ignored until restart().
    void setFraction(double fraction);
    void setPausedLook(bool paused);
    // Half the height, for the job strip.
    void setThin(bool thin);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_paused = false;
    bool m_thin = false;
};

}  // namespace sqd::ui
