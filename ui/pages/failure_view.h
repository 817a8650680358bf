// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/error_text.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace sqd::ui {

class TextLabel;

// The Build page after a pack that failed: what happened and why, the way out, and the details to copy.
class FailureView : public QWidget {
    Q_OBJECT
public:
    explicit FailureView(QWidget* parent = nullptr);
    // `command` is what was tried; it goes into the copied details.
    void present(const ErrorText& text, const QString& command);
    [[nodiscard]] QString details() const;
    void focusFirst();

signals:
    void tryAgainRequested();
    void changeSettingsRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateIcon();

    QLabel* m_icon;
    TextLabel *m_title, *m_reason, *m_hint;
    QPlainTextEdit* m_details;
    QPushButton *m_copy, *m_change, *m_again;
};

}  // namespace sqd::ui
