// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/image_tree_model.h"

#include "ui/convert.h"

#include <algorithm>
#include <utility>

namespace sqd::ui {

namespace {

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool beginsWith(std::string_view name, const std::string& text)
{
    return name.size() >= text.size() && std::equal(text.begin(), text.end(), name.begin(), [](char a, char b) { return lowered(a) == lowered(b); });
}

// A listing and the order in which its rows are shown.
struct Arrival {
    Result<std::shared_ptr<const read::FolderListing>> listing;
    std::vector<std::uint32_t> order;
};

}  // namespace

void ImageTreeModel::Rows::set(std::vector<std::uint32_t> rows)
{
    order = std::move(rows);
    position.assign(order.size(), 0);
    for (std::uint32_t shown = 0; shown < order.size(); ++shown)
        position[order[shown]] = shown;
}

ImageTreeModel::ImageTreeModel(QObject* parent) : QAbstractItemModel(parent), m_sorting(this) {}

ImageTreeModel::~ImageTreeModel()
{
    m_stop.request_stop();
}

void ImageTreeModel::setImage(std::shared_ptr<operation::ImageBrowser> image)
{
    beginResetModel();
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_sorting.cancel();
    ++m_generation;
    m_nodes.clear();
    m_waiting.clear();
    m_lastFolder = read::kNoFolder;
    m_lastNode = nullptr;
    m_image = std::move(image);
    m_shares.reset();
    endResetModel();
}

void ImageTreeModel::setShares(Shares shares)
{
    m_shares = std::move(shares);
    for (const auto& [folder, node] : m_nodes) {
        if (!node->listing || node->listing->entries.empty())
            continue;
        const QModelIndex parent = folderIndex(folder);
        emit dataChanged(index(0, static_cast<int>(EntryColumn::Stored), parent),
            index(static_cast<int>(node->listing->entries.size()) - 1, static_cast<int>(EntryColumn::Ratio), parent));
    }
    if (m_order.column == EntryColumn::Stored || m_order.column == EntryColumn::Ratio)
        resort();
}

const ImageTreeModel::Node* ImageTreeModel::node(read::FolderId folder) const
{
    if (folder == m_lastFolder)
        return m_lastNode;
    const auto found = m_nodes.find(folder);
    if (found == m_nodes.end())
        return nullptr;
    m_lastFolder = folder;
    m_lastNode = found->second.get();
    return m_lastNode;
}

bool ImageTreeModel::isLoaded(read::FolderId folder) const
{
    const Node* found = node(folder);
    return found && found->listing;
}

std::shared_ptr<const read::FolderListing> ImageTreeModel::listing(read::FolderId folder) const
{
    const Node* found = node(folder);
    return found ? found->listing : nullptr;
}

void ImageTreeModel::request(read::FolderId folder)
{
    if (!m_image || folder == read::kNoFolder)
        return;
    if (isLoaded(folder)) {
        emit folderLoaded(folder);
        return;
    }
    // The way there must be known to the model before the rows can stand under it.
    if (const auto place = m_image->index().placeOf(folder); place && !isLoaded(place->folder)) {
        m_waiting.push_back(folder);
        request(place->folder);
        return;
    }
    if (!m_nodes.emplace(folder, std::make_unique<Node>()).second)
        return;  // it is being read
    inBackground(
        this, [image = m_image, folder, order = m_order, shares = m_shares, stop = m_stop.get_token()] {
            Arrival arrival{image->folder(folder, stop), {}};
            if (arrival.listing)
                arrival.order = sortedRows(**arrival.listing, order, shares);
            return arrival;
        },
        [this, folder, generation = m_generation, order = m_order](const Arrival& arrival) {
            if (generation != m_generation)
                return;
            if (arrival.listing) {
                arrived(folder, *arrival.listing, arrival.order, order);
                return;
            }
            m_nodes.erase(folder);
            m_lastFolder = read::kNoFolder;
            emit folderFailed(folder, arrival.listing.error());
        },
        Threads::Images);
}

void ImageTreeModel::arrived(read::FolderId folder, std::shared_ptr<const read::FolderListing> listing, std::vector<std::uint32_t> order, const EntryOrder& wanted)
{
    Node& node = *m_nodes[folder];
    const int count = static_cast<int>(listing->entries.size());
    const auto take = [&] {
        node.listing = std::move(listing);
        node.rows.set(std::move(order));
    };
    if (count > 0) {
        beginInsertRows(folderIndex(folder), 0, count - 1);
        take();
        endInsertRows();
    } else {
        take();
    }
    emit folderLoaded(folder);
    if (!(wanted == m_order))
        resort();
    const std::vector<read::FolderId> waiting = std::exchange(m_waiting, {});
    for (const read::FolderId one : waiting)
        request(one);
}

QModelIndex ImageTreeModel::folderIndex(read::FolderId folder) const
{
    if (!m_image)
        return {};
    const auto place = m_image->index().placeOf(folder);
    return place ? indexOf(*place) : QModelIndex();
}

QModelIndex ImageTreeModel::indexOf(const read::EntryPlace& place) const
{
    const Node* found = node(place.folder);
    if (!found || !found->listing || place.row >= found->listing->entries.size())
        return {};
    return createIndex(found->rows.shown(place.row), 0, static_cast<quintptr>(place.folder));
}

read::EntryPlace ImageTreeModel::place(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    const auto folder = static_cast<read::FolderId>(index.internalId());
    const Node* found = node(folder);
    return found ? read::EntryPlace{folder, found->rows.listed(index.row())} : read::EntryPlace{};
}

const read::IndexEntry* ImageTreeModel::entry(const QModelIndex& index) const
{
    if (!index.isValid())
        return nullptr;
    const Node* found = node(static_cast<read::FolderId>(index.internalId()));
    return found && found->listing ? &found->listing->entries[found->rows.listed(index.row())] : nullptr;
}

read::FolderId ImageTreeModel::folderOf(const QModelIndex& index) const
{
    if (!index.isValid())
        return read::kRootFolder;
    const read::IndexEntry* found = entry(index);
    return found ? found->folder : read::kNoFolder;
}

int ImageTreeModel::findRow(read::FolderId folder, const QString& text, int after) const
{
    const Node* found = node(folder);
    if (!found || !found->listing || text.isEmpty())
        return -1;
    const std::string wanted = toPath(text);
    const int count = static_cast<int>(found->listing->entries.size());
    for (int step = 1; step <= count; ++step) {
        const int row = (after + step) % count;
        if (beginsWith(found->listing->name(found->listing->entries[found->rows.listed(row)]), wanted))
            return row;
    }
    return -1;
}

QModelIndex ImageTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column < 0 || column >= kEntryColumns || row >= rowCount(parent))
        return {};
    return createIndex(row, column, static_cast<quintptr>(folderOf(parent)));
}

