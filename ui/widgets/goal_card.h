// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QRadioButton>

namespace sqd::ui {

// One goal of the Build page as a card: name, codec, what it is good at. A radio button by behaviour and for screen readers.
class GoalCard : public QRadioButton {
    Q_OBJECT
public:
    explicit GoalCard(const QString& title, QWidget* parent = nullptr);

    // `codec` gives the colour of the mark; `summary` is "zstd · level 15"; `sentence` what the goal is good at.
    void describe(const QString& codec, const QString& summary, const QString& sentence);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool hitButton(const QPoint& position) const override;

private:
    QString m_codec, m_summary, m_sentence;
};

}  // namespace sqd::ui
