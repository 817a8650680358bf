// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "ui/build_settings.h"
#include "ui/path_facts.h"

#include <QWidget>

#include <memory>
#include <string>
#include <vector>

class QStackedWidget;
class QUndoStack;

namespace sqd::ui {

class BuildForm;
class DropArea;
class FailureView;
class JobController;
class LiveView;
class MessageBar;
class ResultView;
struct JobSample;

// The Build page: empty, form, live view, result or failure, all in one place. Checks the target off the GUI thread before it starts
// the job, and asks in a line, never in a dialog.
class BuildPage : public QWidget {
    Q_OBJECT
public:
    explicit BuildPage(JobController* jobs, QWidget* parent = nullptr);

    // Begins anew with these sources (path bytes); while a job runs it only says so.
    void setSources(const std::vector<std::string>& sources);
    // The same with the entries of a tar archive.
    void setArchive(const std::string& archive);
    // Adds to the sources in the form, or begins with them.
    void addSources(const std::vector<std::string>& sources);
    void chooseFolder();
    void create();
    void copyCommand();
    void setDropActive(bool active);
    void focusFirst();
    // What Ctrl+Return would do now is possible.
    [[nodiscard]] bool canCreate() const;
    [[nodiscard]] bool canCopyCommand() const;
    [[nodiscard]] bool hasSources() const;
    [[nodiscard]] const BuildSettings& settings() const;
    [[nodiscard]] QUndoStack* undoStack() const;
    [[nodiscard]] BuildForm* form() const { return m_form; }

signals:
    void changed();
    void packed(const sqd::pack::PackReport& report, const std::string& source);
    void verifyRequested(const std::string& image);
    void browseRequested(const std::string& image);

private:
    enum class View { Empty, Form, Live, Result, Failure };
    void setView(View view);
    void begin(const std::vector<std::string>& sources, bool archive);
    void connectForm();
    void connectJobs();
    void chooseFiles();
    void chooseTarget();
    void startAfterCheck(const PathFacts& facts);
    void askAboutExisting(const PathFacts& facts);
    void start();
    void finished(const Result<pack::PackReport>& result);
    [[nodiscard]] bool refusedWhileBusy();

    JobController* m_jobs;
    QStackedWidget* m_stack;
    MessageBar* m_bar;
    DropArea* m_empty;
    BuildForm* m_form;
    LiveView* m_live;
    ResultView* m_result;
    FailureView* m_failure;
    View m_view = View::Empty;
    bool m_checking = false;  // the target is looked at
    std::string m_startedSource;
    std::string m_madeImage;
    QString m_startedCommand;
};

}  // namespace sqd::ui