QModelIndex ImageTreeModel::parent(const QModelIndex& index) const
{
    return index.isValid() ? folderIndex(static_cast<read::FolderId>(index.internalId())) : QModelIndex();
}

int ImageTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!m_image || parent.column() > 0)
        return 0;
    const Node* found = node(folderOf(parent));
    return found && found->listing ? static_cast<int>(found->listing->entries.size()) : 0;
}

int ImageTreeModel::columnCount(const QModelIndex&) const
{
    return kEntryColumns;
}

bool ImageTreeModel::hasChildren(const QModelIndex& parent) const
{
    if (!m_image || parent.column() > 0)
        return false;
    const read::FolderId folder = folderOf(parent);
    if (folder == read::kNoFolder)
        return false;
    const auto found = m_nodes.find(folder);
    return found == m_nodes.end() || !found->second->listing || !found->second->listing->entries.empty();
}

bool ImageTreeModel::canFetchMore(const QModelIndex& parent) const
{
    const read::FolderId folder = m_image && parent.column() <= 0 ? folderOf(parent) : read::kNoFolder;
    return folder != read::kNoFolder && !m_nodes.contains(folder);
}

void ImageTreeModel::fetchMore(const QModelIndex& parent)
{
    if (canFetchMore(parent))
        request(folderOf(parent));
}

QVariant ImageTreeModel::data(const QModelIndex& index, int role) const
{
    const read::IndexEntry* found = entry(index);
    if (!found)
        return {};
    return entryData(*node(static_cast<read::FolderId>(index.internalId()))->listing, *found, m_shares, static_cast<EntryColumn>(index.column()), role);
}

QVariant ImageTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal ? entryHeader(static_cast<EntryColumn>(section), role) : QVariant();
}

Qt::ItemFlags ImageTreeModel::flags(const QModelIndex& index) const
{
    const read::IndexEntry* found = entry(index);
    if (!found)
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled;
    return found->isDirectory() ? flags : flags | Qt::ItemNeverHasChildren;
}

void ImageTreeModel::sort(int column, Qt::SortOrder order)
{
    const EntryOrder wanted{static_cast<EntryColumn>(std::max(0, column)), order == Qt::DescendingOrder};
    if (wanted == m_order)
        return;
    m_order = wanted;
    resort();
}

void ImageTreeModel::resort()
{
    std::vector<std::pair<read::FolderId, std::shared_ptr<const read::FolderListing>>> listings;
    for (const auto& [folder, node] : m_nodes) {
        if (node->listing)
            listings.emplace_back(folder, node->listing);
    }
    if (listings.empty())
        return;
    using Orders = std::vector<std::pair<read::FolderId, std::vector<std::uint32_t>>>;
    m_sorting.start(
        [listings = std::move(listings), order = m_order, shares = m_shares](const std::stop_token& stop) {
            Orders orders;
            for (const auto& [folder, listing] : listings) {
                if (stop.stop_requested())
                    break;
                orders.emplace_back(folder, sortedRows(*listing, order, shares));
            }
            return orders;
        },
        [this](const Orders& orders) { applyOrders(orders); });
}

void ImageTreeModel::applyOrders(const std::vector<std::pair<read::FolderId, std::vector<std::uint32_t>>>& orders)
{
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<read::EntryPlace> places;
    places.reserve(static_cast<std::size_t>(before.size()));
    for (const QModelIndex& one : before)
        places.push_back(place(one));
    for (const auto& [folder, order] : orders) {
        if (const auto found = m_nodes.find(folder); found != m_nodes.end())
            found->second->rows.set(order);
    }
    QModelIndexList after;
    after.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i) {
        const QModelIndex moved = indexOf(places[static_cast<std::size_t>(i)]);
        after << (moved.isValid() ? createIndex(moved.row(), before[i].column(), moved.internalId()) : QModelIndex());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

}  // namespace sqd::ui
