// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main_window.h"

#include "ui/convert.h"
#include "ui/desktop.h"
#include "ui/dialogs/quit_dialog.h"
#include "ui/error_text.h"
#include "ui/job_controller.h"
#include "ui/pages/browse_content.h"
#include "ui/pages/browse_page.h"
#include "ui/pages/build_form.h"
#include "ui/pages/build_page.h"
#include "ui/pages/home_page.h"
#include "ui/theme.h"
#include "ui/verify_text.h"
#include "ui/widgets/drop_overlay.h"
#include "ui/widgets/job_strip.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/navigation_rail.h"

#include <QAction>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sqd::ui {

namespace {

std::vector<std::string> localPaths(const QMimeData* data)
{
    std::vector<std::string> paths;
    for (const QUrl& url : data->urls()) {
        if (std::string path = pathFromUrl(url); !path.empty())
            paths.push_back(std::move(path));
    }
    return paths;
}

bool usable(const PathFacts& facts)
{
    return facts.kind != PathFacts::Kind::Missing && facts.kind != PathFacts::Kind::Other;
}

std::vector<std::string> usablePaths(const std::vector<PathFacts>& facts)
{
    std::vector<std::string> paths;
    for (const PathFacts& one : facts) {
        if (usable(one))
            paths.push_back(one.path);
    }
    return paths;
}

}  // namespace

MainWindow::MainWindow(OperationFactory factory, QWidget* parent)
    : QMainWindow(parent), m_settings(nullptr), m_jobs(new JobController(std::move(factory), this)), m_rail(new NavigationRail(this)),
      m_stack(new QStackedWidget(this)), m_bar(new MessageBar(this)), m_home(new HomePage(&m_settings, this)),
      m_build(new BuildPage(m_jobs, this)), m_browse(new BrowsePage(m_jobs, &m_settings, this)), m_strip(new JobStrip(m_jobs, this)), m_overlay(nullptr)
{
    setAcceptDrops(true);
    buildPages();
    buildMenus();
    connectJobs();
    if (!restoreGeometry(m_settings.geometry())) {
        const QSize wanted(fontMetrics().averageCharWidth() * 150, fontMetrics().height() * 46);
        resize(wanted.boundedTo(screen()->availableSize() * 9 / 10));
    }
    showPage(Page::Home);
    updateActions();
}

MainWindow::~MainWindow()
{
    // Pages and the job outlive this class's part of the object for a moment; what they say then must not reach it.
    m_build->undoStack()->disconnect(this);
    for (QObject* speaker : std::initializer_list<QObject*>{m_build, m_browse, m_browse->content(), m_home, m_jobs, m_rail, m_strip, &m_settings})
        speaker->disconnect(this);
}

void MainWindow::buildPages()
{
    auto* central = new QWidget(this);
    auto* rows = new QVBoxLayout(central);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(0);
    columns->addWidget(m_rail);
    auto* content = new QVBoxLayout;
    content->setSpacing(0);
    content->addWidget(m_bar);
    content->addWidget(m_stack, 1);
    columns->addLayout(content, 1);
    rows->addLayout(columns, 1);
    rows->addWidget(m_strip);
    setCentralWidget(central);
    m_overlay = new DropOverlay(central);

    // Order as in Page.
    m_rail->addPage(tr("Home"), QStringLiteral("home"));
    m_stack->addWidget(m_home);
    m_rail->addPage(tr("Build"), QStringLiteral("build"));
    m_stack->addWidget(m_build);
    m_rail->addPage(tr("Browse"), QStringLiteral("browse"));
    m_stack->addWidget(m_browse);
    connect(m_rail, &NavigationRail::chosen, this, [this](int index) { showPage(static_cast<Page>(index)); });
    connect(m_home, &HomePage::chooseFolderRequested, this, &MainWindow::newImage);
    connect(m_home, &HomePage::openImageRequested, this, [this] {
        showPage(Page::Browse);
        m_browse->chooseImage();
    });
    connect(m_home, &HomePage::recentActivated, this, &MainWindow::activateRecent);
    connect(m_build, &BuildPage::changed, this, &MainWindow::updateActions);
    connect(m_build, &BuildPage::packed, this, &MainWindow::remember);
    connect(m_build, &BuildPage::verifyRequested, this, &MainWindow::verifyImage);
    connect(m_build, &BuildPage::browseRequested, this, [this](const std::string& image) { browseImage(image); });
    connect(m_browse, &BrowsePage::changed, this, &MainWindow::updateActions);
    connect(m_browse, &BrowsePage::imageOpened, this, [this](const std::string& path, const QString& codec, std::uint64_t bytes) {
        m_settings.addRecent({RecentEntry::Kind::Image, path, codec, bytes, QDateTime::currentDateTime()});
    });
    connect(m_strip, &JobStrip::jobPageRequested, this, [this] { showPage(m_jobs->kind() == JobController::Kind::Pack ? Page::Build : Page::Browse); });
}

