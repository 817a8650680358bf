// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>

#include <string>
#include <vector>

class QHBoxLayout;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace sqd::ui {

// Where the page is inside an image: a button for each folder on the way, the root always among them, and a line to type a path into
// instead. What does not fit is left out behind the root and told by "…".
class PathBar : public QFrame {
    Q_OBJECT
public:
    explicit PathBar(QWidget* parent = nullptr);
    void setPath(const std::string& path);  // "/a/b"
    [[nodiscard]] const std::string& path() const { return m_path; }
    void edit();
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void pathChosen(const std::string& path);   // a button
    void pathEntered(const std::string& path);  // typed
    void editingEnded();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addPart(const QString& text, const std::string& path, bool last);
    void fit();
    void leaveLine();

    std::string m_path = "/";
    QStackedWidget* m_stack;
    QWidget* m_buttonsBox;
    QHBoxLayout* m_row;
    QLineEdit* m_line;
    std::vector<QToolButton*> m_buttons;
    QToolButton* m_more = nullptr;
};

}  // namespace sqd::ui
