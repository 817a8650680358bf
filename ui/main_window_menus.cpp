// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main_window.h"

#include "ui/convert.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/icons.h"
#include "ui/job_controller.h"
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
    buildJobMenus();
    buildHelpMenu();
}

void MainWindow::buildFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    addAction(menu, tr("&New Image…"), QKeySequence(QKeySequence::New), [this] { newImage(); })
        ->setIcon(icons::named(QStringLiteral("document-new"), QStringLiteral("add")));
    m_recentMenu = menu->addMenu(tr("Open &Recent"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    connect(&m_settings, &Settings::recentsChanged, this, [this] { m_recentMenu->setEnabled(!m_settings.recents().empty()); });
    m_recentMenu->setEnabled(!m_settings.recents().empty());
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
    m_undoAction = addAction(menu, tr("&Undo"), QKeySequence(QKeySequence::Undo), [stack] { stack->undo(); });
    m_redoAction = addAction(menu, tr("&Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), [stack] { stack->redo(); });
    connect(stack, &QUndoStack::indexChanged, this, &MainWindow::updateActions);
}

void MainWindow::buildViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    addAction(menu, tr("&Home"), QKeySequence(Qt::CTRL | Qt::Key_1), [this] { showPage(Page::Home); });
    addAction(menu, tr("&Build"), QKeySequence(Qt::CTRL | Qt::Key_2), [this] { showPage(Page::Build); });
    menu->addSeparator();
    addAction(menu, tr("Next &Pane"), QKeySequence(Qt::Key_F6), [this] { cyclePane(); });
}

void MainWindow::buildJobMenus()
{
    QMenu* image = menuBar()->addMenu(tr("&Image"));
    m_createAction = addAction(image, tr("&Create Image"), QKeySequence(Qt::CTRL | Qt::Key_Return), [this] { m_build->create(); });
    m_createAction->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    m_verifyAction = addAction(image, tr("&Verify…"), QKeySequence(Qt::CTRL | Qt::Key_T), [this] { chooseImageToVerify(); });

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
    m_undoAction->setEnabled(onBuild && m_build->undoStack()->canUndo() && (m_build->hasSources() || !m_jobs->busy()));
    m_redoAction->setEnabled(onBuild && m_build->undoStack()->canRedo() && (m_build->hasSources() || !m_jobs->busy()));
    updateTitle();
}

void MainWindow::updateTitle()
{
    QString content;
    if (m_jobs->busy())
        content = shown(fileName(m_jobs->image()));
    else if (page() == Page::Build && !m_build->settings().sources.empty())
        content = shown(fileName(m_build->settings().sources.front()));
    setWindowTitle(content.isEmpty() ? tr("Squashdesk") : tr("%1 — Squashdesk").arg(content));
}

}  // namespace sqd::ui
