// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>
#include <QPointer>

#include <functional>

class QBoxLayout;
class QFormLayout;
class QLineEdit;

namespace sqd::ui {

class PrimaryButton;
class TextLabel;

// A form above a page's content, for what other programs ask in a dialog. Escape and Cancel close it and give the focus back; its primary
// button, and Enter in a line, accept.
class Sheet : public QFrame {
    Q_OBJECT
public:
    Sheet(const QString& title, const QString& primary, QWidget* parent = nullptr);
    void setTitle(const QString& title);
    void openSheet();
    void closeSheet();
    [[nodiscard]] bool isOpen() const { return !isHidden(); }

signals:
    void accepted();
    void closed();

protected:
    [[nodiscard]] QFormLayout* form() const { return m_form; }
    // A row of a line for a path and a button beside it.
    QLineEdit* addPathRow(const QString& label, const QString& buttonText, const std::function<void()>& choose);
    // What prevents accepting, beside the primary button; empty = nothing.
    void setObstacle(const QString& text);
    virtual void focusFirst() = 0;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void accept();

    TextLabel* m_title;
    QFormLayout* m_form;
    TextLabel* m_obstacle;
    PrimaryButton* m_primary;
    QPointer<QWidget> m_opener;
};

}  // namespace sqd::ui
