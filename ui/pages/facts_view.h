// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/image_browser.h"
#include "ui/background.h"

#include <QWidget>

#include <memory>

class QFormLayout;
class QTabWidget;

namespace sqd::ui {

class PathBar;
class RowsView;
class TextLabel;
class TreemapWidget;

// What is known of an image as a whole: codec and tables, what takes its room, by kind, the largest files, duplicates.
class FactsView : public QWidget {
    Q_OBJECT
public:
    explicit FactsView(QWidget* parent = nullptr);
    void show(std::shared_ptr<operation::ImageBrowser> image);
    void clear();
    void focusFirst();
    [[nodiscard]] TreemapWidget* treemap() const { return m_treemap; }
    [[nodiscard]] bool ready() const { return m_facts != nullptr; }

signals:
    void backRequested();
    void revealRequested(const sqd::read::EntryPlace& place);
    void refused(const QString& text, const QString& details);

private:
    void present();
    void presentSummary();
    void presentTypes();
    void presentLargest();
    void presentDuplicates();
    void presentTables();
    void enter(read::FolderId folder);
    RowsView* addTable(const QString& title);

    std::shared_ptr<operation::ImageBrowser> m_image;
    std::shared_ptr<const operation::ImageFacts> m_facts;
    std::shared_ptr<const operation::FragmentShares> m_shares;
    LatestTask m_counting, m_tiling;
    read::FolderId m_folder = read::kRootFolder;
    TextLabel *m_title, *m_state;
    QFormLayout* m_summary;
    QWidget* m_summaryBox;
    PathBar* m_path;
    TreemapWidget* m_treemap;
    QTabWidget* m_tabs;
    RowsView *m_types, *m_largest, *m_duplicates, *m_tables;
};

}  // namespace sqd::ui
