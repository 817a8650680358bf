// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/entry_text.h"

#include "ui/convert.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QGuiApplication>
#include <QHash>
#include <QLocale>
#include <QPalette>

#include <algorithm>
#include <numeric>

namespace sqd::ui {

using format::InodeType;

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("Entry", text);
}

QString iconName(const read::IndexEntry& entry)
{
    if (entry.damage != read::EntryDamage::None)
        return QStringLiteral("warning");
    switch (entry.type) {
    case InodeType::Directory:
        return QStringLiteral("folder");
    case InodeType::File:
        return QStringLiteral("file");
    case InodeType::Symlink:
        return QStringLiteral("link");
    default:
        return QStringLiteral("device");
    }
}

QString cellText(const read::FolderListing& listing, const read::IndexEntry& entry, const Shares& shares, EntryColumn column)
{
    const auto stored = shares ? shares->storedBytes(entry) : std::nullopt;
    switch (column) {
    case EntryColumn::Name:
        return shown(listing.name(entry));
    case EntryColumn::Size:
        return entry.isFile() && entry.damage != read::EntryDamage::Record ? dataSize(entry.sizeBytes) : QString();
    case EntryColumn::Stored:
        return stored ? dataSize(*stored) : QString();
    case EntryColumn::Ratio:
        return stored ? ratioText(entry.sizeBytes, *stored) : QString();
    case EntryColumn::Mode:
        return entry.damage == read::EntryDamage::Record ? QString() : modeText(entry);
    case EntryColumn::Owner:
        return entry.damage == read::EntryDamage::Record ? QString() : ownerText(entry);
    case EntryColumn::Modified:
        return entry.damage == read::EntryDamage::Record ? QString() : timeText(entry.mtime);
    case EntryColumn::Folder:
        break;
    }
    return {};
}

