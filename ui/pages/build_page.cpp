// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/build_page.h"

#include "ui/background.h"
#include "ui/convert.h"
#include "ui/desktop.h"
#include "ui/error_text.h"
#include "ui/icons.h"
#include "ui/job_controller.h"
#include "ui/pages/build_form.h"
#include "ui/pages/failure_view.h"
#include "ui/pages/live_view.h"
#include "ui/pages/result_view.h"
#include "ui/theme.h"
#include "ui/warning_text.h"
#include "ui/widgets/drop_area.h"
#include "ui/widgets/message_bar.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace sqd::ui {

namespace {

// Below this a disk counts as full: not even the tables of a small image fit.
constexpr std::uint64_t kFullDisk = 64 * 1024;

std::vector<std::string> pathsOf(const QList<QUrl>& urls)
{
    std::vector<std::string> paths;
    for (const QUrl& url : urls) {
        if (std::string path = pathFromUrl(url); !path.empty())
            paths.push_back(std::move(path));
    }
    return paths;
}

}  // namespace

BuildPage::BuildPage(JobController* jobs, QWidget* parent)
    : QWidget(parent), m_jobs(jobs), m_stack(new QStackedWidget(this)), m_bar(new MessageBar(this)),
      m_empty(new DropArea(QStringLiteral("drop"), tr("Add a folder to pack"), tr("Drop it here, or choose it"), this)),
      m_form(new BuildForm(this)), m_live(new LiveView(this)), m_result(new ResultView(this)), m_failure(new FailureView(this))
{
    const int margin = theme::margin(this);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_bar);
    page->addWidget(m_stack, 1);

    auto* emptyBox = new QWidget(this);
    auto* emptyLayout = new QVBoxLayout(emptyBox);
    emptyLayout->setContentsMargins(margin, margin, margin, margin);
    emptyLayout->addWidget(m_empty);
    QPushButton* choose = m_empty->addButton(tr("Choose &Folder…"), icons::bundled(QStringLiteral("folder")));
    connect(choose, &QPushButton::clicked, this, &BuildPage::chooseFolder);
    for (QWidget* view : std::initializer_list<QWidget*>{emptyBox, m_form, m_live, m_result, m_failure})
        m_stack->addWidget(view);
    connectForm();
    connectJobs();
    setView(View::Empty);
}

void BuildPage::connectForm()
{
    connect(m_form, &BuildForm::changed, this, [this] {
        if (m_view == View::Empty || m_view == View::Form)
            setView(m_form->settings().sources.empty() ? View::Empty : View::Form);
        emit changed();
    });
    connect(m_form, &BuildForm::createRequested, this, &BuildPage::create);
    connect(m_form, &BuildForm::copyCommandRequested, this, &BuildPage::copyCommand);
    connect(m_form, &BuildForm::addFolderRequested, this, &BuildPage::chooseFolder);
    connect(m_form, &BuildForm::addFilesRequested, this, &BuildPage::chooseFiles);
    connect(m_form, &BuildForm::chooseTargetRequested, this, &BuildPage::chooseTarget);
    connect(m_result, &ResultView::showInFolderRequested, this, [this] { showInFolder(m_madeImage); });
    connect(m_result, &ResultView::verifyRequested, this, [this] { emit verifyRequested(m_madeImage); });
    connect(m_result, &ResultView::browseRequested, this, [this] { emit browseRequested(m_madeImage); });
    connect(m_result, &ResultView::packAnotherRequested, this, [this] {
        setView(View::Empty);
        m_form->setSources({});
    });
    connect(m_failure, &FailureView::changeSettingsRequested, this, [this] { setView(View::Form); });
    connect(m_failure, &FailureView::tryAgainRequested, this, [this] {
        setView(View::Form);
        create();
    });
}

