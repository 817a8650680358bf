// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/browse_page.h"

#include "ui/convert.h"
#include "ui/desktop.h"
#include "ui/dialogs/conflict_dialog.h"
#include "ui/icons.h"
#include "ui/pages/browse_content.h"
#include "ui/pages/facts_view.h"
#include "ui/pages/open_failure_view.h"
#include "ui/pages/results_view.h"
#include "ui/settings.h"
#include "ui/theme.h"
#include "ui/widgets/drop_area.h"
#include "ui/widgets/entry_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text_label.h"

#include <QClipboard>
#include <QDrag>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

// Views, opening and what is done with entries; jobs are in browse_page_jobs.cpp.
namespace sqd::ui {

namespace {

// A selection with more entries goes by its folder, or is refused with a reason.
constexpr int kMaxChosen = 100'000;

}  // namespace

BrowsePage::BrowsePage(JobController* jobs, Settings* settings, QWidget* parent)
    : QWidget(parent), openFile(openWithDefault), m_jobs(jobs), m_settings(settings), m_opening(this), m_copying(this), m_stack(new QStackedWidget(this)),
      m_bar(new MessageBar(this)), m_empty(new DropArea(QStringLiteral("image"), tr("Open an image to see its files"), tr("Drop it here, or choose it"), this)),
      m_openingText(new TextLabel(TextLabel::Role::Section, {}, this)), m_failure(new OpenFailureView(this)), m_content(new BrowseContent(this)),
      m_facts(new FactsView(this)), m_results(new ResultsView(this)), m_extractSheet(new ExtractSheet(this)), m_compareSheet(new CompareSheet(this)),
      m_exportSheet(new ExportSheet(this)), m_conflict(new ConflictDialog(this))
{
    beginDrag = [this](QMimeData* files) {
        auto* drag = new QDrag(this);
        drag->setMimeData(files);
        drag->exec(Qt::CopyAction);
    };
    buildViews();
    connectContent();
    connectSheets();
    connectJobs();
    m_content->setSidePaneShown(m_settings->sidePaneShown());
    inBackground(this, [] { copies::removeOld(); return true; }, [](bool) {});
}

BrowsePage::~BrowsePage()
{
    copies::removeOwn();
}

void BrowsePage::buildViews()
{
    const int margin = theme::margin(this);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_bar);
    for (Sheet* sheet : std::initializer_list<Sheet*>{m_extractSheet, m_compareSheet, m_exportSheet})
        page->addWidget(sheet);
    page->addWidget(m_stack, 1);
    auto* empty = new QWidget(this);
    auto* emptyColumn = new QVBoxLayout(empty);
    emptyColumn->setContentsMargins(margin, margin, margin, margin);
    emptyColumn->addWidget(m_empty);
    QPushButton* choose = m_empty->addButton(tr("&Open Image…"), icons::bundled(QStringLiteral("image")));
    connect(choose, &QPushButton::clicked, this, &BrowsePage::chooseImage);
    m_openingText->setAlignment(Qt::AlignCenter);
    for (QWidget* view : std::initializer_list<QWidget*>{empty, m_openingText, m_failure, m_content, m_facts, m_results})
        m_stack->addWidget(view);
    connect(m_failure, &OpenFailureView::anotherRequested, this, &BrowsePage::chooseImage);
    connect(m_facts, &FactsView::backRequested, this, [this] { setView(View::Content); });
    connect(m_facts, &FactsView::refused, this, [this](const QString& text, const QString& details) { m_bar->show(theme::Tone::Warning, text, details); });
    connect(m_facts, &FactsView::revealRequested, this, [this](const read::EntryPlace& place) {
        setView(View::Content);
        m_content->reveal(place);
    });
    connect(m_results, &ResultsView::backRequested, this, [this] { setView(m_image ? View::Content : View::Empty); });
    connect(m_results, &ResultsView::pathActivated, this, [this](const std::string& path) {
        if (!m_image)
            return;
        setView(View::Content);
        m_content->enterPath(path);
    });
}