void MainWindow::connectJobs()
{
    connect(m_jobs, &JobController::stateChanged, this, &MainWindow::updateActions);
    connect(m_jobs, &JobController::verifyFinished, this, &MainWindow::presentVerification);
    const auto leave = [this] {
        if (!m_quitWhenDone)
            return;
        m_quitWhenDone = false;
        QGuiApplication::setQuitOnLastWindowClosed(true);
        QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
        if (!isVisible())
            QMetaObject::invokeMethod(qApp, &QCoreApplication::quit, Qt::QueuedConnection);
    };
    connect(m_jobs, &JobController::packFinished, this, [this, leave](const Result<pack::PackReport>& result) {
        // Hidden work that went wrong is shown; all else ends with the window.
        const bool wrong = result ? !result->warnings.empty() : result.error().code != Errc::Cancelled;
        if (m_quitWhenDone && !isVisible() && wrong) {
            m_quitWhenDone = false;
            QGuiApplication::setQuitOnLastWindowClosed(true);
            show();
            return;
        }
        leave();
    });
    connect(m_jobs, &JobController::verifyFinished, this, leave);
    connect(m_jobs, &JobController::extractFinished, this, leave);
    connect(m_jobs, &JobController::diffFinished, this, leave);
    connect(m_jobs, &JobController::tarFinished, this, leave);
}

void MainWindow::showPage(Page page)
{
    m_stack->setCurrentIndex(static_cast<int>(page));
    m_rail->setCurrent(static_cast<int>(page));
    focusPage();
    updateActions();
}

void MainWindow::focusPage()
{
    switch (page()) {
    case Page::Home:
        m_home->focusFirst();
        break;
    case Page::Build:
        m_build->focusFirst();
        break;
    case Page::Browse:
        m_browse->focusFirst();
        break;
    }
}

void MainWindow::browseImage(const std::string& image, std::optional<std::uint64_t> offset)
{
    m_bar->dismiss();
    showPage(Page::Browse);
    m_browse->openImage(image, offset);
}

MainWindow::Page MainWindow::page() const
{
    return static_cast<Page>(m_stack->currentIndex());
}

void MainWindow::newImage()
{
    showPage(Page::Build);
    m_build->chooseFolder();
}

void MainWindow::openPaths(std::vector<std::string> paths)
{
    inspectPaths(std::move(paths), this, [this](const std::vector<PathFacts>& facts) { dropped(facts); });
}