int alignment(EntryColumn column)
{
    const bool figure = column == EntryColumn::Size || column == EntryColumn::Stored || column == EntryColumn::Ratio;
    return static_cast<int>((figure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QString toolTip(const read::FolderListing& listing, const read::IndexEntry& entry, EntryColumn column)
{
    if (entry.damage != read::EntryDamage::None)
        return damageText(entry.damage);
    if (column == EntryColumn::Size && entry.isFile())
        return QCoreApplication::translate("Entry", "%1 bytes").arg(wholeNumber(entry.sizeBytes));
    return column == EntryColumn::Name ? shown(listing.name(entry)) : QString();
}

}  // namespace

QString columnTitle(EntryColumn column)
{
    switch (column) {
    case EntryColumn::Name:
        return words(QT_TRANSLATE_NOOP("Entry", "Name"));
    case EntryColumn::Size:
        return words(QT_TRANSLATE_NOOP("Entry", "Size"));
    case EntryColumn::Stored:
        return words(QT_TRANSLATE_NOOP("Entry", "Stored"));
    case EntryColumn::Ratio:
        return words(QT_TRANSLATE_NOOP("Entry", "Ratio"));
    case EntryColumn::Mode:
        return words(QT_TRANSLATE_NOOP("Entry", "Mode"));
    case EntryColumn::Owner:
        return words(QT_TRANSLATE_NOOP("Entry", "Owner"));
    case EntryColumn::Modified:
        return words(QT_TRANSLATE_NOOP("Entry", "Modified"));
    case EntryColumn::Folder:
        break;
    }
    return words(QT_TRANSLATE_NOOP("Entry", "Folder"));
}

QString kindText(const read::IndexEntry& entry)
{
    switch (entry.type) {
    case InodeType::Directory:
        return words(QT_TRANSLATE_NOOP("Entry", "Folder"));
    case InodeType::File:
        return words(QT_TRANSLATE_NOOP("Entry", "File"));
    case InodeType::Symlink:
        return words(QT_TRANSLATE_NOOP("Entry", "Link"));
    case InodeType::BlockDevice:
        return words(QT_TRANSLATE_NOOP("Entry", "Block device"));
    case InodeType::CharDevice:
        return words(QT_TRANSLATE_NOOP("Entry", "Character device"));
    case InodeType::Fifo:
        return words(QT_TRANSLATE_NOOP("Entry", "Pipe"));
    case InodeType::Socket:
        return words(QT_TRANSLATE_NOOP("Entry", "Socket"));
    }
    return {};
}

QString modeText(const read::IndexEntry& entry)
{
    static constexpr char kTypes[] = "?d-lbcps";
    QString text(10, QLatin1Char('-'));
    text[0] = QLatin1Char(kTypes[static_cast<std::size_t>(entry.type) & 7U]);
    for (int bit = 0; bit < 9; ++bit) {
        if ((entry.mode >> (8 - bit) & 1) != 0)
            text[1 + bit] = QLatin1Char("rwx"[bit % 3]);
    }
    const auto special = [&](unsigned mask, int at, char with, char without) {
        if ((entry.mode & mask) != 0)
            text[at] = QLatin1Char(text[at] == QLatin1Char('x') ? with : without);
    };
    special(04000, 3, 's', 'S');
    special(02000, 6, 's', 'S');
    special(01000, 9, 't', 'T');
    return text;
}

QString ownerText(const read::IndexEntry& entry)
{
    // Names of this computer's users would be wrong for an image of another one; only 0 is the same everywhere.
    const auto name = [](std::uint32_t id) { return id == 0 ? QStringLiteral("root") : QString::number(id); };
    return name(entry.uid) + QLatin1Char(':') + name(entry.gid);
}

QString timeText(std::uint32_t mtime)
{
    return QLocale().toString(QDateTime::fromSecsSinceEpoch(mtime), QLocale::ShortFormat);
}

QString ratioText(std::uint64_t size, std::uint64_t stored)
{
    return stored == 0 || size == 0 ? QString() : decimal(static_cast<double>(size) / static_cast<double>(stored), 1);
}

QString damageText(read::EntryDamage damage)
{
    switch (damage) {
    case read::EntryDamage::None:
        return {};
    case read::EntryDamage::Name:
        return words(QT_TRANSLATE_NOOP("Entry", "Damaged: nothing can be called like this"));
    case read::EntryDamage::Duplicate:
        return words(QT_TRANSLATE_NOOP("Entry", "Damaged: the folder has this name twice"));
    case read::EntryDamage::Record:
        return words(QT_TRANSLATE_NOOP("Entry", "Damaged: its record cannot be read"));
    case read::EntryDamage::Type:
    case read::EntryDamage::Number:
        return words(QT_TRANSLATE_NOOP("Entry", "Damaged: the folder and the record do not agree"));
    case read::EntryDamage::Loop:
        return words(QT_TRANSLATE_NOOP("Entry", "Damaged: this folder stands at another place too"));
    case read::EntryDamage::Depth:
        return words(QT_TRANSLATE_NOOP("Entry", "Too many folders below each other"));
    case read::EntryDamage::Blocks:
        return words(QT_TRANSLATE_NOOP("Entry", "Damaged: the list of its blocks is broken"));
    }
    return {};
}

QIcon entryIcon(const read::IndexEntry& entry)
{
    // Drawn once for each palette: parsing the drawing for every row would make scrolling slow.
    static QHash<QString, QIcon> drawn;
    static qint64 drawnFor = 0;
    const QPalette palette = QGuiApplication::palette();
    if (drawnFor != palette.cacheKey()) {
        drawn.clear();
        drawnFor = palette.cacheKey();
    }
    const QString name = iconName(entry);
    QIcon& icon = drawn[name];
    if (icon.isNull()) {
        constexpr int kLogicalSize = 48;  // scaled down to any row
        QColor colour = theme::secondaryText(palette);
        if (name == QLatin1String("folder"))
            colour = theme::accent(palette);
        else if (name == QLatin1String("warning"))
            colour = theme::tone(palette, theme::Tone::Warning);
        icon.addPixmap(icons::tinted(name, kLogicalSize, colour, 1.0), QIcon::Normal);
        icon.addPixmap(icons::tinted(name, kLogicalSize, palette.color(QPalette::Active, QPalette::HighlightedText), 1.0), QIcon::Selected);
    }
    return icon;
}

QVariant entryHeader(EntryColumn column, int role)
{
    if (role == Qt::DisplayRole)
        return columnTitle(column);
    return role == Qt::TextAlignmentRole ? QVariant(alignment(column)) : QVariant();
}

QVariant entryData(const read::FolderListing& listing, const read::IndexEntry& entry, const Shares& shares, EntryColumn column, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return cellText(listing, entry, shares, column);
    case Qt::DecorationRole:
        return column == EntryColumn::Name ? QVariant(entryIcon(entry)) : QVariant();
    case Qt::ToolTipRole:
        return toolTip(listing, entry, column);
    case Qt::TextAlignmentRole:
        return alignment(column);
    case Qt::AccessibleTextRole:
        if (column == EntryColumn::Name)
            return QCoreApplication::translate("Entry", "%1, %2").arg(shown(listing.name(entry)), kindText(entry));
        return cellText(listing, entry, shares, column);
    case Qt::AccessibleDescriptionRole:
        return damageText(entry.damage);
    default:
        return {};
    }
}

double sortKey(const read::IndexEntry& entry, EntryColumn column, const Shares& shares)
{
    const auto stored = [&] { return static_cast<double>((shares ? shares->storedBytes(entry) : std::nullopt).value_or(entry.storedBytes)); };
    switch (column) {
    case EntryColumn::Size:
        return static_cast<double>(entry.sizeBytes);
    case EntryColumn::Stored:
        return stored();
    case EntryColumn::Ratio:
        return stored() > 0 ? static_cast<double>(entry.sizeBytes) / stored() : 0;
    case EntryColumn::Mode:
        return entry.mode;
    case EntryColumn::Owner:
        return static_cast<double>(entry.uid) * 4294967296.0 + entry.gid;
    case EntryColumn::Modified:
        return entry.mtime;
    case EntryColumn::Name:
    case EntryColumn::Folder:
        break;
    }
    return 0;
}

std::vector<std::uint32_t> sortedRows(const read::FolderListing& listing, const EntryOrder& order, const Shares& shares)
{
    if (order.natural())
        return {};
    std::vector<std::uint32_t> rows(listing.entries.size());
    std::iota(rows.begin(), rows.end(), 0U);
    const auto border = std::partition_point(listing.entries.begin(), listing.entries.end(), [](const auto& entry) { return entry.isDirectory(); });
    const auto files = rows.begin() + (border - listing.entries.begin());
    if (order.column == EntryColumn::Name) {
        std::reverse(rows.begin(), files);
        std::reverse(files, rows.end());
        return rows;
    }
    std::vector<double> keys(rows.size());
    std::transform(listing.entries.begin(), listing.entries.end(), keys.begin(), [&](const auto& entry) { return sortKey(entry, order.column, shares); });
    const auto less = [&](std::uint32_t a, std::uint32_t b) { return order.descending ? keys[b] < keys[a] : keys[a] < keys[b]; };
    std::stable_sort(rows.begin(), files, less);
    std::stable_sort(files, rows.end(), less);
    return rows;
}

}  // namespace sqd::ui
