// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main_window.h"

#include "ui/convert.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/icons.h"
#include "ui/job_controller.h"
#include "ui/pages/browse_content.h"
#include "ui/pages/browse_page.h"
#include "ui/pages/build_page.h"
#include "ui/widgets/job_strip.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>

namespace sqd::ui {

// The menus of main_window: only what has a function now.

QAction* MainWindow::addAction(QMenu* menu, const QString& text, const QKeySequence& keys, const std::function<void()>& run)
{
    auto* action = menu->addAction(text);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, run);
    return action;
}

void MainWindow::buildMenus()
{
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildImageMenu();
    buildToolsMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    addAction(menu, tr("&New Image…"), QKeySequence(QKeySequence::New), [this] { newImage(); })
        ->setIcon(icons::named(QStringLiteral("document-new"), QStringLiteral("add")));
    addAction(menu, tr("&Open Image…"), QKeySequence(QKeySequence::Open), [this] {
        showPage(Page::Browse);
        m_browse->chooseImage();
    })->setIcon(icons::named(QStringLiteral("document-open"), QStringLiteral("image")));
    m_recentMenu = menu->addMenu(tr("Open &Recent"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    connect(&m_settings, &Settings::recentsChanged, this, [this] { m_recentMenu->setEnabled(!m_settings.recents().empty()); });
    m_recentMenu->setEnabled(!m_settings.recents().empty());
    m_closeAction = addAction(menu, tr("&Close Image"), QKeySequence(QKeySequence::Close), [this] { m_browse->closeImage(); });
    menu->addSeparator();
    m_exportAction = addAction(menu, tr("&Export as tar…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T), [this] { m_browse->exportTar(); });
    menu->addSeparator();
    QAction* quit = addAction(menu, tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
    quit->setMenuRole(QAction::QuitRole);
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    for (const RecentEntry& entry : m_settings.recents()) {
        // An ampersand in a path is no accelerator.
        QString text = shownPath(entry.path).replace(QLatin1Char('&'), QStringLiteral("&&"));
        QAction* action = m_recentMenu->addAction(text);
        action->setIcon(icons::bundled(entry.kind == RecentEntry::Kind::Image ? QStringLiteral("image") : QStringLiteral("folder")));
        connect(action, &QAction::triggered, this, [this, entry] { activateRecent(entry); });
    }
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("&Clear List"), &m_settings, &Settings::clearRecents);
}

void MainWindow::buildEditMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Edit"));
    QUndoStack* stack = m_build->undoStack();
    m_undoAction = addAction(menu, tr("&Undo"), QKeySequence(QKeySequence::Undo), [this, stack] { page() == Page::Browse ? m_browse->undoExtraction() : stack->undo(); });
    m_redoAction = addAction(menu, tr("&Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), [stack] { stack->redo(); });
    connect(stack, &QUndoStack::indexChanged, this, &MainWindow::updateActions);
    menu->addSeparator();
    m_copyAction = addAction(menu, tr("&Copy"), QKeySequence(QKeySequence::Copy), [this] { m_browse->copy(); });
    m_copyPathAction = addAction(menu, tr("Copy &Path"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { m_browse->copyPath(); });
    m_selectAllAction = addAction(menu, tr("Select &All"), QKeySequence(QKeySequence::SelectAll), [this] { m_browse->content()->selectAll(); });
    m_findAction = addAction(menu, tr("&Find…"), QKeySequence(QKeySequence::Find), [this] { m_browse->content()->find(); });
}

void MainWindow::buildViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    addAction(menu, tr("&Home"), QKeySequence(Qt::CTRL | Qt::Key_1), [this] { showPage(Page::Home); });
    addAction(menu, tr("&Build"), QKeySequence(Qt::CTRL | Qt::Key_2), [this] { showPage(Page::Build); });
    addAction(menu, tr("B&rowse"), QKeySequence(Qt::CTRL | Qt::Key_3), [this] { showPage(Page::Browse); });
    menu->addSeparator();
    BrowseContent* content = m_browse->content();
    m_paneAction = addAction(menu, tr("&Side Pane"), QKeySequence(Qt::Key_F9), [content] { content->setSidePaneShown(!content->sidePaneShown()); });
    m_paneAction->setShortcuts({QKeySequence(Qt::Key_F9), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
    m_locationAction = addAction(menu, tr("&Location"), QKeySequence(Qt::CTRL | Qt::Key_L), [content] { content->editLocation(); });
    m_backAction = addAction(menu, tr("Bac&k"), QKeySequence(Qt::ALT | Qt::Key_Left), [content] { content->goBack(); });
    m_forwardAction = addAction(menu, tr("&Forward"), QKeySequence(Qt::ALT | Qt::Key_Right), [content] { content->goForward(); });
    m_upAction = addAction(menu, tr("&Up"), QKeySequence(Qt::ALT | Qt::Key_Up), [content] { content->goUp(); });
    menu->addSeparator();
    addAction(menu, tr("Next &Pane"), QKeySequence(Qt::Key_F6), [this] { cyclePane(); });
}

void MainWindow::buildImageMenu()
{
    QMenu* image = menuBar()->addMenu(tr("&Image"));
    m_createAction = addAction(image, tr("&Create Image"), QKeySequence(Qt::CTRL | Qt::Key_Return), [this] { m_build->create(); });
    m_createAction->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    image->addSeparator();
    const auto withIcon = [](QAction* action, const char* drawing) { action->setIcon(icons::bundled(QLatin1String(drawing))); };
    // Enter and Space belong to the list; the menu names them.
    m_openAction = addAction(image, tr("&Open\tEnter"), {}, [this] { m_browse->openCurrent(); });
    m_previewAction = addAction(image, tr("Pre&view"), QKeySequence(Qt::CTRL | Qt::Key_P), [this] { m_browse->content()->showPreview(); });
    m_propertiesAction = addAction(image, tr("&Properties"), QKeySequence(Qt::ALT | Qt::Key_Return), [this] { m_browse->content()->showProperties(); });
    image->addSeparator();
    m_extractAction = addAction(image, tr("Extract &Selected…"), QKeySequence(Qt::CTRL | Qt::Key_E), [this] { m_browse->extractSelected(); });
    m_extractAllAction = addAction(image, tr("Extract &All…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), [this] { m_browse->extractAll(); });
    withIcon(m_extractAction, "extract");
    image->addSeparator();
    m_verifyAction = addAction(image, tr("&Verify…"), QKeySequence(Qt::CTRL | Qt::Key_T), [this] {
        if (page() == Page::Browse && m_browse->hasImage())
            m_browse->verify();
        else
            chooseImageToVerify();
    });
    withIcon(m_verifyAction, "verify");
    m_compareAction = addAction(image, tr("Co&mpare With…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), [this] { m_browse->compare(); });
    withIcon(m_compareAction, "compare");
    m_factsAction = addAction(image, tr("Image &Facts"), QKeySequence(Qt::CTRL | Qt::Key_I), [this] { m_browse->showFacts(); });
    withIcon(m_factsAction, "facts");
    m_browse->setEntryActions({m_openAction, m_previewAction, m_propertiesAction, nullptr, m_extractAction, m_copyAction, m_copyPathAction},
        {m_extractAction, m_extractAllAction});
}

void MainWindow::buildToolsMenu()
{
    QMenu* tools = menuBar()->addMenu(tr("&Tools"));
    m_pauseAction = addAction(tools, tr("&Pause Job"), QKeySequence(Qt::CTRL | Qt::Key_J),
        [this] { m_jobs->setPaused(m_jobs->state() == JobController::State::Running); });
    m_cancelAction = addAction(tools, tr("&Cancel Job"), QKeySequence(Qt::CTRL | Qt::Key_K), [this] { m_jobs->cancel(); });
    tools->addSeparator();
    m_copyCommandAction = addAction(tools, tr("Copy as C&ommand"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C),
        [this] { m_build->copyCommand(); });
}

void MainWindow::buildHelpMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Help"));
    addAction(menu, tr("&Keyboard Shortcuts"), QKeySequence(Qt::CTRL | Qt::Key_Question), [this] { showShortcuts(this, menuBar()); })
        ->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Question), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Slash)});
    QAction* about = addAction(menu, tr("&About Squashdesk"), {}, [this] { showAbout(this); });
    about->setMenuRole(QAction::AboutRole);
}

void MainWindow::updateActions()
{
    if (!m_copyCommandAction)
        return;
    using State = JobController::State;
    const bool onBuild = page() == Page::Build;
    m_createAction->setEnabled(onBuild && m_build->canCreate() && !m_jobs->busy());
    m_copyCommandAction->setEnabled(onBuild && m_build->canCopyCommand());
    m_verifyAction->setEnabled(!m_jobs->busy());
    const bool pausable = m_jobs->kind() == JobController::Kind::Pack && (m_jobs->state() == State::Running || m_jobs->state() == State::Paused);
    m_pauseAction->setEnabled(pausable);
    m_pauseAction->setText(m_jobs->state() == State::Paused ? tr("Resume &Job") : tr("&Pause Job"));
    m_cancelAction->setEnabled(m_jobs->busy() && m_jobs->state() != State::Cancelling);
    m_undoAction->setEnabled((onBuild && m_build->undoStack()->canUndo() && (m_build->hasSources() || !m_jobs->busy()))
        || (page() == Page::Browse && m_browse->canUndo()));
    m_redoAction->setEnabled(onBuild && m_build->undoStack()->canRedo() && (m_build->hasSources() || !m_jobs->busy()));
    updateBrowseActions();
    updateTitle();
}

void MainWindow::updateBrowseActions()
{
    const bool image = page() == Page::Browse && m_browse->hasImage();
    const bool content = image && m_browse->showsContent();
    const bool entry = content && m_browse->content()->current().has_value();
    for (QAction* action : {m_closeAction, m_compareAction, m_exportAction, m_factsAction, m_extractAllAction})
        action->setEnabled(image);
    for (QAction* action : {m_findAction, m_paneAction, m_locationAction, m_selectAllAction})
        action->setEnabled(content);
    for (QAction* action : {m_openAction, m_previewAction, m_propertiesAction, m_extractAction, m_copyAction, m_copyPathAction})
        action->setEnabled(entry);
    m_backAction->setEnabled(content && m_browse->content()->canGoBack());
    m_forwardAction->setEnabled(content && m_browse->content()->canGoForward());
    m_upAction->setEnabled(content && (m_browse->content()->canGoUp() || m_browse->content()->searching()));
}

void MainWindow::updateTitle()
{
    QString content;
    if (m_jobs->busy())
        content = shown(fileName(m_jobs->image()));
    else if (page() == Page::Build && !m_build->settings().sources.empty())
        content = shown(fileName(m_build->settings().sources.front()));
    else if (page() == Page::Browse && m_browse->hasImage())
        content = shown(fileName(m_browse->imagePath()));
    setWindowTitle(content.isEmpty() ? tr("Squashdesk") : tr("%1 — Squashdesk").arg(content));
}

}  // namespace sqd::ui