void MainWindow::dropped(const std::vector<PathFacts>& facts)
{
    const std::vector<std::string> paths = usablePaths(facts);
    if (paths.empty()) {
        m_bar->show(theme::Tone::Warning, dropSentence(facts), tr("Files and folders can be packed, images can be opened"));
        return;
    }
    if (facts.size() == 1 && facts.front().kind == PathFacts::Kind::Image) {
        browseImage(facts.front().path);
        return;
    }
    if (facts.size() == 1 && facts.front().kind == PathFacts::Kind::Archive && !(page() == Page::Build && m_build->hasSources())) {
        m_bar->dismiss();
        showPage(Page::Build);
        m_build->setArchive(facts.front().path);
        return;
    }
    m_bar->dismiss();
    const bool add = page() == Page::Build && m_build->hasSources();
    showPage(Page::Build);
    if (add)
        m_build->addSources(paths);
    else
        m_build->setSources(paths);
    if (paths.size() < facts.size())
        m_bar->show(theme::Tone::Warning, tr("%Ln item(s) cannot be packed and were left out", nullptr, static_cast<int>(facts.size() - paths.size())));
}

void MainWindow::verifyImage(const std::string& image)
{
    if (!m_jobs->startVerify(image))
        m_bar->show(theme::Tone::Information, tr("Another job is running; verify the image when it is done"));
    else
        m_bar->show(theme::Tone::Information, tr("Verifying %1…").arg(isolated(shown(fileName(image)))), {},
            {{tr("Cancel"), [this] { m_jobs->cancel(); }}});
}

void MainWindow::chooseImageToVerify()
{
    auto* dialog = new QFileDialog(this, tr("Verify Image"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("SquashFS images (*.sqfs *.squashfs *.sfs *.sqsh *.snap)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::urlSelected, this, [this](const QUrl& url) {
        if (const std::string path = pathFromUrl(url); !path.empty())
            verifyImage(path);
    });
    dialog->open();
}

void MainWindow::presentVerification(const Result<read::VerifyReport>& result)
{
    if (m_browse->imagePath() == m_jobs->image() && page() == Page::Browse)
        return;  // it tells that itself, with a list
    const VerifyText text = verifyText(result, m_jobs->image());
    std::vector<MessageBar::Action> actions;
    if (!text.copyable.isEmpty()) {
        actions.push_back({tr("Copy Details"), [copyable = text.copyable] { QGuiApplication::clipboard()->setText(copyable); }});
    }
    m_bar->show(text.tone, text.headline, text.details, std::move(actions));
}

void MainWindow::activateRecent(const RecentEntry& entry)
{
    if (entry.kind == RecentEntry::Kind::Folder) {
        openPaths({entry.path});
        return;
    }
    inspectPaths({entry.path}, this, [this, entry](const std::vector<PathFacts>& facts) {
        const QString name = isolated(shown(fileName(entry.path)));
        if (!usable(facts.front())) {
            m_bar->show(theme::Tone::Warning, tr("%1 is no longer there").arg(name), {},
                {{tr("Remove From List"), [this, path = entry.path] { m_settings.removeRecent(path); }}});
            return;
        }
        browseImage(entry.path);
    });
}

void MainWindow::remember(const pack::PackReport& report, const std::string& source)
{
    RecentEntry folder;
    folder.kind = RecentEntry::Kind::Folder;
    folder.path = source;
    folder.codec = QString::fromStdString(report.codec);
    folder.bytes = report.bytesIn;
    folder.when = QDateTime::currentDateTime();
    m_settings.addRecent(folder);
    RecentEntry image = folder;
    image.kind = RecentEntry::Kind::Image;
    image.path = report.image;
    image.bytes = report.bytesOut;
    m_settings.addRecent(image);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!event->mimeData()->hasUrls())
        return;
    event->setDropAction(Qt::CopyAction);
    event->accept();
    const quint64 number = ++m_dragNumber;
    const std::vector<std::string> paths = localPaths(event->mimeData());
    m_home->setDropActive(true);
    m_build->setDropActive(true);
    m_browse->setDropActive(true);
    if (paths.empty()) {
        m_overlay->present(tr("Cannot use this: it is not a local file"), false);
        return;
    }
    m_overlay->present(paths.size() == 1 ? isolated(shown(fileName(paths.front()))) : tr("%Ln item(s)", nullptr, static_cast<int>(paths.size())), true);
    inspectPaths(paths, this, [this, number](const std::vector<PathFacts>& facts) {
        if (number == m_dragNumber && m_overlay->isVisible())
            presentDrag(facts);
    });
}

