// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/facts_view.h"

#include "ui/convert.h"
#include "ui/icons.h"
#include "ui/models/entry_text.h"
#include "ui/theme.h"
#include "ui/widgets/path_bar.h"
#include "ui/widgets/rows_view.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/treemap_widget.h"

#include <QDateTime>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QTabWidget>

#include <algorithm>

namespace sqd::ui {

namespace {

constexpr int kTileDepth = 3;
constexpr std::size_t kTiles = 60;

QString tableName(const std::string& name)
{
    if (name == "inodes")
        return FactsView::tr("Inodes");
    if (name == "directories")
        return FactsView::tr("Folders");
    if (name == "fragments")
        return FactsView::tr("Fragment blocks");
    if (name == "export")
        return FactsView::tr("Export");
    if (name == "ids")
        return FactsView::tr("Owners");
    return name == "xattrs" ? FactsView::tr("Extended attributes") : QString::fromStdString(name);
}

QString optionsText(const read::ImageInfo& info)
{
    QStringList options;
    for (const auto& option : info.options.values)
        options << QStringLiteral("%1 %2").arg(QString::fromUtf8(option.name.data(), static_cast<qsizetype>(option.name.size())), QString::fromStdString(option.text));
    const QString text = options.isEmpty() ? FactsView::tr("none") : options.join(QStringLiteral(", "));
    return info.optionsStored ? text : FactsView::tr("%1 (defaults)").arg(text);
}

}  // namespace

FactsView::FactsView(QWidget* parent)
    : QWidget(parent), m_counting(this), m_tiling(this), m_title(new TextLabel(TextLabel::Role::Section, {}, this)),
      m_state(new TextLabel(TextLabel::Role::Secondary, {}, this)), m_summary(new QFormLayout), m_summaryBox(new QWidget(this)), m_path(new PathBar(this)),
      m_treemap(new TreemapWidget(this)), m_tabs(new QTabWidget(this))
{
    const int step = theme::unit(this);
    const int margin = theme::margin(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(margin, step, margin, step);
    column->setSpacing(step);
    auto* head = new QHBoxLayout;
    auto* back = new QPushButton(icons::bundled(QStringLiteral("back")), tr("&Back to the Files"), this);
    connect(back, &QPushButton::clicked, this, &FactsView::backRequested);
    head->addWidget(back);
    head->addSpacing(step);
    m_title->setElided(true);
    head->addWidget(m_title, 1);
    head->addWidget(m_state);
    column->addLayout(head);

    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    auto* left = new QWidget(splitter);
    auto* leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(0, 0, step, 0);
    leftColumn->setSpacing(step);
    leftColumn->addWidget(m_path);
    leftColumn->addWidget(m_treemap, 1);
    auto* right = new QWidget(splitter);
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(step, 0, 0, 0);
    rightColumn->setSpacing(step);
    m_summary->setHorizontalSpacing(2 * step);
    m_summary->setVerticalSpacing(step / 2);
    m_summary->setContentsMargins(0, 0, 0, 0);
    m_summaryBox->setLayout(m_summary);
    rightColumn->addWidget(m_summaryBox);
    rightColumn->addWidget(m_tabs, 1);
    m_tabs->setDocumentMode(true);
    m_types = addTable(tr("Kinds"));
    m_largest = addTable(tr("Largest"));
    m_duplicates = addTable(tr("Duplicates"));
    m_tables = addTable(tr("Tables"));
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({fontMetrics().averageCharWidth() * 90, fontMetrics().averageCharWidth() * 70});
    column->addWidget(splitter, 1);

    connect(m_treemap, &TreemapWidget::folderChosen, this, &FactsView::enter);
    connect(m_treemap, &TreemapWidget::fileChosen, this, &FactsView::revealRequested);
    connect(m_treemap, &TreemapWidget::upRequested, this, [this] {
        if (const auto place = m_image ? m_image->index().placeOf(m_folder) : std::nullopt)
            enter(place->folder);
    });
    const auto goTo = [this](const std::string& path) {
        const auto place = m_image ? m_image->index().find(path, {}) : Result<std::optional<read::EntryPlace>>(cancelledError());
        if (!place) {
            emit refused(tr("%1 is not in the image").arg(isolated(shown(path))), {});
            return;
        }
        const auto listing = *place ? m_image->index().loaded((*place)->folder) : nullptr;
        enter(listing ? listing->entries[(*place)->row].folder : read::kRootFolder);
    };
    connect(m_path, &PathBar::pathChosen, this, goTo);
    connect(m_path, &PathBar::pathEntered, this, goTo);
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &FactsView::backRequested);
    connect(m_largest, &RowsView::rowActivated, this, [this](int row) {
        if (m_facts)
            emit revealRequested(m_facts->largest[static_cast<std::size_t>(row)].place);
    });
    connect(m_duplicates, &RowsView::rowActivated, this, [this](int row) {
        if (m_facts)
            emit revealRequested(m_facts->duplicates[static_cast<std::size_t>(row)].places.front());
    });
}

RowsView* FactsView::addTable(const QString& title)
{
    auto* table = new RowsView(title, m_tabs);
    m_tabs->addTab(table, title);
    return table;
}

void FactsView::clear()
{
    m_counting.cancel();
    m_tiling.cancel();
    m_image.reset();
    m_facts.reset();
    m_shares.reset();
    m_treemap->setTiles({});
    for (RowsView* table : {m_types, m_largest, m_duplicates, m_tables})
        table->setTable({});
}

void FactsView::show(std::shared_ptr<operation::ImageBrowser> image)
{
    if (image == m_image && m_facts)
        return;
    clear();
    m_image = std::move(image);
    m_title->setFullText(tr("What %1 holds").arg(isolated(shown(fileName(m_image->path())))));
    m_state->setFullText(tr("Counting…"));
    using Answer = std::pair<Result<std::shared_ptr<const operation::ImageFacts>>, Shares>;
    m_counting.start(
        [image = m_image](const std::stop_token& stop) {
            Answer answer{image->facts(stop), nullptr};
            if (answer.first) {
                if (auto shares = image->shares(stop))
                    answer.second = *shares;
            }
            return answer;
        },
        [this](const Answer& answer) {
            m_state->setFullText({});
            if (!answer.first || !answer.second) {
                emit refused(tr("The image could not be counted"), answer.first ? QString() : QString::fromStdString(answer.first.error().line()));
                return;
            }
            m_facts = *answer.first;
            m_shares = answer.second;
            present();
        });
}

void FactsView::focusFirst()
{
    m_treemap->setFocus();
}

void FactsView::enter(read::FolderId folder)
{
    if (folder == read::kNoFolder || !m_facts)
        return;
    m_folder = folder;
    m_path->setPath(m_image->index().path(folder));
    m_tiling.start(
        [image = m_image, facts = m_facts, shares = m_shares, folder](const std::stop_token&) {
            return operation::sizeTiles(image->index(), *facts, *shares, folder, kTileDepth, kTiles);
        },
        [this](const std::vector<operation::SizeTile>& tiles) { m_treemap->setTiles(tiles); });
}

void FactsView::present()
{
    presentSummary();
    presentTypes();
    presentLargest();
    presentDuplicates();
    presentTables();
    enter(read::kRootFolder);
}

void FactsView::presentSummary()
{
    while (m_summary->rowCount() > 0)
        m_summary->removeRow(0);
    const auto add = [this](const QString& title, const QString& text) {
        auto* value = new TextLabel(TextLabel::Role::Body, text, m_summaryBox);
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_summary->addRow(new TextLabel(TextLabel::Role::Secondary, title, m_summaryBox), value);
    };
    const read::ImageInfo& info = m_facts->info;
    const operation::FolderTotals& all = m_facts->folders.front();
    add(tr("Codec"), tr("%1, blocks of %2").arg(QString::fromStdString(info.codec), blockSizeText(info.blockSize)));
    add(tr("Options"), optionsText(info));
    add(tr("Made"), timeText(info.mkfsTime));
    add(tr("Image"), info.trailingBytes != 0 && !info.trailingZero ? tr("%1, then %2 of other data").arg(dataSize(info.bytesUsed), dataSize(info.trailingBytes)) : dataSize(info.bytesUsed));
    if (info.offset != 0)
        add(tr("Begins"), tr("at byte %1 of the file").arg(wholeNumber(info.offset)));
    const double ratio = all.storedBytes != 0 ? static_cast<double>(all.sizeBytes) / static_cast<double>(all.storedBytes) : 0;
    add(tr("Contents"), ratio > 0 ? tr("%1, stored as %2 (ratio %3)").arg(dataSize(all.sizeBytes), dataSize(all.storedBytes), decimal(ratio, 2)) : dataSize(all.sizeBytes));
    add(tr("Entries"), tr("%1 files, %2 folders, %3 links, %4 others")
                           .arg(wholeNumber(info.files), wholeNumber(info.directories), wholeNumber(info.symlinks), wholeNumber(info.others)));
    if (m_facts->savedBytes != 0)
        add(tr("Sharing"), tr("%1 saved by shared data").arg(dataSize(m_facts->savedBytes)));
    const std::uint64_t damaged = m_facts->damagedEntries + m_facts->damagedFolders;
    if (damaged != 0)
        add(tr("Damage"), tr("%Ln damaged entry(ies)", nullptr, static_cast<int>(std::min<std::uint64_t>(damaged, 2'000'000'000))));
}

void FactsView::presentTypes()
{
    RowsModel::Table table;
    table.titles = {tr("Kind"), tr("Files"), tr("Size"), tr("Stored"), tr("Ratio")};
    table.rows = static_cast<int>(m_facts->types.size());
    table.numeric = {1, 2, 3, 4};
    table.text = [facts = m_facts](int row, int column) {
        const operation::TypeFacts& type = facts->types[static_cast<std::size_t>(row)];
        switch (column) {
        case 0:
            return type.suffix.empty() ? tr("no suffix") : QLatin1Char('.') + shown(type.suffix);
        case 1:
            return wholeNumber(type.files);
        case 2:
            return dataSize(type.sizeBytes);
        case 3:
            return dataSize(type.storedBytes);
        default:
            return ratioText(type.sizeBytes, type.storedBytes);
        }
    };
    table.sortKey = [facts = m_facts](int row, int column) -> QVariant {
        const operation::TypeFacts& type = facts->types[static_cast<std::size_t>(row)];
        const double ratio = type.storedBytes != 0 ? static_cast<double>(type.sizeBytes) / static_cast<double>(type.storedBytes) : 0;
        const double figures[] = {0, static_cast<double>(type.files), static_cast<double>(type.sizeBytes), static_cast<double>(type.storedBytes), ratio};
        return column == 0 ? QVariant(shown(type.suffix)) : QVariant(figures[column]);
    };
    m_types->setTable(std::move(table));
    m_types->setWidths(0, {10, 9, 12, 12, 8});
}

void FactsView::presentLargest()
{
    RowsModel::Table table;
    table.titles = {tr("Path"), tr("Size"), tr("Stored"), tr("Ratio")};
    table.rows = static_cast<int>(m_facts->largest.size());
    table.numeric = {1, 2, 3};
    table.text = [facts = m_facts, image = m_image](int row, int column) {
        const operation::LargeFile& file = facts->largest[static_cast<std::size_t>(row)];
        switch (column) {
        case 0:
            return shown(image->index().path(file.place));
        case 1:
            return dataSize(file.sizeBytes);
        case 2:
            return dataSize(file.storedBytes);
        default:
            return ratioText(file.sizeBytes, file.storedBytes);
        }
    };
    table.sortKey = [facts = m_facts, image = m_image](int row, int column) -> QVariant {
        const operation::LargeFile& file = facts->largest[static_cast<std::size_t>(row)];
        if (column == 0)
            return shown(image->index().path(file.place));
        if (column == 3)
            return static_cast<double>(file.sizeBytes) / static_cast<double>(std::max<std::uint64_t>(1, file.storedBytes));
        return static_cast<double>(column == 1 ? file.sizeBytes : file.storedBytes);
    };
    m_largest->setTable(std::move(table));
    m_largest->setWidths(0, {20, 12, 12, 8});
}

void FactsView::presentDuplicates()
{
    RowsModel::Table table;
    table.titles = {tr("File"), tr("Times"), tr("Saved")};
    table.rows = static_cast<int>(m_facts->duplicates.size());
    table.numeric = {1, 2};
    table.text = [facts = m_facts, image = m_image](int row, int column) {
        const operation::DuplicateGroup& group = facts->duplicates[static_cast<std::size_t>(row)];
        if (column == 0) {
            constexpr std::size_t kNamed = 4;
            QStringList paths;
            for (std::size_t i = 0; i < group.places.size() && i < kNamed; ++i)
                paths << shown(image->index().path(group.places[i]));
            return group.places.size() > kNamed ? paths.join(QStringLiteral(", ")) + QStringLiteral(", …") : paths.join(QStringLiteral(", "));
        }
        return column == 1 ? wholeNumber(group.places.size()) : dataSize(group.savedBytes);
    };
    table.sortKey = [facts = m_facts, image = m_image](int row, int column) -> QVariant {
        const operation::DuplicateGroup& group = facts->duplicates[static_cast<std::size_t>(row)];
        if (column == 0)
            return shown(image->index().path(group.places.front()));
        return static_cast<double>(column == 1 ? group.places.size() : group.savedBytes);
    };
    m_duplicates->setTable(std::move(table));
    m_duplicates->setWidths(0, {20, 9, 12});
}

void FactsView::presentTables()
{
    RowsModel::Table table;
    table.titles = {tr("Table"), tr("At byte"), tr("Size")};
    table.rows = static_cast<int>(m_facts->info.tables.size());
    table.numeric = {1, 2};
    table.text = [facts = m_facts](int row, int column) {
        const read::TablePlace& one = facts->info.tables[static_cast<std::size_t>(row)];
        return column == 0 ? tableName(one.name) : column == 1 ? wholeNumber(one.position) : dataSize(one.sizeBytes);
    };
    table.sortKey = [facts = m_facts](int row, int column) -> QVariant {
        const read::TablePlace& one = facts->info.tables[static_cast<std::size_t>(row)];
        return column == 0 ? QVariant(tableName(one.name)) : QVariant(static_cast<double>(column == 1 ? one.position : one.sizeBytes));
    };
    m_tables->setTable(std::move(table));
    m_tables->setWidths(0, {14, 14, 12});
}

}  // namespace sqd::ui