void BrowsePage::connectContent()
{
    connect(m_content, &BrowseContent::changed, this, &BrowsePage::changed);
    connect(m_content, &BrowseContent::openRequested, this, [this] { openCurrent(); });
    connect(m_content, &BrowseContent::dragRequested, this, &BrowsePage::prepareDrag);
    connect(m_content, &BrowseContent::extractRequested, this, &BrowsePage::extract);
    connect(m_content, &BrowseContent::sidePaneChanged, this, [this](bool shown) { m_settings->setSidePaneShown(shown); });
    connect(m_content, &BrowseContent::refused, this, [this](const QString& text, const QString& details) { m_bar->show(theme::Tone::Warning, text, details); });
    connect(m_content->extractMenu(), &QMenu::aboutToShow, this, &BrowsePage::fillExtractMenu);
}

void BrowsePage::setEntryActions(const std::vector<QAction*>& entry, const std::vector<QAction*>& extract)
{
    for (QAction* action : entry) {
        if (action)
            m_content->entryMenu()->addAction(action);
        else
            m_content->entryMenu()->addSeparator();
    }
    m_extractActions = extract;
}

void BrowsePage::fillExtractMenu()
{
    QMenu* menu = m_content->extractMenu();
    menu->clear();
    for (QAction* action : m_extractActions)
        menu->addAction(action);
    const std::vector<std::string> folders = m_settings->extractFolders();
    if (!folders.empty())
        menu->addSeparator();
    for (const std::string& folder : folders) {
        QString text = shownPath(folder).replace(QLatin1Char('&'), QStringLiteral("&&"));
        menu->addAction(tr("To %1").arg(text), this, [this, folder] {
            extract();
            m_extractSheet->setDestination(folder);
        });
    }
}

void BrowsePage::setView(View view)
{
    const bool other = view != m_view;
    m_view = view;
    m_stack->setCurrentIndex(static_cast<int>(view));
    if (other && isVisible())
        focusFirst();
    emit changed();
}

bool BrowsePage::showsContent() const
{
    return m_view == View::Content;
}

void BrowsePage::focusFirst()
{
    switch (m_view) {
    case View::Empty:
        if (auto* button = m_empty->findChild<QPushButton*>())
            button->setFocus();
        break;
    case View::Failure:
        m_failure->focusFirst();
        break;
    case View::Content:
        m_content->focusList();
        break;
    case View::Facts:
        m_facts->focusFirst();
        break;
    case View::Results:
        m_results->focusFirst();
        break;
    case View::Opening:
        break;
    }
}

void BrowsePage::setDropActive(bool active)
{
    m_empty->setActive(active);
}

