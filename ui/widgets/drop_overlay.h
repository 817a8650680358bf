// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace sqd::ui {

// Laid over the window while something is dragged over it: says before the release what will happen. Takes no input itself.
class DropOverlay : public QWidget {
    Q_OBJECT
public:
    explicit DropOverlay(QWidget* parent);

    // `accepted` = false draws it as a refusal, with the sentence as the reason.
    void present(const QString& sentence, bool accepted);
    [[nodiscard]] QString sentence() const { return m_sentence; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_sentence;
    bool m_accepted = true;
};

}  // namespace sqd::ui