void BuildPage::connectJobs()
{
    connect(m_live, &LiveView::pauseRequested, m_jobs, &JobController::setPaused);
    connect(m_live, &LiveView::cancelRequested, m_jobs, &JobController::cancel);
    connect(m_live, &LiveView::warningsWanted, this, [this] { m_live->setWarnings(warningLines(m_jobs->packWarnings())); });
    connect(m_jobs, &JobController::stateChanged, this, [this] {
        if (m_view == View::Live) {
            m_live->setPaused(m_jobs->state() == JobController::State::Paused);
            if (m_jobs->state() == JobController::State::Cancelling)
                m_live->setCancelling();
        }
        emit changed();
    });
    connect(m_jobs, &JobController::sampled, this, [this](const JobSample& sample) {
        if (m_view == View::Live)
            m_live->addSample(sample);
    });
    connect(m_jobs, &JobController::packFinished, this, &BuildPage::finished);
}

void BuildPage::setView(View view)
{
    const bool other = view != m_view;
    m_view = view;
    m_stack->setCurrentIndex(static_cast<int>(view));
    if (other && isVisible())
        focusFirst();
    if (other)
        emit changed();
}

void BuildPage::focusFirst()
{
    switch (m_view) {
    case View::Empty:
        m_empty->findChild<QPushButton*>()->setFocus();
        break;
    case View::Form:
        m_form->focusFirst();
        break;
    case View::Live:
        m_live->focusFirst();
        break;
    case View::Result:
        m_result->focusFirst();
        break;
    case View::Failure:
        m_failure->focusFirst();
        break;
    }
}

bool BuildPage::refusedWhileBusy()
{
    if (m_view != View::Live)
        return false;
    m_bar->show(theme::Tone::Information, tr("An image is being packed; the next one can start when it is done"));
    return true;
}

void BuildPage::setSources(const std::vector<std::string>& sources)
{
    begin(sources, false);
}

void BuildPage::setArchive(const std::string& archive)
{
    begin({archive}, true);
}

void BuildPage::begin(const std::vector<std::string>& sources, bool archive)
{
    if (refusedWhileBusy())
        return;
    m_bar->dismiss();
    m_view = View::Form;
    m_form->setSources(sources, archive);
    setView(sources.empty() ? View::Empty : View::Form);
    focusFirst();
}

void BuildPage::addSources(const std::vector<std::string>& sources)
{
    if (refusedWhileBusy())
        return;
    if (m_view != View::Form) {
        setSources(sources);
        return;
    }
    m_form->addSources(sources);
}

void BuildPage::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Choose Folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::urlsSelected, this, [this](const QList<QUrl>& urls) { addSources(pathsOf(urls)); });
    dialog->open();
}

void BuildPage::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Add Files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::urlsSelected, this, [this](const QList<QUrl>& urls) { addSources(pathsOf(urls)); });
    dialog->open();
}

