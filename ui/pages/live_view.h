// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/operation_poller.h"

#include <QElapsedTimer>
#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace sqd::ui {

class FlowPanel;
class ProgressLine;
class TextLabel;
class WorkerPanel;

// The Build page while it packs: progress, figures, in against out, one strip per worker, what limits the run. Shows samples and
// nothing else; it knows no operation.
class LiveView : public QWidget {
    Q_OBJECT
public:
    explicit LiveView(QWidget* parent = nullptr);

    // `source` is the first of the sources; files are named from the folder around it.
    void restart(const std::string& target, const std::string& source);
    void addSample(const JobSample& sample);
    // The answer to warningsWanted().
    void setWarnings(const QString& lines);
    void setPaused(bool paused);
    void setCancelling();
    void focusFirst();

signals:
    void pauseRequested(bool paused);
    void cancelRequested();
    // The list of warnings is open, and there are more of them than it shows.
    void warningsWanted();

private:
    void presentHead(const JobSample& sample);
    void presentFlow(const JobSample& sample);
    void presentFoot(const JobSample& sample);
    void showWarnings(bool show);
    void askForWarnings();
    void announce(const JobSample& sample);

    TextLabel *m_title, *m_percent, *m_left, *m_status, *m_bottleneck, *m_warnings;
    ProgressLine* m_progress;
    FlowPanel* m_flow;
    WorkerPanel* m_workers;
    QPlainTextEdit* m_warningList;
    QPushButton *m_showWarnings, *m_pause, *m_cancel;
    std::uint64_t m_warningCount = 0, m_warningsListed = 0;
    QElapsedTimer m_listed;  // the last time the list was asked for
    bool m_paused = false, m_cancelling = false;
    QElapsedTimer m_drawn;  // the last time curves and figures were drawn
    concurrency::Phase m_announcedPhase = concurrency::Phase::Idle;
    int m_announcedQuarter = 0;
};

// The name of a phase as the window says it: "Packing", "Writing tables" …
QString phaseWord(concurrency::Phase phase);
// "about 18–22 s left"; empty while that is not known.
QString timeLeftText(const operation::Rates& rates);

}  // namespace sqd::ui
