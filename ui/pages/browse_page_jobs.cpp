// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/browse_page.h"

#include "ui/convert.h"
#include "ui/desktop.h"
#include "ui/dialogs/conflict_dialog.h"
#include "ui/error_text.h"
#include "ui/pages/browse_content.h"
#include "ui/pages/results_view.h"
#include "ui/path_facts.h"
#include "ui/settings.h"
#include "ui/verify_text.h"
#include "ui/widgets/message_bar.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFile>
#include <QGuiApplication>

#include <algorithm>

// Extraction, verification, comparison and export: sheets, jobs, and what became of them.
namespace sqd::ui {

namespace {

int capped(std::uint64_t count)
{
    return static_cast<int>(std::min<std::uint64_t>(count, 2'000'000'000));
}

std::string inFolder(const std::string& folder, const std::string& name)
{
    return folder == "/" ? "/" + name : folder + "/" + name;
}

QString fieldText(const std::string& field)
{
    static const std::pair<const char*, const char*> kFields[] = {
        {"content", QT_TRANSLATE_NOOP("Difference", "contents")}, {"mode", QT_TRANSLATE_NOOP("Difference", "permissions")},
        {"owner", QT_TRANSLATE_NOOP("Difference", "owner")}, {"group", QT_TRANSLATE_NOOP("Difference", "group")},
        {"mtime", QT_TRANSLATE_NOOP("Difference", "time")}, {"xattrs", QT_TRANSLATE_NOOP("Difference", "attributes")},
        {"target", QT_TRANSLATE_NOOP("Difference", "target of the link")}, {"type", QT_TRANSLATE_NOOP("Difference", "kind")},
        {"device", QT_TRANSLATE_NOOP("Difference", "device number")}, {"links", QT_TRANSLATE_NOOP("Difference", "hard links")}};
    for (const auto& [name, text] : kFields) {
        if (field == name)
            return QCoreApplication::translate("Difference", text);
    }
    return QString::fromStdString(field);
}

// What an extraction or an export tells, one row each.
struct Remark {
    QString kind;
    std::string path;
    QString what;
};

void addRemarks(std::vector<Remark>& rows, const std::vector<read::Finding>& lost, const std::vector<read::ExtractNote>& warnings)
{
    for (const read::Finding& finding : lost)
        rows.push_back({finding.severity == read::Severity::Error ? BrowsePage::tr("Lost") : BrowsePage::tr("Note"), finding.path.value_or(std::string()), shown(finding.what)});
    for (const read::ExtractNote& note : warnings)
        rows.push_back({BrowsePage::tr("Incomplete"), note.path, shown(note.what)});
}

ResultList remarkList(std::vector<Remark> remarks)
{
    const auto rows = std::make_shared<const std::vector<Remark>>(std::move(remarks));
    ResultList list;
    list.tone = theme::Tone::Warning;
    list.table.titles = {BrowsePage::tr("Outcome"), BrowsePage::tr("Path"), BrowsePage::tr("Reason")};
    list.table.rows = capped(rows->size());
    list.table.text = [rows](int row, int column) {
        const Remark& remark = (*rows)[static_cast<std::size_t>(row)];
        return column == 0 ? remark.kind : column == 1 ? shown(remark.path) : remark.what;
    };
    list.path = [rows](int row) { return (*rows)[static_cast<std::size_t>(row)].path; };
    list.stretched = 2;
    list.letters = {12, 44, 40};
    return list;
}

ResultList findingList(const read::VerifyReport& report)
{
    const auto findings = std::make_shared<const std::vector<read::Finding>>(report.findings);
    ResultList list;
    list.tone = report.ok ? theme::Tone::Information : theme::Tone::Error;
    list.table.titles = {BrowsePage::tr("Severity"), BrowsePage::tr("Path"), BrowsePage::tr("Finding"), BrowsePage::tr("At byte"), BrowsePage::tr("Code")};
    list.table.rows = capped(findings->size());
    list.table.numeric = {3};
    list.table.text = [findings](int row, int column) {
        const read::Finding& finding = (*findings)[static_cast<std::size_t>(row)];
        switch (column) {
        case 0:
            return finding.severity == read::Severity::Error     ? BrowsePage::tr("Error")
                   : finding.severity == read::Severity::Warning ? BrowsePage::tr("Warning")
                                                                 : BrowsePage::tr("Note");
        case 1:
            return finding.path ? shown(*finding.path) : QString();
        case 2:
            return shown(finding.what);
        case 3:
            return finding.offset != 0 ? wholeNumber(finding.offset) : QString();
        default:
            return QString::fromStdString(finding.code);
        }
    };
    list.path = [findings](int row) { return (*findings)[static_cast<std::size_t>(row)].path.value_or(std::string()); };
    list.stretched = 2;
    list.letters = {10, 32, 40, 14, 20};
    return list;
}

ResultList differenceList(const read::DiffReport& report)
{
    const auto shared = std::make_shared<const read::DiffReport>(report);
    const std::size_t changed = shared->changed.size();
    const std::size_t removed = shared->removed.size();
    const auto pathOf = [shared, changed, removed](int row) -> const std::string& {
        const auto at = static_cast<std::size_t>(row);
        return at < changed ? shared->changed[at].path : at < changed + removed ? shared->removed[at - changed] : shared->added[at - changed - removed];
    };
    ResultList list;
    list.table.titles = {BrowsePage::tr("Difference"), BrowsePage::tr("Path"), BrowsePage::tr("What Differs")};
    list.table.rows = capped(changed + removed + shared->added.size());
    list.table.text = [shared, pathOf, changed, removed](int row, int column) {
        const auto at = static_cast<std::size_t>(row);
        if (column == 1)
            return shown(pathOf(row));
        if (column == 0)
            return at < changed ? BrowsePage::tr("changed") : at < changed + removed ? BrowsePage::tr("only in the image") : BrowsePage::tr("only in the other");
        QStringList fields;
        for (const std::string& field : at < changed ? shared->changed[at].fields : std::vector<std::string>())
            fields << fieldText(field);
        return fields.join(QStringLiteral(", "));
    };
    // What only the other one has cannot be shown in this image.
    list.path = [pathOf, changed, removed](int row) { return static_cast<std::size_t>(row) < changed + removed ? pathOf(row) : std::string(); };
    list.stretched = 1;
    list.letters = {20, 40, 32};
    return list;
}

}  // namespace

void BrowsePage::connectSheets()
{
    connect(m_extractSheet, &Sheet::accepted, this, &BrowsePage::startExtraction);
    connect(m_compareSheet, &Sheet::accepted, this, [this] {
        if (refusedWhileBusy())
            return;
        m_compareSheet->closeSheet();
        m_jobs->startDiff(m_compareSheet->request());
        m_bar->show(theme::Tone::Information, tr("Comparing…"), {}, {{tr("Cancel"), [this] { m_jobs->cancel(); }}});
    });
    connect(m_exportSheet, &Sheet::accepted, this, [this] {
        if (refusedWhileBusy())
            return;
        m_exportSheet->closeSheet();
        operation::TarRequest request = m_exportSheet->request();
        m_target = request.target;
        m_jobs->startTar(std::move(request));
        m_bar->show(theme::Tone::Information, tr("Exporting to %1…").arg(isolated(shown(fileName(m_target)))), {}, {{tr("Cancel"), [this] { m_jobs->cancel(); }}});
    });
}

void BrowsePage::connectJobs()
{
    connect(m_jobs, &JobController::questionAsked, m_conflict, &ConflictDialog::ask);
    connect(m_conflict, &ConflictDialog::answered, m_jobs, &JobController::answer);
    connect(m_jobs, &JobController::stateChanged, this, [this] {
        // A cancelled job asks nothing any more.
        if (m_jobs->state() != JobController::State::Running)
            m_conflict->hide();
    });
    connect(m_jobs, &JobController::extractFinished, this, &BrowsePage::presentExtraction);
    connect(m_jobs, &JobController::verifyFinished, this, &BrowsePage::presentVerification);
    connect(m_jobs, &JobController::diffFinished, this, &BrowsePage::presentComparison);
    connect(m_jobs, &JobController::tarFinished, this, &BrowsePage::presentExport);
}

bool BrowsePage::refusedWhileBusy()
{
    if (!m_jobs->busy())
        return false;
    m_bar->show(theme::Tone::Warning, tr("Another job is running; try again when it is done"));
    return true;
}

void BrowsePage::openExtractSheet(ExtractTask task)
{
    const std::vector<std::string> folders = m_settings->extractFolders();
    m_extractSheet->open(std::move(task), folders.empty() ? parentFolder(m_image->path()) : folders.front());
}

void BrowsePage::startExtraction()
{
    if (refusedWhileBusy())
        return;
    const std::string destination = m_extractSheet->destination();
    if (!m_extractSheet->newFolder()) {
        startExtractionIn(destination);
        return;
    }
    inBackground(
        this, [wanted = inFolder(destination, m_extractSheet->newFolderName())] { return freeName(wanted); },
        [this](const std::string& target) {
            if (!refusedWhileBusy())
                startExtractionIn(target);
        });
}

void BrowsePage::startExtractionIn(const std::string& target)
{
    m_settings->addExtractFolder(m_extractSheet->destination());
    m_extractSheet->closeSheet();
    m_target = target;
    m_jobs->startExtract(m_extractSheet->request(target));
    m_bar->show(theme::Tone::Information, tr("Extracting to %1…").arg(isolated(shownPath(target))), {}, {{tr("Cancel"), [this] { m_jobs->cancel(); }}});
}

void BrowsePage::presentError(const Error& error, int doing)
{
    const ErrorText text = errorText(error, static_cast<Doing>(doing));
    if (error.code == Errc::Cancelled) {
        m_bar->show(theme::Tone::Information, tr("Cancelled"));
        return;
    }
    m_bar->show(theme::Tone::Error, text.title, text.reason, {{tr("Copy Details"), [details = text.details] { QGuiApplication::clipboard()->setText(details); }}});
}

void BrowsePage::presentExtraction(const Result<read::ExtractReport>& result)
{
    m_undoable.clear();
    if (!result) {
        presentError(result.error(), static_cast<int>(Doing::Extracting));
        emit changed();
        return;
    }
    m_undoable = result->created;
    std::vector<Remark> remarks;
    addRemarks(remarks, result->lost, result->warnings);
    QStringList details;
    if (result->kept != 0)
        details << tr("%Ln existing item(s) left as they are", nullptr, capped(result->kept));
    if (result->replaced != 0)
        details << tr("%Ln existing item(s) replaced, which Undo cannot bring back", nullptr, capped(result->replaced));
    for (const read::ExtractNote& note : result->notes)
        details << shown(note.what);
    const std::uint64_t files = result->files + result->links + result->others;
    const QString done = tr("%Ln item(s) extracted, %1", nullptr, capped(files)).arg(dataSize(result->bytes));
    std::vector<MessageBar::Action> actions;
    if (!remarks.empty()) {
        actions.push_back({tr("Show List"), [this, remarks, done] {
                               ResultList list = remarkList(remarks);
                               list.title = done;
                               list.details = tr("This is what is missing:");
                               m_results->present(std::move(list));
                               setView(View::Results);
                           }});
        details.prepend(tr("%Ln item(s) could not be taken out whole", nullptr, capped(remarks.size())));
    }
    if (!m_undoable.empty()) {
        actions.push_back({tr("Undo"), [this] { undoExtraction(); }});
        actions.push_back({tr("Show in Folder"), [made = m_undoable.front()] { showInFolder(made); }});
    } else {
        actions.push_back({tr("Show in Folder"), [target = m_target] { showInFolder(target); }});
    }
    m_bar->show(remarks.empty() ? theme::Tone::Success : theme::Tone::Warning, done, details.join(QStringLiteral("; ")), std::move(actions));
    emit changed();
}

void BrowsePage::undoExtraction()
{
    if (m_undoable.empty())
        return;
    const std::vector<std::string> made = std::exchange(m_undoable, {});
    emit changed();
    inBackground(
        this,
        [made] {
            std::vector<std::string> left;
            for (const std::string& path : made) {
                if (!QFile::moveToTrash(fromPath(path)))
                    left.push_back(path);
            }
            return left;
        },
        [this, count = made.size()](const std::vector<std::string>& left) {
            if (left.empty()) {
                m_bar->show(theme::Tone::Success, tr("%Ln item(s) moved to the trash", nullptr, capped(count)));
                return;
            }
            m_bar->show(theme::Tone::Warning, tr("%Ln item(s) could not be moved to the trash", nullptr, capped(left.size())), shownPath(left.front()),
                {{tr("Show in Folder"), [path = left.front()] { showInFolder(path); }}});
        });
}

void BrowsePage::verify()
{
    if (!m_image || refusedWhileBusy())
        return;
    m_jobs->startVerify(m_image->path(), m_image->offset());
    m_bar->show(theme::Tone::Information, tr("Verifying %1…").arg(isolated(shown(fileName(m_image->path())))), {}, {{tr("Cancel"), [this] { m_jobs->cancel(); }}});
}

void BrowsePage::presentVerification(const Result<read::VerifyReport>& result)
{
    // Checks of other images are the window's to tell.
    if (!m_image || m_jobs->image() != m_image->path())
        return;
    const VerifyText text = verifyText(result, m_image->path());
    std::vector<MessageBar::Action> actions;
    if (result && !result->findings.empty()) {
        actions.push_back({tr("Show List"), [this, report = *result, text] {
                               ResultList list = findingList(report);
                               list.title = text.headline;
                               if (report.suppressed != 0)
                                   list.details = tr("and %Ln more finding(s)", nullptr, capped(report.suppressed));
                               m_results->present(std::move(list));
                               setView(View::Results);
                           }});
    }
    if (!text.copyable.isEmpty())
        actions.push_back({tr("Copy Details"), [copyable = text.copyable] { QGuiApplication::clipboard()->setText(copyable); }});
    if (result && result->ok)
        m_content->setStatus(tr("%1, verified").arg(statusFacts()));
    m_bar->show(text.tone, text.headline, text.details, std::move(actions));
}

void BrowsePage::compare(const std::string& other)
{
    if (!m_image)
        return;
    m_compareSheet->open(m_image->path(), m_image->offset());
    if (!other.empty())
        m_compareSheet->setOther(other);
}

void BrowsePage::presentComparison(const Result<read::DiffReport>& result)
{
    if (!result) {
        presentError(result.error(), static_cast<int>(Doing::Comparing));
        return;
    }
    const std::uint64_t count = result->added.size() + result->removed.size() + result->changed.size();
    const QString findings = result->findings.empty() ? QString() : shown(result->findings.front().what);
    if (count == 0) {
        m_bar->show(findings.isEmpty() ? theme::Tone::Success : theme::Tone::Warning, tr("No differences in %Ln item(s)", nullptr, capped(result->compared)), findings);
        return;
    }
    m_bar->dismiss();
    ResultList list = differenceList(*result);
    list.title = tr("%Ln difference(s)", nullptr, capped(count));
    list.details = tr("%1 changed, %2 only in the image, %3 only in the other; %4 compared")
                       .arg(wholeNumber(result->changed.size()), wholeNumber(result->removed.size()), wholeNumber(result->added.size()), wholeNumber(result->compared));
    if (!findings.isEmpty())
        list.details += QStringLiteral("; ") + findings;
    m_results->present(std::move(list));
    setView(View::Results);
}

void BrowsePage::exportTar()
{
    if (!m_image)
        return;
    ExtractTask selected;
    if (m_content->selectedCount() > 0)
        selected = task(false);
    selected.image = m_image->path();
    selected.offset = m_image->offset();
    m_exportSheet->open(std::move(selected), inFolder(parentFolder(m_image->path()), fileName(m_image->path()) + ".tar"));
}

void BrowsePage::presentExport(const Result<tar::TarExportReport>& result)
{
    if (!result) {
        presentError(result.error(), static_cast<int>(Doing::Exporting));
        return;
    }
    std::vector<Remark> remarks;
    addRemarks(remarks, result->lost, result->warnings);
    for (const read::ExtractNote& note : result->notes)
        remarks.push_back({tr("Note"), note.path, shown(note.what)});
    std::vector<MessageBar::Action> actions{{tr("Show in Folder"), [target = m_target] { showInFolder(target); }}};
    const QString done = tr("%1 is ready: %Ln item(s), %2", nullptr, capped(result->entries)).arg(isolated(shown(fileName(m_target))), dataSize(result->archiveBytes));
    if (!remarks.empty()) {
        actions.insert(actions.begin(), {tr("Show List"), [this, remarks, done] {
                                             ResultList list = remarkList(remarks);
                                             list.title = done;
                                             m_results->present(std::move(list));
                                             setView(View::Results);
                                         }});
    }
    const bool whole = result->lost.empty() && result->warnings.empty();
    m_bar->show(whole ? theme::Tone::Success : theme::Tone::Warning, done,
        remarks.empty() ? QString() : tr("%Ln remark(s)", nullptr, capped(remarks.size())), std::move(actions));
}

}  // namespace sqd::ui