void BuildPage::chooseTarget()
{
    auto* dialog = new QFileDialog(this, tr("Save Image As"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("sqfs"));
    dialog->setNameFilters({tr("SquashFS images (*.sqfs *.squashfs *.sfs *.snap)"), tr("All files (*)")});
    // The page asks about an existing file itself, with Keep Both besides.
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    const std::string& target = m_form->settings().target;
    if (!target.empty()) {
        dialog->setDirectory(fromPath(parentFolder(target)));
        dialog->selectFile(fromPath(fileName(target)));
    }
    connect(dialog, &QFileDialog::urlSelected, this, [this](const QUrl& url) {
        if (const std::string path = pathFromUrl(url); !path.empty())
            m_form->setTarget(path);
    });
    dialog->open();
}

bool BuildPage::hasSources() const
{
    return m_view == View::Form && !m_form->settings().sources.empty();
}

bool BuildPage::canCreate() const
{
    return m_view == View::Form && m_form->obstacle().isEmpty() && !m_checking;
}

bool BuildPage::canCopyCommand() const
{
    return m_view == View::Form && !m_form->settings().sources.empty() && !m_form->settings().target.empty();
}

const BuildSettings& BuildPage::settings() const
{
    return m_form->settings();
}

QUndoStack* BuildPage::undoStack() const
{
    return m_form->undoStack();
}

void BuildPage::copyCommand()
{
    if (!canCopyCommand())
        return;
    const QString command = toCommand(m_form->settings());
    QGuiApplication::clipboard()->setText(command);
    m_bar->show(theme::Tone::Success, tr("The command is on the clipboard"), command);
}

void BuildPage::setDropActive(bool active)
{
    m_empty->setActive(active);
}

void BuildPage::create()
{
    if (!canCreate())
        return;
    if (m_jobs->busy()) {
        m_bar->show(theme::Tone::Information, tr("Another job is running; this one can start when it is done"));
        return;
    }
    m_checking = true;
    inspectPaths({m_form->settings().target}, this, [this](const std::vector<PathFacts>& facts) {
        m_checking = false;
        if (m_view == View::Form && facts.front().path == m_form->settings().target)
            startAfterCheck(facts.front());
    });
}

void BuildPage::startAfterCheck(const PathFacts& facts)
{
    const MessageBar::Action change{tr("Change…"), [this] { chooseTarget(); }};
    if (facts.kind == PathFacts::Kind::Folder) {
        m_bar->show(theme::Tone::Warning, tr("%1 is a folder").arg(isolated(shownPath(facts.path))),
            tr("Add a name for the image, or choose another place"), {change});
    } else if (facts.kind == PathFacts::Kind::Other) {
        m_bar->show(theme::Tone::Warning, tr("%1 is not an ordinary file").arg(isolated(shownPath(facts.path))), {}, {change});
    } else if (!facts.folderWritable) {
        m_bar->show(theme::Tone::Error, tr("Images cannot be saved in %1").arg(isolated(shownPath(parentFolder(facts.path)))),
            tr("The folder is missing, or you may not write to it"), {change});
    } else if (facts.freeBytes != 0 && facts.freeBytes < kFullDisk) {
        m_bar->show(theme::Tone::Error, tr("There is no space left for %1").arg(isolated(shownPath(facts.path))),
            tr("Free some space, or choose another place"), {change});
    } else if (facts.kind != PathFacts::Kind::Missing && !m_form->settings().replaceTarget) {
        askAboutExisting(facts);
    } else {
        start();
    }
}

void BuildPage::askAboutExisting(const PathFacts& facts)
{
    const MessageBar::Action replace{tr("Replace"), [this] {
                                         m_form->setReplaceTarget(true);
                                         create();
                                     }};
    const MessageBar::Action both{tr("Keep Both"), [this, path = facts.path] {
                                      inBackground(
                                          this, [path] { return freeName(path); },
                                          [this](const std::string& name) {
                                              m_form->setTarget(name);
                                              create();
                                          });
                                  }};
    m_bar->show(theme::Tone::Warning, tr("%1 already exists (%2)").arg(isolated(shown(fileName(facts.path))), dataSize(facts.bytes)),
        tr("Replacing keeps the old file until the new one is complete"), {both, replace});
}

void BuildPage::start()
{
    const BuildSettings& settings = m_form->settings();
    auto request = toRequest(settings);
    if (!request) {
        m_bar->show(theme::Tone::Error, errorText(request.error(), Doing::Packing).title, obstacleText(request.error()));
        return;
    }
    m_bar->dismiss();
    m_form->stopCounting();
    m_startedSource = settings.sources.front();
    m_startedCommand = toCommand(settings);
    m_live->restart(settings.target, m_startedSource);
    if (!m_jobs->startPack(*std::move(request)))
        return;
    setView(View::Live);
}

void BuildPage::finished(const Result<pack::PackReport>& result)
{
    m_form->setReplaceTarget(false);
    if (result) {
        m_madeImage = m_jobs->image();
        m_result->present(*result);
        setView(View::Result);
        emit packed(*result, m_startedSource);
    } else if (result.error().code == Errc::Cancelled) {
        setView(View::Form);
        m_bar->show(theme::Tone::Information, tr("Cancelled; nothing was left behind"));
    } else {
        m_failure->present(errorText(result.error(), Doing::Packing), m_startedCommand);
        setView(View::Failure);
    }
}

}  // namespace sqd::ui
