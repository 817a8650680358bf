// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/home_page.h"

#include "ui/convert.h"
#include "ui/icons.h"
#include "ui/path_facts.h"
#include "ui/theme.h"
#include "ui/widgets/drop_area.h"
#include "ui/widgets/recent_delegate.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace sqd::ui {

HomePage::HomePage(Settings* settings, QWidget* parent)
    : QWidget(parent), m_settings(settings),
      m_area(new DropArea(QStringLiteral("drop"), tr("Drop a folder to pack it, or an image to look in"),
          tr("Files, several folders and tar archives work too"), this)),
      m_hint(new QFrame(this)), m_recentBox(new QWidget(this)), m_list(new QListWidget(this))
{
    const int margin = theme::margin(this);
    const int step = theme::unit(this);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(margin, margin, margin, margin);
    page->setSpacing(theme::spacing(this));
    m_choose = m_area->addButton(tr("Choose &Folder…"), icons::bundled(QStringLiteral("folder")));
    QPushButton* open = m_area->addButton(tr("&Open Image…"), icons::bundled(QStringLiteral("image")));
    connect(m_choose, &QPushButton::clicked, this, &HomePage::chooseFolderRequested);
    connect(open, &QPushButton::clicked, this, &HomePage::openImageRequested);
    page->addWidget(m_area, 3);

    auto* hintRow = new QHBoxLayout(m_hint);
    hintRow->setContentsMargins(0, 0, 0, 0);
    auto* hintText = new TextLabel(TextLabel::Role::Secondary,
        tr("Images are read-only single files; the original folder is not touched"), m_hint);
    hintText->setWordWrap(true);
    auto* hintClose = new QToolButton(m_hint);
    hintClose->setAutoRaise(true);
    hintClose->setIcon(icons::bundled(QStringLiteral("close")));
    hintClose->setAccessibleName(tr("Dismiss Hint"));
    hintClose->setToolTip(tr("Dismiss hint"));
    hintClose->setFocusPolicy(Qt::StrongFocus);
    hintRow->addWidget(hintText, 1);
    hintRow->addWidget(hintClose);
    m_hint->setVisible(!m_settings->hintDismissed());
    connect(hintClose, &QToolButton::clicked, this, [this] {
        m_settings->dismissHint();
        m_hint->hide();
    });
    page->addWidget(m_hint);

    auto* recents = new QVBoxLayout(m_recentBox);
    recents->setContentsMargins(0, 0, 0, 0);
    recents->setSpacing(step);
    auto* head = new QHBoxLayout;
    auto* clear = new QPushButton(tr("C&lear"), m_recentBox);
    clear->setAccessibleName(tr("Clear the List of Recent Items"));
    head->addWidget(new TextLabel(TextLabel::Role::Section, tr("Recent"), m_recentBox), 1);
    head->addWidget(clear);
    recents->addLayout(head);
    recents->addWidget(m_list, 1);
    m_list->setAccessibleName(tr("Recent"));
    m_list->setItemDelegate(new RecentDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTabKeyNavigation(false);
    m_list->setMouseTracking(true);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->installEventFilter(this);
    page->addWidget(m_recentBox, 2);
    connect(clear, &QPushButton::clicked, m_settings, &Settings::clearRecents);
    connect(m_settings, &Settings::recentsChanged, this, &HomePage::presentRecents);
    connect(m_list, &QListWidget::customContextMenuRequested, this, &HomePage::showMenu);
    connect(m_list, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        emit recentActivated(m_entries[static_cast<std::size_t>(m_list->row(item))]);
    });
    presentRecents();
}

void HomePage::setDropActive(bool active)
{
    m_area->setActive(active);
}

void HomePage::focusFirst()
{
    m_choose->setFocus();
}

void HomePage::presentRecents()
{
    m_entries = m_settings->recents();
    m_list->clear();
    for (const RecentEntry& entry : m_entries) {
        auto* item = new QListWidgetItem(shown(fileName(entry.path)), m_list);
        const bool image = entry.kind == RecentEntry::Kind::Image;
        item->setData(RecentDelegate::Icon, image ? QStringLiteral("image") : QStringLiteral("folder"));
        item->setData(RecentDelegate::Place, shownPath(parentFolder(entry.path)));
        QString facts = dataSize(entry.bytes);
        if (!entry.codec.isEmpty())
            facts = image ? tr("%1, %2").arg(facts, entry.codec) : tr("%1, last packed with %2").arg(facts, entry.codec);
        item->setData(RecentDelegate::Facts, facts);
        item->setData(RecentDelegate::When, RecentDelegate::whenText(entry.when));
        item->setToolTip(shown(entry.path));
        item->setData(Qt::AccessibleTextRole, tr("%1 in %2, %3").arg(shown(fileName(entry.path)), shownPath(parentFolder(entry.path)), facts));
    }
    if (m_list->count() > 0)
        m_list->setCurrentRow(0, QItemSelectionModel::NoUpdate);
    m_recentBox->setVisible(m_list->count() > 0);
    if (isVisible())
        markMissing();
}

void HomePage::markMissing()
{
    std::vector<std::string> paths;
    for (const RecentEntry& entry : m_entries)
        paths.push_back(entry.path);
    if (paths.empty())
        return;
    inspectPaths(paths, this, [this](const std::vector<PathFacts>& facts) {
        for (std::size_t i = 0; i < facts.size() && i < m_entries.size(); ++i) {
            if (facts[i].path == m_entries[i].path && facts[i].kind == PathFacts::Kind::Missing)
                m_list->item(static_cast<int>(i))->setData(RecentDelegate::Facts, tr("no longer there"));
        }
    });
}

void HomePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    markMissing();
}

void HomePage::showMenu(const QPoint& position)
{
    if (!m_list->itemAt(position) && !m_list->currentItem())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Remove From List"), this, &HomePage::removeCurrent);
    menu->popup(m_list->viewport()->mapToGlobal(position));
}

void HomePage::removeCurrent()
{
    const int row = m_list->currentRow();
    if (row >= 0)
        m_settings->removeRecent(m_entries[static_cast<std::size_t>(row)].path);
}

bool HomePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        removeCurrent();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace sqd::ui
