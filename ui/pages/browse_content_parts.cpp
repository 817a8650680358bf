// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/browse_content.h"

#include "ui/icons.h"
#include "ui/pages/side_pane.h"
#include "ui/theme.h"
#include "ui/widgets/entry_view.h"
#include "ui/widgets/path_bar.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

namespace sqd::ui {

namespace {

constexpr int kFindDelayMs = 250;  // typing goes on faster than that
constexpr int kPaneDelayMs = 60;   // arrow keys held down pass many entries

QToolButton* iconButton(QWidget* parent, const char* themeName, const char* drawing, const QString& name, const QString& tip)
{
    auto* button = new QToolButton(parent);
    button->setIcon(icons::named(QLatin1String(themeName), QLatin1String(drawing)));
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

}  // namespace

BrowseContent::BrowseContent(QWidget* parent)
    : QWidget(parent), m_tree(new ImageTreeModel(this)), m_hits(new SearchModel(this)), m_sharing(this), m_search(this), m_locating(this),
      m_findDelay(new QTimer(this)), m_paneDelay(new QTimer(this))
{
    const int step = theme::unit(this);
    const int margin = theme::margin(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, step, 0, 0);
    column->setSpacing(step);
    buildHeader();
    buildFindBar();
    buildLists();
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(margin, 0, margin, step / 2);
    m_status = new TextLabel(TextLabel::Role::Secondary, {}, this);
    m_status->setElided(true);
    foot->addWidget(m_status, 1);
    column->addLayout(foot);

    m_findDelay->setSingleShot(true);
    m_findDelay->setInterval(kFindDelayMs);
    connect(m_findDelay, &QTimer::timeout, this, &BrowseContent::startSearch);
    m_paneDelay->setSingleShot(true);
    m_paneDelay->setInterval(kPaneDelayMs);
    connect(m_paneDelay, &QTimer::timeout, this, [this] {
        const auto place = current();
        if (m_image && place && !m_pane->isHidden())
            m_pane->show(m_image, *place);
        else
            m_pane->clear();
    });
    connect(m_tree, &ImageTreeModel::folderLoaded, this, &BrowseContent::folderArrived);
    connect(m_tree, &ImageTreeModel::folderFailed, this, [this](read::FolderId, const Error& error) {
        if (error.code != Errc::Cancelled)
            emit refused(tr("This folder cannot be read"), QString::fromStdString(error.line()));
    });
    present();
}

void BrowseContent::buildHeader()
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(theme::margin(this), 0, theme::margin(this), 0);
    row->setSpacing(theme::unit(this) / 2);
    m_back = iconButton(this, "go-previous", "back", tr("Back"), tr("Back (Alt+Left)"));
    m_forward = iconButton(this, "go-next", "forward", tr("Forward"), tr("Forward (Alt+Right)"));
    m_up = iconButton(this, "go-up", "up", tr("Up"), tr("Up (Alt+Up)"));
    m_path = new PathBar(this);
    m_findButton = iconButton(this, "edit-find", "find", tr("Find"), tr("Find (Ctrl+F)"));
    m_findButton->setText(tr("Find"));
    m_findButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_extract = iconButton(this, "archive-extract", "extract", tr("Extract"), tr("Take files out of the image (Ctrl+E)"));
    m_extract->setText(tr("Extract"));
    m_extract->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_extract->setPopupMode(QToolButton::MenuButtonPopup);
    m_extract->setAutoRaise(false);
    m_extractMenu = new QMenu(m_extract);
    m_extract->setMenu(m_extractMenu);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_back, m_forward, m_up, m_path, m_findButton, m_extract})
        row->addWidget(widget, widget == m_path ? 1 : 0);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_back, &QToolButton::clicked, this, &BrowseContent::goBack);
    connect(m_forward, &QToolButton::clicked, this, &BrowseContent::goForward);
    connect(m_up, &QToolButton::clicked, this, &BrowseContent::goUp);
    connect(m_findButton, &QToolButton::clicked, this, &BrowseContent::find);
    connect(m_extract, &QToolButton::clicked, this, &BrowseContent::extractRequested);
    connect(m_path, &PathBar::pathChosen, this, &BrowseContent::enterPath);
    connect(m_path, &PathBar::pathEntered, this, &BrowseContent::enterPath);
    connect(m_path, &PathBar::editingEnded, this, &BrowseContent::focusList);
}

