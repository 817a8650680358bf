// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>
#include <QToolButton>

#include <vector>

class QButtonGroup;
class QVBoxLayout;

namespace sqd::ui {

// One page in the rail: icon and name, the chosen one on a wash of the accent with a bar beside it.
class RailButton : public QToolButton {
    Q_OBJECT
public:
    RailButton(const QString& text, const QString& iconName, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

// The list of pages at the leading edge.
class NavigationRail : public QFrame {
    Q_OBJECT
public:
    explicit NavigationRail(QWidget* parent = nullptr);
    void addPage(const QString& text, const QString& iconName);
    void setCurrent(int index);
    void focusCurrent();

signals:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_column;
    QButtonGroup* m_group;
    std::vector<RailButton*> m_buttons;
};

}  // namespace sqd::ui
