// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/browse_content.h"

#include "ui/convert.h"
#include "ui/error_text.h"
#include "ui/pages/side_pane.h"
#include "ui/widgets/entry_view.h"
#include "ui/widgets/path_bar.h"
#include "ui/widgets/rows_view.h"
#include "ui/widgets/text_label.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

// What it does; how it is put together is in browse_content_parts.cpp.
namespace sqd::ui {

void BrowseContent::setImage(std::shared_ptr<operation::ImageBrowser> image)
{
    m_search.cancel();
    m_sharing.cancel();
    m_locating.cancel();
    m_image = std::move(image);
    m_history = {read::kRootFolder};
    m_at = 0;
    m_folder = read::kRootFolder;
    m_wanted.reset();
    m_pane->clear();
    m_pane->setShares(nullptr);
    closeFind();
    m_hits->setHits(nullptr, {});
    m_hits->setShares(nullptr);
    m_tree->setImage(m_image);
    if (!m_image) {
        present();
        return;
    }
    show(read::kRootFolder);
    m_sharing.start([image = m_image](const std::stop_token& stop) { return image->shares(stop); },
        [this](const Result<Shares>& shares) {
            if (!shares)
                return;  // the inode table is damaged; sizes in the image are then not known
            m_tree->setShares(*shares);
            m_hits->setShares(*shares);
            m_pane->setShares(*shares);
            selectionMoved();
        });
}

void BrowseContent::setStatus(const QString& facts)
{
    m_facts = facts;
    present();
}

void BrowseContent::enter(read::FolderId folder)
{
    if (folder == read::kNoFolder)
        return;
    if (folder != m_folder) {
        m_history.resize(m_at + 1);
        m_history.push_back(folder);
        ++m_at;
    }
    show(folder);
}

void BrowseContent::show(read::FolderId folder)
{
    closeFind();
    m_folder = folder;
    m_path->setPath(m_image->index().path(folder));
    m_tree->request(folder);
    present();
}

void BrowseContent::folderArrived(read::FolderId folder)
{
    if (folder != m_folder)
        return;
    const QModelIndex root = m_tree->folderIndex(folder);
    if (m_treeView->rootIndex() != root)
        m_treeView->setRootIndex(root);
    const auto listing = m_tree->listing(folder);
    QModelIndex wanted = m_tree->index(0, 0, root);
    const bool select = m_wanted && m_wanted->folder == folder;
    if (select)
        wanted = m_tree->indexOf(*m_wanted);
    m_wanted.reset();
    // A valid current entry also keeps screen readers from falling over a list without one.
    m_treeView->selectionModel()->setCurrentIndex(wanted, select ? QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows : QItemSelectionModel::Clear);
    if (wanted.isValid())
        m_treeView->scrollTo(wanted);
    if (listing && listing->damage) {
        emit refused(tr("This folder is damaged: %Ln entry(ies) could be read", nullptr, static_cast<int>(listing->entries.size())),
            QString::fromStdString(listing->damage->line()));
    }
    if (listing && listing->entries.empty()) {
        m_nothing->setFullText(folder == read::kRootFolder ? tr("This image has no files") : tr("This folder is empty"));
        m_clearSearch->hide();
        m_lists->setCurrentIndex(2);
    } else {
        m_lists->setCurrentWidget(m_treeView);
    }
    selectionMoved();
}

void BrowseContent::enterPath(const std::string& path)
{
    if (!m_image)
        return;
    m_locating.start([image = m_image, path](const std::stop_token& stop) { return image->locate(path, stop); },
        [this, path](const Result<std::optional<read::EntryPlace>>& place) {
            if (!place) {
                emit refused(tr("%1 is not in the image").arg(isolated(shown(path))), QString::fromStdString(place.error().line()));
                return;
            }
            if (!*place) {
                enter(read::kRootFolder);
                focusList();
                return;
            }
            const auto listing = m_image->index().loaded((*place)->folder);
            const read::FolderId below = listing->entries[(*place)->row].folder;
            below != read::kNoFolder ? enter(below) : reveal(**place);
            focusList();
        });
}

void BrowseContent::reveal(const read::EntryPlace& place)
{
    m_wanted = place;
    enter(place.folder);
}

void BrowseContent::goBack()
{
    if (canGoBack())
        show(m_history[--m_at]);
}

void BrowseContent::goForward()
{
    if (canGoForward())
        show(m_history[++m_at]);
}

void BrowseContent::goUp()
{
    if (!m_image)
        return;
    if (searching()) {
        closeFind();
        return;
    }
    if (const auto place = m_image->index().placeOf(m_folder))
        reveal(*place);
}

void BrowseContent::editLocation()
{
    m_path->edit();
}

void BrowseContent::find()
{
    m_findBar->show();
    m_findText->setFocus(Qt::ShortcutFocusReason);
    m_findText->selectAll();
}

void BrowseContent::closeFind()
{
    m_findDelay->stop();
    m_search.cancel();
    m_query = {};
    if (m_findBar->isHidden())
        return;
    const bool hadFocus = m_findBar->isAncestorOf(focusWidget());
    m_findBar->hide();
    m_findText->clear();
    m_findStatus->setFullText({});
    m_lists->setCurrentWidget(m_treeView);
    if (hadFocus)
        focusList();
    selectionMoved();
}

bool BrowseContent::searching() const
{
    return !m_findBar->isHidden() && !m_query.text.empty();
}

void BrowseContent::startSearch()
{
    m_findDelay->stop();
    const operation::SearchQuery query{toPath(m_findText->text()), m_regex->isChecked()};
    if (!m_image || query == m_query)
        return;
    m_query = query;
    m_search.cancel();
    if (query.text.empty()) {
        m_findStatus->setFullText({});
        m_lists->setCurrentWidget(m_treeView);
        selectionMoved();
        return;
    }
    m_findStatus->setFullText(tr("Searching…"));
    m_search.start([image = m_image, query](const std::stop_token& stop) { return image->search(query, stop); },
        [this](const Result<std::vector<read::EntryPlace>>& hits) { presentHits(hits); });
}

void BrowseContent::presentHits(const Result<std::vector<read::EntryPlace>>& hits)
{
    if (!hits) {
        m_findStatus->setFullText(hits.error().code == Errc::InvalidArgument ? tr("Not a valid pattern") : QString::fromStdString(hits.error().line()));
        m_findStatus->setToolTip(QString::fromStdString(hits.error().line()));
        return;
    }
    m_findStatus->setToolTip({});
    m_hits->setHits(m_image, *hits);
    m_hitView->header()->setSortIndicator(static_cast<int>(EntryColumn::Folder), Qt::AscendingOrder);
    const auto count = static_cast<int>(hits->size());
    m_findStatus->setFullText(tr("%Ln match(es)", nullptr, count));
    if (count == 0) {
        m_nothing->setFullText(tr("Nothing matches “%1”").arg(shown(m_query.text)));
        m_clearSearch->show();
        m_lists->setCurrentIndex(2);
    } else {
        m_lists->setCurrentWidget(m_hitView);
        m_hitView->selectionModel()->setCurrentIndex(m_hits->index(0, 0), QItemSelectionModel::NoUpdate);
    }
    selectionMoved();
}

void BrowseContent::setSidePaneShown(bool shown)
{
    if (m_pane->isHidden() == !shown)
        return;
    const bool hadFocus = m_pane->isAncestorOf(focusWidget());
    m_pane->setVisible(shown);
    if (!shown && hadFocus)
        focusList();
    emit sidePaneChanged(shown);
    selectionMoved();
}

bool BrowseContent::sidePaneShown() const
{
    return !m_pane->isHidden();
}

void BrowseContent::showPreview()
{
    setSidePaneShown(m_pane->isHidden());
}

void BrowseContent::showProperties()
{
    setSidePaneShown(true);
    m_pane->focusProperties();
}

void BrowseContent::focusList()
{
    if (m_lists->currentIndex() == 2)
        m_back->isEnabled() ? m_back->setFocus() : m_findButton->setFocus();
    else
        list()->setFocus();
}

void BrowseContent::selectAll()
{
    list()->selectAll();
}

EntryView* BrowseContent::list() const
{
    return searching() ? m_hitView : m_treeView;
}

read::EntryPlace BrowseContent::placeOf(const QModelIndex& index) const
{
    return index.model() == m_hits ? m_hits->place(index) : m_tree->place(index);
}

const read::IndexEntry* BrowseContent::entryOf(const QModelIndex& index) const
{
    return index.model() == m_hits ? m_hits->entry(index) : m_tree->entry(index);
}

int BrowseContent::selectedCount() const
{
    return list()->selectedCount();
}

std::vector<read::EntryPlace> BrowseContent::selection(int limit) const
{
    std::vector<read::EntryPlace> places;
    for (const QModelIndex& index : list()->selectedRows(limit))
        places.push_back(placeOf(index));
    if (places.empty() && current())
        places.push_back(*current());
    return places;
}

std::optional<read::EntryPlace> BrowseContent::current() const
{
    const QModelIndex index = list()->currentIndex();
    if (!index.isValid() || m_lists->currentIndex() == 2)
        return std::nullopt;
    return placeOf(index);
}

QString BrowseContent::selectionAsText() const
{
    constexpr int kMaxCopiedRows = 50'000;
    return rowsAsText(*list()->model(), list()->selectedRows(kMaxCopiedRows), *list()->header());
}

void BrowseContent::activate(const QModelIndex& index)
{
    const read::IndexEntry* entry = entryOf(index);
    if (!entry)
        return;
    if (entry->folder != read::kNoFolder)
        enter(entry->folder);
    else if (entry->damage != read::EntryDamage::None && (entry->isDirectory() || entry->damage == read::EntryDamage::Record || entry->damage == read::EntryDamage::Name))
        emit refused(damageText(entry->damage), {});
    else
        emit openRequested(placeOf(index));
}

void BrowseContent::selectionMoved()
{
    present();
    if (!m_pane->isHidden())
        m_paneDelay->start();
    emit changed();
}

void BrowseContent::present()
{
    m_back->setEnabled(canGoBack());
    m_forward->setEnabled(canGoForward());
    m_up->setEnabled(m_image && (canGoUp() || searching()));
    const int count = list()->model()->rowCount(list()->rootIndex());
    const int selected = selectedCount();
    QString text;
    if (m_lists->currentIndex() != 2 && selected > 0)
        text = tr("%1 of %Ln item(s) selected", nullptr, count).arg(wholeNumber(static_cast<std::uint64_t>(selected)));
    else if (m_lists->currentIndex() != 2)
        text = tr("%Ln item(s)", nullptr, count);
    QStringList parts{text, m_facts};
    parts.removeAll(QString());
    m_status->setFullText(parts.join(QStringLiteral(" · ")));
    m_status->setAccessibleName(m_status->fullText());
}

}  // namespace sqd::ui
