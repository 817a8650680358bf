// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/image_browser.h"
#include "ui/background.h"
#include "ui/models/entry_text.h"

#include <QAbstractItemModel>

#include <memory>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace sqd::ui {

// The tree of an open image. A folder's rows arrive in one signal when it has been read on another thread, which fetchMore() asks for;
// nothing is read or allocated for a row. An index's id is the folder that lists it.
class ImageTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    explicit ImageTreeModel(QObject* parent = nullptr);
    ~ImageTreeModel() override;

    void setImage(std::shared_ptr<operation::ImageBrowser> image);  // null = none
    [[nodiscard]] const std::shared_ptr<operation::ImageBrowser>& image() const { return m_image; }
    // Stored sizes are shown as soon as the shares are known.
    void setShares(Shares shares);
    [[nodiscard]] const Shares& shares() const { return m_shares; }
    // Asks for a folder's rows; folderLoaded() follows, at once when they are there.
    void request(read::FolderId folder);
    [[nodiscard]] bool isLoaded(read::FolderId folder) const;
    [[nodiscard]] std::shared_ptr<const read::FolderListing> listing(read::FolderId folder) const;  // null until it is loaded here

    // The index under which a folder's rows stand; invalid for the root, and for folders whose own row is not loaded.
    [[nodiscard]] QModelIndex folderIndex(read::FolderId folder) const;
    [[nodiscard]] QModelIndex indexOf(const read::EntryPlace& place) const;
    [[nodiscard]] read::EntryPlace place(const QModelIndex& index) const;  // kNoFolder for an invalid one
    [[nodiscard]] const read::IndexEntry* entry(const QModelIndex& index) const;
    [[nodiscard]] read::FolderId folderOf(const QModelIndex& index) const;  // root for an invalid one; kNoFolder for what is no folder
    // The next row whose name begins with `text` (any case), after `after` and around; -1 = none. Without any string conversion.
    [[nodiscard]] int findRow(read::FolderId folder, const QString& text, int after) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex& parent = {}) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    void folderLoaded(sqd::read::FolderId folder);
    // The folder could not be read at all (memory, a limit); damage is no failure but stands in the listing.
    void folderFailed(sqd::read::FolderId folder, const sqd::Error& error);

private:
    struct Rows {
        std::vector<std::uint32_t> order;     // shown row → row of the listing; empty = the same
        std::vector<std::uint32_t> position;  // the way back
        void set(std::vector<std::uint32_t> rows);
        [[nodiscard]] std::uint32_t listed(int shown) const { return order.empty() ? static_cast<std::uint32_t>(shown) : order[static_cast<std::size_t>(shown)]; }
        [[nodiscard]] int shown(std::uint32_t listed) const { return static_cast<int>(position.empty() ? listed : position[listed]); }
    };
    struct Node {
        std::shared_ptr<const read::FolderListing> listing;  // null while it is being read
        Rows rows;
    };
    [[nodiscard]] const Node* node(read::FolderId folder) const;
    void arrived(read::FolderId folder, std::shared_ptr<const read::FolderListing> listing, std::vector<std::uint32_t> order, const EntryOrder& wanted);
    void resort();
    void applyOrders(const std::vector<std::pair<read::FolderId, std::vector<std::uint32_t>>>& orders);

    std::shared_ptr<operation::ImageBrowser> m_image;
    Shares m_shares;
    EntryOrder m_order;
    std::stop_source m_stop;  // of the listings that are being read
    quint64 m_generation = 0;
    LatestTask m_sorting;
    std::unordered_map<read::FolderId, std::unique_ptr<Node>> m_nodes;
    std::vector<read::FolderId> m_waiting;  // asked for, but the folders above them are still being read
    mutable read::FolderId m_lastFolder = read::kNoFolder;  // views ask for the rows of one folder a million times in a row
    mutable const Node* m_lastNode = nullptr;
};

}  // namespace sqd::ui
