// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>

class QToolButton;

namespace sqd::ui {

class JobController;
class ProgressLine;
class TextLabel;
struct JobSample;

// The line under every page: what runs, how far it is, pause and cancel.
class JobStrip : public QFrame {
    Q_OBJECT
public:
    explicit JobStrip(JobController* jobs, QWidget* parent = nullptr);
    void focusFirst();

signals:
    // The sentence was clicked: show where the job is at home.
    void jobPageRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void present();
    [[nodiscard]] QString doing(const QString& name) const;
    void addSample(const JobSample& sample);

    JobController* m_jobs;
    QToolButton* m_text;   // while a job runs
    TextLabel* m_idle;     // otherwise
    TextLabel* m_left;
    ProgressLine* m_progress;
    QToolButton *m_pause, *m_cancel;
};

}  // namespace sqd::ui
