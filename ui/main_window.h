// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/operation_factory.h"
#include "ui/path_facts.h"
#include "ui/settings.h"

#include <QMainWindow>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QMenu;
class QStackedWidget;

namespace sqd::ui {

class BrowsePage;
class BuildPage;
class DropOverlay;
class HomePage;
class JobController;
class JobStrip;
class MessageBar;
class NavigationRail;

// The window: rail, pages, job strip, menus, and the drop target over all of it.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    enum class Page { Home, Build, Browse };

    explicit MainWindow(OperationFactory factory, QWidget* parent = nullptr);
    ~MainWindow() override;

    void showPage(Page page);
    // As if these paths (bytes) had been dropped.
    void openPaths(std::vector<std::string> paths);
    void verifyImage(const std::string& image);
    // On the Browse page; `offset` of the superblock, nullopt = found.
    void browseImage(const std::string& image, std::optional<std::uint64_t> offset = std::nullopt);
    // Ends without asking: cancels the job that runs, and closes when it has cleaned up. For the end of the session.
    void cancelAndClose();
    [[nodiscard]] Page page() const;
    [[nodiscard]] BuildPage* buildPage() const { return m_build; }
    [[nodiscard]] BrowsePage* browsePage() const { return m_browse; }
    [[nodiscard]] HomePage* homePage() const { return m_home; }
    [[nodiscard]] MessageBar* messageBar() const { return m_bar; }
    [[nodiscard]] JobController* jobs() const { return m_jobs; }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildPages();
    void buildMenus();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildImageMenu();
    void buildToolsMenu();
    void buildHelpMenu();
    QAction* addAction(QMenu* menu, const QString& text, const QKeySequence& keys, const std::function<void()>& run);
    void fillRecentMenu();
    void connectJobs();
    void updateActions();
    void updateTitle();
    void newImage();
    void chooseImageToVerify();
    void activateRecent(const RecentEntry& entry);
    void dropped(const std::vector<PathFacts>& facts);
    void focusPage();
    void updateBrowseActions();
    void presentDrag(const std::vector<PathFacts>& facts);
    [[nodiscard]] QString dropSentence(const std::vector<PathFacts>& facts) const;
    void endDrag();
    void presentVerification(const Result<read::VerifyReport>& result);
    void remember(const pack::PackReport& report, const std::string& source);
    void cyclePane();
    void askBeforeQuit();
    void finishInBackground();

    Settings m_settings;
    JobController* m_jobs;
    NavigationRail* m_rail;
    QStackedWidget* m_stack;
    MessageBar* m_bar;
    HomePage* m_home;
    BuildPage* m_build;
    BrowsePage* m_browse;
    JobStrip* m_strip;
    DropOverlay* m_overlay;
    QMenu* m_recentMenu = nullptr;
    QAction *m_createAction = nullptr, *m_verifyAction = nullptr, *m_pauseAction = nullptr, *m_cancelAction = nullptr,
            *m_copyCommandAction = nullptr, *m_undoAction = nullptr, *m_redoAction = nullptr, *m_closeAction = nullptr, *m_copyAction = nullptr, *m_copyPathAction = nullptr,
            *m_selectAllAction = nullptr, *m_findAction = nullptr, *m_paneAction = nullptr, *m_locationAction = nullptr, *m_backAction = nullptr,
            *m_forwardAction = nullptr, *m_upAction = nullptr, *m_extractAction = nullptr, *m_extractAllAction = nullptr, *m_previewAction = nullptr,
            *m_openAction = nullptr, *m_propertiesAction = nullptr, *m_factsAction = nullptr, *m_compareAction = nullptr, *m_exportAction = nullptr;
    quint64 m_dragNumber = 0;  // answers about an earlier drag are dropped
    bool m_quitWhenDone = false;
    bool m_askingToQuit = false;
};

}  // namespace sqd::ui
