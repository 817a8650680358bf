// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace sqd::ui {

class TextLabel;

// The large quiet area of an empty page: a drawing, one sentence and its buttons inside a dashed outline, which becomes solid in the
// accent while something is dragged over the window. The window itself takes the drop.
class DropArea : public QFrame {
    Q_OBJECT
public:
    DropArea(const QString& iconName, const QString& sentence, const QString& more, QWidget* parent = nullptr);

    // Buttons stand in a row below the text; the first is the suggested one.
    QPushButton* addButton(const QString& text, const QIcon& icon);
    void setActive(bool active);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void updateIcon();

    QString m_iconName;
    bool m_active = false;
    QLabel* m_icon;
    TextLabel* m_sentence;
    TextLabel* m_more;
    QHBoxLayout* m_buttons;
};

}  // namespace sqd::ui
