// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/operation_factory.h"
#include "ui/path_facts.h"
#include "ui/settings.h"

#include <QMainWindow>

#include <functional>
#include <string>
#include <vector>

class QAction;
class QMenu;
class QStackedWidget;

namespace sqd::ui {

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
    enum class Page { Home, Build };

    explicit MainWindow(OperationFactory factory, QWidget* parent = nullptr);
    ~MainWindow() override;

    void showPage(Page page);
    // As if these paths (bytes) had been dropped.
    void openPaths(std::vector<std::string> paths);
    void verifyImage(const std::string& image);
    // Ends without asking: cancels the job that runs, and closes when it has cleaned up. For the end of the session.
    void cancelAndClose();
    [[nodiscard]] Page page() const;
    [[nodiscard]] BuildPage* buildPage() const { return m_build; }
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
    void buildJobMenus();
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
    void offerVerify(const std::string& image);
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
    JobStrip* m_strip;
    DropOverlay* m_overlay;
    QMenu* m_recentMenu = nullptr;
    QAction *m_createAction = nullptr, *m_verifyAction = nullptr, *m_pauseAction = nullptr, *m_cancelAction = nullptr,
            *m_copyCommandAction = nullptr, *m_undoAction = nullptr, *m_redoAction = nullptr;
    quint64 m_dragNumber = 0;  // answers about an earlier drag are dropped
    bool m_quitWhenDone = false;
    bool m_askingToQuit = false;
};

}  // namespace sqd::ui
