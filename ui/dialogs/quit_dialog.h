// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>

namespace sqd::ui {

// Quit with a running job: stay, finish without the window, or cancel the job. Staying is the safe choice and has the focus.
class QuitDialog : public QDialog {
    Q_OBJECT
public:
    QuitDialog(const QString& image, QWidget* parent);

signals:
    void cancelJobChosen();
    void backgroundChosen();
};

}  // namespace sqd::ui
