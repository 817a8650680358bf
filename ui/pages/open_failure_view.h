// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <QWidget>

#include <string>

class QPushButton;
class QVBoxLayout;

namespace sqd::ui {

class DropArea;

// The Browse page when an image cannot be opened: why, and what can be done about it.
class OpenFailureView : public QWidget {
    Q_OBJECT
public:
    explicit OpenFailureView(QWidget* parent = nullptr);
    // `salvage`: what is readable may still be shown.
    void present(const std::string& image, const Error& error, bool salvage);
    void focusFirst();

signals:
    void readableRequested();
    void anotherRequested();

private:
    QVBoxLayout* m_column;
    DropArea* m_area = nullptr;
    QPushButton* m_first = nullptr;
};

}  // namespace sqd::ui
