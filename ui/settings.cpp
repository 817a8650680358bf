// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings.h"

#include <algorithm>

namespace sqd::ui {

namespace {

const QString kGeometry = QStringLiteral("window/geometry");
const QString kVersion = QStringLiteral("window/version");
const QString kRecents = QStringLiteral("recents");
const QString kHint = QStringLiteral("home/hintDismissed");
const QString kSidePane = QStringLiteral("browse/sidePane");
const QString kExtractFolders = QStringLiteral("browse/extractFolders");

}  // namespace

Settings::Settings(QObject* parent) : QObject(parent) {}

QByteArray Settings::geometry() const
{
    if (m_store.value(kVersion).toInt() != kLayoutVersion)
        return {};
    return m_store.value(kGeometry).toByteArray();
}

void Settings::setGeometry(const QByteArray& geometry)
{
    m_store.setValue(kVersion, kLayoutVersion);
    m_store.setValue(kGeometry, geometry);
}

std::vector<RecentEntry> Settings::recents() const
{
    // QSettings counts array elements while it reads; the store itself is unchanged.
    auto& store = const_cast<QSettings&>(m_store);
    std::vector<RecentEntry> entries;
    const int size = std::min(store.beginReadArray(kRecents), kRecentLimit);
    for (int i = 0; i < size; ++i) {
        store.setArrayIndex(i);
        RecentEntry entry;
        entry.kind = store.value("image").toBool() ? RecentEntry::Kind::Image : RecentEntry::Kind::Folder;
        entry.path = store.value("path").toByteArray().toStdString();
        entry.codec = store.value("codec").toString();
        entry.bytes = store.value("bytes").toULongLong();
        entry.when = store.value("when").toDateTime();
        if (!entry.path.empty())
            entries.push_back(std::move(entry));
    }
    store.endArray();
    return entries;
}

void Settings::addRecent(const RecentEntry& entry)
{
    std::vector<RecentEntry> entries = recents();
    std::erase_if(entries, [&entry](const RecentEntry& other) { return other.path == entry.path; });
    entries.insert(entries.begin(), entry);
    if (entries.size() > static_cast<std::size_t>(kRecentLimit))
        entries.resize(static_cast<std::size_t>(kRecentLimit));
    writeRecents(entries);
}

void Settings::removeRecent(const std::string& path)
{
    std::vector<RecentEntry> entries = recents();
    std::erase_if(entries, [&path](const RecentEntry& other) { return other.path == path; });
    writeRecents(entries);
}

void Settings::clearRecents()
{
    writeRecents({});
}

void Settings::writeRecents(const std::vector<RecentEntry>& entries)
{
    m_store.remove(kRecents);
    m_store.beginWriteArray(kRecents, static_cast<int>(entries.size()));
    for (std::size_t i = 0; i < entries.size(); ++i) {
        m_store.setArrayIndex(static_cast<int>(i));
        m_store.setValue("image", entries[i].kind == RecentEntry::Kind::Image);
        m_store.setValue("path", QByteArray::fromStdString(entries[i].path));
        m_store.setValue("codec", entries[i].codec);
        m_store.setValue("bytes", static_cast<qulonglong>(entries[i].bytes));
        m_store.setValue("when", entries[i].when);
    }
    m_store.endArray();
    emit recentsChanged();
}

bool Settings::hintDismissed() const
{
    return m_store.value(kHint).toBool();
}

void Settings::dismissHint()
{
    m_store.setValue(kHint, true);
}

bool Settings::sidePaneShown() const
{
    return m_store.value(kSidePane, true).toBool();
}

void Settings::setSidePaneShown(bool shown)
{
    m_store.setValue(kSidePane, shown);
}

std::vector<std::string> Settings::extractFolders() const
{
    std::vector<std::string> folders;
    for (const QVariant& folder : m_store.value(kExtractFolders).toList())
        folders.push_back(folder.toByteArray().toStdString());
    return folders;
}

void Settings::addExtractFolder(const std::string& folder)
{
    std::vector<std::string> folders = extractFolders();
    std::erase(folders, folder);
    folders.insert(folders.begin(), folder);
    folders.resize(std::min(folders.size(), kExtractFolderLimit));
    QVariantList stored;
    for (const std::string& one : folders)
        stored << QByteArray::fromStdString(one);
    m_store.setValue(kExtractFolders, stored);
}

}  // namespace sqd::ui
