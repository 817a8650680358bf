// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/image_browser.h"
#include "ui/background.h"
#include "ui/copies.h"
#include "ui/job_controller.h"
#include "ui/pages/browse_sheets.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QStackedWidget;

namespace sqd::ui {

class BrowseContent;
class ConflictDialog;
class DropArea;
class FactsView;
class MessageBar;
class OpenFailureView;
class ResultsView;
class Settings;
class TextLabel;

// The Browse page: empty, opening, an open image, its facts, a list of results, or why it cannot be opened. Starts the jobs that concern
// the image, asks and tells in lines and sheets of its own.
class BrowsePage : public QWidget {
    Q_OBJECT
public:
    BrowsePage(JobController* jobs, Settings* settings, QWidget* parent = nullptr);
    ~BrowsePage() override;

    // `offset` of the superblock; nullopt = found.
    void openImage(const std::string& path, std::optional<std::uint64_t> offset = std::nullopt, operation::Opening opening = operation::Opening::Sound);
    void closeImage();
    void chooseImage();
    [[nodiscard]] bool hasImage() const { return m_image != nullptr; }
    [[nodiscard]] std::string imagePath() const { return m_image ? m_image->path() : std::string(); }
    void setDropActive(bool active);
    void focusFirst();

    void extract();          // what is selected, or everything
    void extractSelected();
    void extractAll();
    void verify();
    void compare(const std::string& other = {});
    void exportTar();
    void showFacts();
    void openCurrent();      // Enter: into a folder, or with the default application
    void copy();
    void copyPath();
    void undoExtraction();
    [[nodiscard]] bool canUndo() const { return !m_undoable.empty(); }
    [[nodiscard]] bool showsContent() const;

    [[nodiscard]] BrowseContent* content() const { return m_content; }
    [[nodiscard]] FactsView* facts() const { return m_facts; }
    [[nodiscard]] ResultsView* results() const { return m_results; }
    [[nodiscard]] ExtractSheet* extractSheet() const { return m_extractSheet; }
    [[nodiscard]] CompareSheet* compareSheet() const { return m_compareSheet; }
    [[nodiscard]] ExportSheet* exportSheet() const { return m_exportSheet; }
    [[nodiscard]] ConflictDialog* conflictDialog() const { return m_conflict; }
    [[nodiscard]] MessageBar* messageBar() const { return m_bar; }
    // What begins a drag with these data, which it takes over, and what opens a file. Tests put their own in.
    std::function<void(QMimeData*)> beginDrag;
    std::function<bool(const std::string&)> openFile;
    // Actions of the window that the menus of the page show too.
    void setEntryActions(const std::vector<QAction*>& entry, const std::vector<QAction*>& extract);

signals:
    void changed();
    void imageOpened(const std::string& path, const QString& codec, std::uint64_t bytes);

private:
    enum class View { Empty, Opening, Failure, Content, Facts, Results };
    void buildViews();
    void connectContent();
    void connectSheets();
    void connectJobs();
    void setView(View view);
    void opened(const std::string& path, std::optional<std::uint64_t> offset, operation::Opening opening, const Result<std::shared_ptr<operation::ImageBrowser>>& image);
    void presentFindings();
    [[nodiscard]] QString statusFacts() const;
    [[nodiscard]] ExtractTask task(bool everything) const;
    void openExtractSheet(ExtractTask task);
    void startExtraction();
    void startExtractionIn(const std::string& target);
    void presentExtraction(const Result<read::ExtractReport>& result);
    void presentVerification(const Result<read::VerifyReport>& result);
    void presentComparison(const Result<read::DiffReport>& result);
    void presentExport(const Result<tar::TarExportReport>& result);
    void presentError(const Error& error, int doing);
    void prepareDrag();
    void makeCopies(const std::vector<read::EntryPlace>& places, bool readOnly, const std::function<void(const copies::Made&)>& done);
    [[nodiscard]] bool refusedWhileBusy();
    void fillExtractMenu();

    JobController* m_jobs;
    Settings* m_settings;
    std::shared_ptr<operation::ImageBrowser> m_image;
    LatestTask m_opening, m_copying;
    View m_view = View::Empty;
    QStackedWidget* m_stack;
    MessageBar* m_bar;
    DropArea* m_empty;
    TextLabel* m_openingText;
    OpenFailureView* m_failure;
    BrowseContent* m_content;
    FactsView* m_facts;
    ResultsView* m_results;
    ExtractSheet* m_extractSheet;
    CompareSheet* m_compareSheet;
    ExportSheet* m_exportSheet;
    ConflictDialog* m_conflict;
    std::vector<QAction*> m_extractActions;
    std::vector<std::string> m_undoable;  // made by the last extraction
    std::string m_target;                 // of the extraction or export that runs, or ran last
};

}  // namespace sqd::ui
