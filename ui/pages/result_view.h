// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "pack/pack_options.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace sqd::ui {

class FlowPanel;
class TextLabel;
class TimeBar;

// The Build page after a pack that went well: "photos.sqfs is ready", what it saved, what was left out, and what can be done next.
class ResultView : public QWidget {
    Q_OBJECT
public:
    explicit ResultView(QWidget* parent = nullptr);
    void present(const pack::PackReport& report);
    [[nodiscard]] QString headline() const;
    void focusFirst();

signals:
    void showInFolderRequested();
    void verifyRequested();
    void browseRequested();
    void packAnotherRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void presentFlow(const pack::PackReport& report);
    void presentTime(const pack::PackReport& report);
    void presentFacts(const pack::PackReport& report);
    void presentWarnings(const pack::PackReport& report);
    void updateIcon();

    QLabel* m_icon;
    TextLabel *m_title, *m_sentence, *m_facts, *m_warningTitle;
    FlowPanel* m_flow;
    TextLabel* m_timeTitle;
    TimeBar* m_time;
    QPlainTextEdit* m_warnings;
    QPushButton *m_show, *m_verify, *m_another, *m_copyWarnings;
};

}  // namespace sqd::ui
