// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/convert.h"

#include "base/bytes_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <array>
#include <cmath>

namespace sqd::ui {

namespace {

// Numbers of the system's locale, without group separators in the fraction.
QLocale locale()
{
    return QLocale();
}

QString words(const char* text)
{
    return QCoreApplication::translate("Units", text);
}

}  // namespace

std::string pathFromUrl(const QUrl& url)
{
    if (!url.isLocalFile())
        return {};
    // QUrl keeps bytes that are no UTF-8 percent-encoded; toLocalFile() would replace them.
    const QByteArray bytes = QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toUtf8());
    std::string path = bytes.toStdString();
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    return path;
}

QUrl urlFromPath(const std::string& path)
{
    return QUrl::fromEncoded("file://" + QByteArray::fromStdString(path).toPercentEncoding("/"), QUrl::StrictMode);
}

std::string toPath(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

QString fromPath(const std::string& path)
{
    return QFile::decodeName(QByteArray::fromStdString(path));
}

QString shown(std::string_view bytes)
{
    return QString::fromStdString(printable(bytes));
}

QString shownPath(const std::string& path)
{
    const std::string home = toPath(QDir::homePath());
    if (home.size() > 1 && path.compare(0, home.size(), home) == 0 && (path.size() == home.size() || path[home.size()] == '/'))
        return shown("~" + path.substr(home.size()));
    return shown(path);
}

std::string fileName(const std::string& path)
{
    std::string trimmed = path;
    while (trimmed.size() > 1 && trimmed.back() == '/')
        trimmed.pop_back();
    const auto slash = trimmed.rfind('/');
    if (slash == std::string::npos || trimmed == "/")
        return trimmed;
    return trimmed.substr(slash + 1);
}

std::string parentFolder(const std::string& path)
{
    std::string trimmed = path;
    while (trimmed.size() > 1 && trimmed.back() == '/')
        trimmed.pop_back();
    const auto slash = trimmed.rfind('/');
    if (slash == std::string::npos)
        return ".";
    return slash == 0 ? "/" : trimmed.substr(0, slash);
}

QString isolated(const QString& name)
{
    return QChar(0x2068) + name + QChar(0x2069);
}

QString dataSize(std::uint64_t bytes)
{
    const auto value = static_cast<qint64>(std::min<std::uint64_t>(bytes, std::numeric_limits<qint64>::max()));
    const int digits = bytes < 1'000'000 ? 0 : bytes < 100'000'000 ? 1 : bytes < 1'000'000'000 ? 0 : bytes < 10'000'000'000 ? 2 : 1;
    return locale().formattedDataSize(value, digits, QLocale::DataSizeSIFormat);
}

QString dataRate(double bytesPerSecond)
{
    const double mega = std::max(0.0, bytesPerSecond) / 1e6;
    const int digits = mega < 9.95 ? 1 : 0;
    return words(QT_TRANSLATE_NOOP("Units", "%1 MB/s")).arg(locale().toString(mega, 'f', digits));
}

QString blockSizeText(std::uint64_t bytes)
{
    if (bytes >= (1U << 20) && bytes % (1U << 20) == 0)
        return words(QT_TRANSLATE_NOOP("Units", "%1 MiB")).arg(locale().toString(static_cast<qulonglong>(bytes >> 20)));
    return words(QT_TRANSLATE_NOOP("Units", "%1 KiB")).arg(locale().toString(static_cast<qulonglong>(bytes >> 10)));
}

QString duration(double seconds)
{
    if (seconds < 9.95)
        return words(QT_TRANSLATE_NOOP("Units", "%1 s")).arg(locale().toString(std::max(0.0, seconds), 'f', 1));
    const auto whole = static_cast<qint64>(std::llround(seconds));
    if (whole < 60)
        return words(QT_TRANSLATE_NOOP("Units", "%1 s")).arg(whole);
    if (whole < 3600)
        return words(QT_TRANSLATE_NOOP("Units", "%1 min %2 s")).arg(whole / 60).arg(whole % 60);
    return words(QT_TRANSLATE_NOOP("Units", "%1 h %2 min")).arg(whole / 3600).arg(whole % 3600 / 60);
}

QString clock(double seconds)
{
    const auto whole = static_cast<qint64>(std::max(0.0, seconds));
    const QString rest = QStringLiteral("%1").arg(whole % 60, 2, 10, QLatin1Char('0'));
    if (whole < 3600)
        return QStringLiteral("%1:%2").arg(whole / 60).arg(rest);
    return QStringLiteral("%1:%2:%3").arg(whole / 3600).arg(whole / 60 % 60, 2, 10, QLatin1Char('0')).arg(rest);
}

QString durationRange(double low, double high)
{
    // A range that people can believe: whole seconds up to a minute, then steps of 5 s, then minutes.
    if (high < 60) {
        const auto first = std::max<qint64>(1, std::llround(std::floor(low)));
        const auto last = std::max<qint64>(first, std::llround(std::ceil(high)));
        if (first == last)
            return words(QT_TRANSLATE_NOOP("Units", "%1 s")).arg(first);
        return words(QT_TRANSLATE_NOOP("Units", "%1–%2 s")).arg(first).arg(last);
    }
    const auto first = std::llround(std::floor(low / 60));
    const auto last = std::max(first + 1, std::llround(std::ceil(high / 60)));
    if (first == 0)
        return words(QT_TRANSLATE_NOOP("Units", "up to %1 min")).arg(last);
    return words(QT_TRANSLATE_NOOP("Units", "%1–%2 min")).arg(first).arg(last);
}

QString wholeNumber(std::uint64_t value)
{
    return locale().toString(static_cast<qulonglong>(value));
}

QString decimal(double value, int digits)
{
    return locale().toString(value, 'f', digits);
}

QString percent(double fraction)
{
    // Rounded down: 100 % is said only when nothing is left.
    const auto whole = static_cast<int>(std::floor(std::clamp(fraction, 0.0, 1.0) * 100 + 1e-9));
    return words(QT_TRANSLATE_NOOP("Units", "%1 %")).arg(whole);
}

}  // namespace sqd::ui
