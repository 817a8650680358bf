// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/copies.h"

#include "ui/convert.h"

#include <QMimeData>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>

#include <unistd.h>

namespace sqd::ui::copies {

namespace fs = std::filesystem;

namespace {

fs::path store()
{
    return fs::path(toPath(QStandardPaths::writableLocation(QStandardPaths::CacheLocation))) / "copies";
}

std::string ownPrefix()
{
    return std::to_string(::getpid()) + "-";
}

std::string newFolder()
{
    static std::atomic<int> number{0};
    return (store() / (ownPrefix() + std::to_string(++number))).string();
}

void removeFolders(const std::function<bool(const fs::directory_entry&)>& unwanted)
{
    std::error_code error;
    std::vector<fs::path> folders;
    for (const fs::directory_entry& entry : fs::directory_iterator(store(), error)) {
        if (unwanted(entry))
            folders.push_back(entry.path());
    }
    for (const fs::path& folder : folders)
        fs::remove_all(folder, error);
}

}  // namespace

Result<Made> make(operation::ImageBrowser& image, const std::vector<read::EntryPlace>& places, bool readOnly, std::stop_token stop)
{
    Made made;
    SQD_TRY(const std::uint64_t bytes, image.contentBytes(places, kMaxBytes + 1, stop));
    made.tooLarge = bytes > kMaxBytes;
    if (made.tooLarge)
        return made;
    std::error_code error;
    fs::create_directories(store(), error);
    if (error)
        return outputError(store().string(), "cannot make the folder for copies", error.value());
    fs::permissions(store(), fs::perms::owner_all, error);
    // Entries of several folders may have the same name, so each folder's go into a folder of their own.
    std::vector<read::EntryPlace> sorted = places;
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.folder < b.folder; });
    for (auto from = sorted.begin(); from != sorted.end();) {
        const auto to = std::find_if(from, sorted.end(), [&](const auto& place) { return place.folder != from->folder; });
        SQD_TRY(const read::ExtractReport report, image.extractCopies({from, to}, newFolder(), readOnly, stop));
        made.paths.insert(made.paths.end(), report.created.begin(), report.created.end());
        made.incomplete = made.incomplete || !report.lost.empty() || !report.warnings.empty();
        from = to;
    }
    return made;
}

void removeOld()
{
    const auto limit = fs::file_time_type::clock::now() - std::chrono::hours(1);
    removeFolders([limit](const fs::directory_entry& entry) {
        std::error_code error;
        const auto time = entry.last_write_time(error);
        return !error && time < limit;
    });
}

void removeOwn()
{
    removeFolders([prefix = ownPrefix()](const fs::directory_entry& entry) { return entry.path().filename().string().starts_with(prefix); });
}

QMimeData* mimeData(const Made& made, const QString& text)
{
    auto* data = new QMimeData;
    QList<QUrl> urls;
    for (const std::string& path : made.paths)
        urls << urlFromPath(path);
    data->setUrls(urls);
    if (!text.isEmpty())
        data->setText(text);
    return data;
}

}  // namespace sqd::ui::copies
