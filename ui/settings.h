// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QObject>
#include <QSettings>

#include <cstdint>
#include <string>
#include <vector>

namespace sqd::ui {

// One line of the list on the start page.
struct RecentEntry {
    enum class Kind { Folder, Image };
    Kind kind = Kind::Folder;
    std::string path;         // path bytes
    QString codec;            // of the image, or the one last used for the folder
    std::uint64_t bytes = 0;  // size of the image, or of the folder's contents
    QDateTime when;
};

// What the window remembers between runs, with typed keys. A store written by another layout version is not applied.
class Settings : public QObject {
    Q_OBJECT
public:
    static constexpr int kLayoutVersion = 1;
    static constexpr int kRecentLimit = 12;
    static constexpr std::size_t kExtractFolderLimit = 5;

    explicit Settings(QObject* parent = nullptr);

    [[nodiscard]] QByteArray geometry() const;
    void setGeometry(const QByteArray& geometry);
    [[nodiscard]] std::vector<RecentEntry> recents() const;
    void addRecent(const RecentEntry& entry);  // newest first; one entry per path
    void removeRecent(const std::string& path);
    void clearRecents();
    [[nodiscard]] bool hintDismissed() const;
    void dismissHint();
    [[nodiscard]] bool sidePaneShown() const;  // of the Browse page
    void setSidePaneShown(bool shown);
    // Where things were extracted to, newest first, at most kExtractFolderLimit (path bytes).
    [[nodiscard]] std::vector<std::string> extractFolders() const;
    void addExtractFolder(const std::string& folder);

signals:
    void recentsChanged();

private:
    void writeRecents(const std::vector<RecentEntry>& entries);

    QSettings m_store;
};

}  // namespace sqd::ui