void BrowsePage::chooseImage()
{
    auto* dialog = new QFileDialog(this, tr("Open Image"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("SquashFS images (*.sqfs *.squashfs *.sfs *.sqsh *.snap *.AppImage *.appimage *.img *.bin)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::urlSelected, this, [this](const QUrl& url) {
        if (const std::string path = pathFromUrl(url); !path.empty())
            openImage(path);
    });
    dialog->open();
}

void BrowsePage::openImage(const std::string& path, std::optional<std::uint64_t> offset, operation::Opening opening)
{
    closeImage();
    m_openingText->setFullText(tr("Opening %1…").arg(isolated(shown(fileName(path)))));
    setView(View::Opening);
    m_opening.start([path, offset, opening](const std::stop_token&) { return operation::ImageBrowser::open(path, offset, opening); },
        [this, path, offset, opening](const Result<std::shared_ptr<operation::ImageBrowser>>& image) { opened(path, offset, opening, image); });
}

void BrowsePage::opened(const std::string& path, std::optional<std::uint64_t> offset, operation::Opening opening, const Result<std::shared_ptr<operation::ImageBrowser>>& image)
{
    if (!image) {
        const bool salvage = image.error().code == Errc::Corrupt && opening == operation::Opening::Sound;
        m_failure->present(path, image.error(), salvage);
        m_failure->disconnect(SIGNAL(readableRequested()));
        connect(m_failure, &OpenFailureView::readableRequested, this, [this, path, offset] { openImage(path, offset, operation::Opening::Readable); });
        setView(View::Failure);
        return;
    }
    m_image = *image;
    m_content->setImage(m_image);
    m_content->setStatus(statusFacts());
    setView(View::Content);
    presentFindings();
    emit imageOpened(path, QString::fromStdString(m_image->codec()), m_image->fileBytes());
}

QString BrowsePage::statusFacts() const
{
    return tr("image: %1, %2 blocks, %3").arg(QString::fromStdString(m_image->codec()), blockSizeText(m_image->blockSize()), dataSize(m_image->imageBytes()));
}

void BrowsePage::presentFindings()
{
    const auto& findings = m_image->openFindings();
    const auto worse = std::find_if(findings.begin(), findings.end(), [](const read::Finding& finding) { return finding.severity == read::Severity::Error; });
    if (m_image->opening() == operation::Opening::Readable) {
        m_bar->show(theme::Tone::Warning, tr("The image ends early; what is missing is marked where it is met"), {},
            {{tr("Verify"), [this] { verify(); }}});
        return;
    }
    if (worse == findings.end())
        return;
    m_bar->show(theme::Tone::Warning, tr("The image is damaged; what can be read is shown"), QString::fromStdString(worse->line()),
        {{tr("Verify"), [this] { verify(); }}});
}

void BrowsePage::closeImage()
{
    m_opening.cancel();
    m_copying.cancel();
    m_bar->dismiss();
    for (Sheet* sheet : std::initializer_list<Sheet*>{m_extractSheet, m_compareSheet, m_exportSheet})
        sheet->closeSheet();
    if (m_image) {
        m_facts->clear();
        m_content->setImage(nullptr);
        // The last owner may take a while to give a million entries back.
        runInBackground([image = std::move(m_image)]() mutable { image.reset(); });
        m_image.reset();
    }
    setView(View::Empty);
}

void BrowsePage::showFacts()
{
    if (!m_image)
        return;
    m_facts->show(m_image);
    setView(View::Facts);
}

void BrowsePage::openCurrent()
{
    const auto place = m_content->current();
    if (!m_image || !place)
        return;
    const auto listing = m_image->index().loaded(place->folder);
    const read::IndexEntry& entry = listing->entries[place->row];
    if (entry.folder != read::kNoFolder) {
        m_content->enter(entry.folder);
        return;
    }
    if (!entry.isFile() && entry.type != format::InodeType::Symlink) {
        m_bar->show(theme::Tone::Information, tr("Only files and folders can be opened"));
        return;
    }
    if (entry.type == format::InodeType::Symlink) {
        m_content->enterPath(m_image->index().path(*place));  // to where it leads
        return;
    }
    makeCopies({*place}, true, [this](const copies::Made& made) {
        if (made.paths.empty())
            return;
        if (!openFile(made.paths.front()))
            m_bar->show(theme::Tone::Warning, tr("There is no application for %1").arg(isolated(shown(fileName(made.paths.front())))), {},
                {{tr("Extract…"), [this] { extractSelected(); }}});
    });
}

void BrowsePage::makeCopies(const std::vector<read::EntryPlace>& places, bool readOnly, const std::function<void(const copies::Made&)>& done)
{
    const auto count = static_cast<int>(places.size());
    m_bar->show(theme::Tone::Information, tr("Preparing %Ln item(s)…", nullptr, count), {}, {{tr("Cancel"), [this] { m_copying.cancel(); }}});
    m_copying.start([image = m_image, places, readOnly](const std::stop_token& stop) { return copies::make(*image, places, readOnly, stop); },
        [this, done](const Result<copies::Made>& made) {
            m_bar->dismiss();
            if (!made) {
                m_bar->show(theme::Tone::Error, tr("The items could not be taken out"), QString::fromStdString(made.error().line()));
                return;
            }
            if (made->tooLarge) {
                m_bar->show(theme::Tone::Information, tr("That is more than %1: choose where to put it").arg(dataSize(copies::kMaxBytes)));
                extractSelected();
                return;
            }
            if (made->incomplete)
                m_bar->show(theme::Tone::Warning, tr("Some of it is damaged and was left out"), {}, {{tr("Verify"), [this] { verify(); }}});
            done(*made);
        });
}

void BrowsePage::prepareDrag()
{
    if (!m_image || m_content->selectedCount() == 0)
        return;
    makeCopies(m_content->selection(kMaxChosen), false, [this](const copies::Made& made) {
        if (made.paths.empty())
            return;
        QMimeData* files = copies::mimeData(made, {});
        if (QGuiApplication::mouseButtons() != Qt::NoButton || !QGuiApplication::platformName().contains(QLatin1String("xcb"))) {
            beginDrag(files);
            return;
        }
        // Released while it was being prepared: nothing is lost.
        QGuiApplication::clipboard()->setMimeData(files);
        m_bar->show(theme::Tone::Information, tr("Ready: paste it where you want it, or drag it again"));
    });
}

void BrowsePage::copy()
{
    if (!m_image || !showsContent() || m_content->selection(1).empty())
        return;
    // The rows at once, the files as soon as they are there.
    const QString text = m_content->selectionAsText();
    QGuiApplication::clipboard()->setText(text);
    makeCopies(m_content->selection(kMaxChosen), false, [this, text](const copies::Made& made) {
        if (made.paths.empty())
            return;
        QGuiApplication::clipboard()->setMimeData(copies::mimeData(made, text));
        m_bar->show(theme::Tone::Success, tr("%Ln item(s) can be pasted now", nullptr, static_cast<int>(made.paths.size())));
    });
}

void BrowsePage::copyPath()
{
    QStringList paths;
    for (const read::EntryPlace& place : m_image ? m_content->selection(kMaxChosen) : std::vector<read::EntryPlace>())
        paths << fromPath(m_image->index().path(place));
    if (!paths.isEmpty())
        QGuiApplication::clipboard()->setText(paths.join(QLatin1Char('\n')));
}

ExtractTask BrowsePage::task(bool everything) const
{
    ExtractTask task;
    task.image = m_image->path();
    task.offset = m_image->offset();
    const auto rootListing = m_image->index().loaded(read::kRootFolder);
    task.topItems = rootListing ? rootListing->entries.size() : 1;
    if (everything)
        return task;
    const auto places = m_content->selection(kMaxChosen);
    const auto listing = m_image->index().loaded(m_content->folder());
    const bool oneFolder = std::all_of(places.begin(), places.end(), [&](const auto& place) { return place.folder == places.front().folder; });
    task.topItems = places.size();
    if (places.size() > 1 && oneFolder && listing && places.size() == listing->entries.size()) {
        // All of a folder: the folder itself, without its name.
        const std::string path = m_image->index().path(places.front().folder);
        task.strip = static_cast<std::uint32_t>(path == "/" ? 0 : std::count(path.begin(), path.end(), '/'));
        if (path != "/")
            task.paths.push_back(path);
        return task;
    }
    for (const read::EntryPlace& place : places)
        task.paths.push_back(m_image->index().path(place));
    if (oneFolder && !places.empty()) {
        const std::string path = m_image->index().path(places.front().folder);
        task.strip = static_cast<std::uint32_t>(path == "/" ? 0 : std::count(path.begin(), path.end(), '/'));
    }
    return task;
}

void BrowsePage::extract()
{
    if (m_image)
        m_content->selectedCount() > 0 ? extractSelected() : extractAll();
}

void BrowsePage::extractSelected()
{
    if (!m_image || !showsContent() || m_content->selection(1).empty())
        return;
    if (m_content->selectedCount() >= kMaxChosen && m_content->searching()) {
        m_bar->show(theme::Tone::Warning, tr("Too many results are selected"), tr("Narrow the search, or extract everything."));
        return;
    }
    openExtractSheet(task(false));
}

void BrowsePage::extractAll()
{
    if (m_image)
        openExtractSheet(task(true));
}

}  // namespace sqd::ui