void BrowseContent::buildFindBar()
{
    m_findBar = new QWidget(this);
    auto* row = new QHBoxLayout(m_findBar);
    row->setContentsMargins(theme::margin(this), 0, theme::margin(this), 0);
    row->setSpacing(theme::unit(this));
    m_findText = new QLineEdit(m_findBar);
    m_findText->setPlaceholderText(tr("Part of a name, or a pattern such as *.conf"));
    m_findText->setAccessibleName(tr("Find in the Image"));
    m_findText->setClearButtonEnabled(true);
    m_regex = new QToolButton(m_findBar);
    m_regex->setText(tr("Expression"));
    m_regex->setCheckable(true);
    m_regex->setAccessibleName(tr("Regular Expression"));
    m_regex->setToolTip(tr("Regular expression over the whole path"));
    m_regex->setFocusPolicy(Qt::StrongFocus);
    m_findStatus = new TextLabel(TextLabel::Role::Secondary, {}, m_findBar);
    auto* close = iconButton(m_findBar, "window-close", "close", tr("Close Search"), tr("Close search (Esc)"));
    row->addWidget(m_findText, 1);
    row->addWidget(m_regex);
    row->addWidget(m_findStatus);
    row->addWidget(close);
    m_findBar->hide();
    static_cast<QVBoxLayout*>(layout())->addWidget(m_findBar);
    connect(m_findText, &QLineEdit::textChanged, this, [this] { m_findDelay->start(); });
    connect(m_findText, &QLineEdit::returnPressed, this, [this] {
        startSearch();
        if (m_lists->currentWidget() == m_hitView)
            m_hitView->setFocus();
    });
    connect(m_regex, &QToolButton::toggled, this, [this] {
        m_findText->setPlaceholderText(m_regex->isChecked() ? tr("Expression over the path, such as ^usr/.*\\.so$") : tr("Part of a name, or a pattern such as *.conf"));
        startSearch();
    });
    connect(close, &QToolButton::clicked, this, &BrowseContent::closeFind);
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), m_findBar);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &BrowseContent::closeFind);
}

EntryView* BrowseContent::makeView(const QString& name, QAbstractItemModel* model)
{
    auto* view = new EntryView(name, m_lists);
    view->setModel(model);
    view->setColumnWidths();
    m_lists->addWidget(view);
    connectView(view);
    return view;
}

void BrowseContent::connectView(EntryView* view)
{
    connect(view, &EntryView::activated, this, &BrowseContent::activate);
    connect(view, &EntryView::previewRequested, this, &BrowseContent::showPreview);
    connect(view, &EntryView::upRequested, this, &BrowseContent::goUp);
    connect(view, &EntryView::dragRequested, this, &BrowseContent::dragRequested);
    connect(view, &EntryView::escapePressed, this, &BrowseContent::closeFind);
    connect(view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &BrowseContent::selectionMoved);
    connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this, &BrowseContent::selectionMoved);
    connect(view, &QWidget::customContextMenuRequested, this, [this, view](const QPoint& position) {
        if (view->currentIndex().isValid())
            m_entryMenu->popup(view->viewport()->mapToGlobal(position));
    });
}

void BrowseContent::buildLists()
{
    m_entryMenu = new QMenu(this);
    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->setChildrenCollapsible(false);
    m_lists = new QStackedWidget(m_splitter);
    m_treeView = makeView(tr("Entries"), m_tree);
    m_treeView->header()->setSortIndicator(0, Qt::AscendingOrder);
    m_treeView->setFinder([this](const QString& text, int after) { return m_tree->findRow(m_folder, text, after); });
    m_hitView = makeView(tr("Search Results"), m_hits);
    m_hitView->setRootIsDecorated(false);
    m_hitView->header()->setSortIndicator(static_cast<int>(EntryColumn::Folder), Qt::AscendingOrder);
    m_hitView->header()->moveSection(static_cast<int>(EntryColumn::Folder), 1);
    m_hitView->setFinder([this](const QString& text, int after) { return m_hits->findRow(text, after); });

    auto* nothing = new QWidget(m_lists);
    auto* column = new QVBoxLayout(nothing);
    m_nothing = new TextLabel(TextLabel::Role::Secondary, {}, nothing);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_clearSearch = new QToolButton(nothing);
    m_clearSearch->setText(tr("Clear"));
    m_clearSearch->setAccessibleName(tr("Clear the Search"));
    m_clearSearch->setFocusPolicy(Qt::StrongFocus);
    connect(m_clearSearch, &QToolButton::clicked, this, &BrowseContent::closeFind);
    column->addStretch(1);
    column->addWidget(m_nothing);
    column->addWidget(m_clearSearch, 0, Qt::AlignHCenter);
    column->addStretch(1);
    m_lists->addWidget(nothing);

    m_pane = new SidePane(m_splitter);
    connect(m_pane, &SidePane::closeRequested, this, [this] { setSidePaneShown(false); });
    m_lists->setMinimumHeight(6 * theme::unit(this));
    for (EntryView* view : {m_treeView, m_hitView})
        view->setMinimumHeight(6 * theme::unit(this));
    m_splitter->addWidget(m_lists);
    m_splitter->addWidget(m_pane);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setSizes({fontMetrics().averageCharWidth() * 90, fontMetrics().averageCharWidth() * 48});
    static_cast<QVBoxLayout*>(layout())->addWidget(m_splitter, 1);
}

}  // namespace sqd::ui
