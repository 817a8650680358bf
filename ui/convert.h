// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>
#include <QUrl>

#include <cstdint>
#include <string>
#include <string_view>

// The one place where the engine's values (path bytes, byte counts, seconds) become text that people read, and back. Sizes are powers
// of 1000 ("3.3 GB") everywhere in the window; only block sizes, which are powers of two by nature, are shown in KiB and MiB.
namespace sqd::ui {

// Path bytes of a local URL, exact also for names that are no UTF-8; empty when it is not a local file.
std::string pathFromUrl(const QUrl& url);
// The way back, exact as well.
QUrl urlFromPath(const std::string& path);
std::string toPath(const QString& path);
// For line edits and Qt functions; lossy for names that are no UTF-8.
QString fromPath(const std::string& path);
// One printable line; what cannot be shown is escaped.
QString shown(std::string_view bytes);
// The same with the home folder shortened to "~".
QString shownPath(const std::string& path);
// The last component; "/" for the root.
std::string fileName(const std::string& path);
std::string parentFolder(const std::string& path);
// Wraps a name in direction isolates, so that it cannot reorder the sentence around it.
QString isolated(const QString& name);

QString dataSize(std::uint64_t bytes);             // "3.3 GB"
QString dataRate(double bytesPerSecond);           // "165 MB/s"
QString blockSizeText(std::uint64_t bytes);        // "128 KiB"
QString duration(double seconds);                  // "46 s", "3 min 12 s", "1 h 5 min"
QString clock(double seconds);                     // running time: "0:46", "3:12", "1:05:00"
QString durationRange(double low, double high);    // "18–22 s"
QString wholeNumber(std::uint64_t value);          // "12 480" by locale
QString decimal(double value, int digits);         // "2.47" by locale
QString percent(double fraction);                  // 0.614 → "61 %"

}  // namespace sqd::ui
