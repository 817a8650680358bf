// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/image_browser.h"
#include "ui/background.h"
#include "ui/models/image_tree_model.h"
#include "ui/models/search_model.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QLineEdit;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace sqd::ui {

class EntryView;
class PathBar;
class SidePane;
class TextLabel;

// An open image: path, list, search, side pane. Goes through the tree and says what was chosen; does nothing else with it.
class BrowseContent : public QWidget {
    Q_OBJECT
public:
    explicit BrowseContent(QWidget* parent = nullptr);

    void setImage(std::shared_ptr<operation::ImageBrowser> image);
    [[nodiscard]] const std::shared_ptr<operation::ImageBrowser>& image() const { return m_image; }
    void setStatus(const QString& facts);  // what the status line says of the image
    [[nodiscard]] QMenu* extractMenu() const { return m_extractMenu; }
    [[nodiscard]] QMenu* entryMenu() const { return m_entryMenu; }

    void enter(read::FolderId folder);
    void enterPath(const std::string& path);
    // Shows an entry in its folder, selected.
    void reveal(const read::EntryPlace& place);
    void goBack();
    void goForward();
    void goUp();
    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_history.size(); }
    [[nodiscard]] bool canGoUp() const { return m_folder != read::kRootFolder; }
    void editLocation();
    void find();
    void closeFind();
    [[nodiscard]] bool searching() const;  // the results are shown
    void setSidePaneShown(bool shown);
    [[nodiscard]] bool sidePaneShown() const;
    void showPreview();
    void showProperties();
    void focusList();
    void selectAll();

    [[nodiscard]] read::FolderId folder() const { return m_folder; }
    [[nodiscard]] int selectedCount() const;
    // Entries that are selected, at most `limit`; without a selection the current one.
    [[nodiscard]] std::vector<read::EntryPlace> selection(int limit) const;
    [[nodiscard]] std::optional<read::EntryPlace> current() const;
    [[nodiscard]] EntryView* list() const;
    [[nodiscard]] ImageTreeModel* treeModel() const { return m_tree; }
    [[nodiscard]] SearchModel* searchModel() const { return m_hits; }
    [[nodiscard]] SidePane* sidePane() const { return m_pane; }
    // The selected rows as tab-separated text.
    [[nodiscard]] QString selectionAsText() const;

signals:
    void changed();  // where it is, what is selected, what is possible
    void openRequested(const sqd::read::EntryPlace& place);  // Enter or a double click on what is no folder
    void dragRequested();
    void extractRequested();
    void refused(const QString& text, const QString& details);
    void sidePaneChanged(bool shown);

private:
    void buildHeader();
    void buildFindBar();
    void buildLists();
    EntryView* makeView(const QString& name, QAbstractItemModel* model);
    void connectView(EntryView* view);
    void show(read::FolderId folder);
    void folderArrived(read::FolderId folder);
    void activate(const QModelIndex& index);
    void startSearch();
    void presentHits(const Result<std::vector<read::EntryPlace>>& hits);
    void selectionMoved();
    void present();
    [[nodiscard]] read::EntryPlace placeOf(const QModelIndex& index) const;
    [[nodiscard]] const read::IndexEntry* entryOf(const QModelIndex& index) const;

    std::shared_ptr<operation::ImageBrowser> m_image;
    ImageTreeModel* m_tree;
    SearchModel* m_hits;
    LatestTask m_sharing, m_search, m_locating;
    std::vector<read::FolderId> m_history{read::kRootFolder};
    std::size_t m_at = 0;
    read::FolderId m_folder = read::kRootFolder;
    std::optional<read::EntryPlace> m_wanted;  // to be selected when its folder is there
    operation::SearchQuery m_query;
    QString m_facts;

    QToolButton *m_back, *m_forward, *m_up, *m_findButton, *m_extract;
    QMenu *m_extractMenu, *m_entryMenu;
    PathBar* m_path;
    QWidget* m_findBar;
    QLineEdit* m_findText;
    QToolButton* m_regex;
    TextLabel* m_findStatus;
    QTimer* m_findDelay;
    QTimer* m_paneDelay;
    QSplitter* m_splitter;
    QStackedWidget* m_lists;
    EntryView *m_treeView, *m_hitView;
    TextLabel* m_nothing;
    QToolButton* m_clearSearch;
    SidePane* m_pane;
    TextLabel* m_status;
};

}  // namespace sqd::ui
