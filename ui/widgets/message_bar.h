// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/theme.h"

#include <QFrame>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPropertyAnimation;
class QToolButton;

namespace sqd::ui {

class TextLabel;

// One line in the window instead of a dialog: what happened, and the buttons that repair it. Escape and its close button hide it.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    struct Action {
        QString text;
        std::function<void()> run;  // called after the bar was hidden
    };
    explicit MessageBar(QWidget* parent = nullptr);

    // Replaces what is shown. `details` is a second, quieter line; may be empty.
    void show(theme::Tone tone, const QString& text, const QString& details = {}, std::vector<Action> actions = {});
    void dismiss();
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool shown() const { return m_shown; }

signals:
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void setActions(std::vector<Action> actions);
    void updateIcon();
    void slide(bool open);

    theme::Tone m_tone = theme::Tone::Information;
    bool m_shown = false;
    QLabel* m_icon;
    TextLabel* m_text;
    TextLabel* m_details;
    QHBoxLayout* m_buttons;
    QToolButton* m_close;
    QPropertyAnimation* m_animation;
};

}  // namespace sqd::ui