void MainWindow::presentDrag(const std::vector<PathFacts>& facts)
{
    m_overlay->present(dropSentence(facts), std::any_of(facts.begin(), facts.end(), usable));
}

QString MainWindow::dropSentence(const std::vector<PathFacts>& facts) const
{
    const auto count = static_cast<int>(std::count_if(facts.begin(), facts.end(), usable));
    if (count == 0) {
        const bool missing = !facts.empty() && facts.front().kind == PathFacts::Kind::Missing;
        return missing ? tr("Cannot use this: it is not there, or may not be read")
                       : tr("Cannot use this: it is neither a file nor a folder");
    }
    const bool add = page() == Page::Build && m_build->hasSources();
    if (facts.size() == 1) {
        const QString name = isolated(shown(fileName(facts.front().path)));
        if (facts.front().kind == PathFacts::Kind::Image)
            return tr("Open %1").arg(name);
        if (facts.front().kind == PathFacts::Kind::Archive && !add)
            return tr("Pack what is in %1").arg(name);
        return add ? tr("Add %1 to the source list").arg(name) : tr("Pack %1 into an image").arg(name);
    }
    return add ? tr("Add %Ln item(s) to the source list", nullptr, count) : tr("Pack %Ln item(s) into one image", nullptr, count);
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event)
{
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event)
{
    endDrag();
    event->accept();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    endDrag();
    event->setDropAction(Qt::CopyAction);
    event->accept();
    // The source of the drag waits for this function: everything else happens later.
    std::vector<std::string> paths = localPaths(event->mimeData());
    if (paths.empty())
        m_bar->show(theme::Tone::Warning, tr("Cannot use this: it is not a local file"));
    else
        openPaths(std::move(paths));
}

void MainWindow::endDrag()
{
    ++m_dragNumber;
    m_overlay->hide();
    m_home->setDropActive(false);
    m_build->setDropActive(false);
    m_browse->setDropActive(false);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_overlay && m_overlay->isVisible())
        m_overlay->setGeometry(centralWidget()->rect());
}

void MainWindow::cyclePane()
{
    const QWidget* focus = focusWidget();
    if (m_rail->isAncestorOf(focus))
        focusPage();
    else if (m_strip->isAncestorOf(focus) || !m_jobs->busy())
        m_rail->focusCurrent();
    else
        m_strip->focusFirst();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_jobs->busy()) {
        event->ignore();
        askBeforeQuit();
        return;
    }
    m_settings.setGeometry(saveGeometry());
    event->accept();
}

void MainWindow::askBeforeQuit()
{
    if (m_askingToQuit)
        return;
    m_askingToQuit = true;
    auto* dialog = new QuitDialog(shown(fileName(m_jobs->image())), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::finished, this, [this] { m_askingToQuit = false; });
    // The job may have ended while the question stood there.
    connect(m_jobs, &JobController::stateChanged, dialog, [this, dialog] {
        if (!m_jobs->busy())
            dialog->reject();
    });
    connect(dialog, &QuitDialog::cancelJobChosen, this, &MainWindow::cancelAndClose);
    connect(dialog, &QuitDialog::backgroundChosen, this, &MainWindow::finishInBackground);
    dialog->open();
}

void MainWindow::cancelAndClose()
{
    if (!m_jobs->busy()) {
        close();
        QCoreApplication::quit();  // also when the window is hidden
        return;
    }
    m_quitWhenDone = true;
    m_jobs->cancel();
}

void MainWindow::finishInBackground()
{
    m_settings.setGeometry(saveGeometry());
    m_quitWhenDone = true;
    QGuiApplication::setQuitOnLastWindowClosed(false);
    hide();
}

}  // namespace sqd::ui
