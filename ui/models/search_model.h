// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/image_browser.h"
#include "ui/background.h"
#include "ui/models/entry_text.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace sqd::ui {

// What a search found, flat, with the folder of each hit as the last column.
class SearchModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit SearchModel(QObject* parent = nullptr);

    // Replaces everything in one reset.
    void setHits(std::shared_ptr<operation::ImageBrowser> image, std::vector<read::EntryPlace> hits);
    void setShares(Shares shares);
    [[nodiscard]] read::EntryPlace place(const QModelIndex& index) const;
    [[nodiscard]] const read::IndexEntry* entry(const QModelIndex& index) const;
    // As ImageTreeModel::findRow().
    [[nodiscard]] int findRow(const QString& text, int after) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    [[nodiscard]] std::shared_ptr<const read::FolderListing> listingAt(int row) const;

    std::shared_ptr<operation::ImageBrowser> m_image;
    Shares m_shares;
    std::vector<read::EntryPlace> m_found;  // in the order of the tree
    std::vector<read::EntryPlace> m_hits;   // as shown
    EntryOrder m_order;
    LatestTask m_sorting;
};

}  // namespace sqd::ui
