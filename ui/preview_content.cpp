// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/preview_content.h"

#include "base/bytes_text.h"
#include "ui/convert.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QStringDecoder>

#include <algorithm>

namespace sqd::ui {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("Preview", text);
}

std::string_view view(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool startsWith(std::span<const std::byte> bytes, std::string_view mark)
{
    return view(bytes).substr(0, mark.size()) == mark;
}

// UTF-8 whose last character may be cut off.
bool isCutUtf8(std::string_view text)
{
    if (isUtf8(text))
        return true;
    for (std::size_t there = 1; there <= 3 && there <= text.size(); ++there) {
        const auto lead = static_cast<unsigned char>(text[text.size() - there]);
        const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
        if (there < length && lead <= 0xF4 && isUtf8(text.substr(0, text.size() - there)))
            return true;
    }
    return false;
}

std::size_t controlCharacters(std::span<const std::byte> bytes)
{
    return static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), [](std::byte byte) {
        const auto value = std::to_integer<unsigned>(byte);
        return (value < 32 && value != '\t' && value != '\n' && value != '\r' && value != '\f' && value != 27) || value == 127;
    }));
}

QString decoded(std::span<const std::byte> bytes, const QString& encoding)
{
    QStringDecoder decoder(encoding.toLatin1().constData());
    QString text = decoder(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    while (text.endsWith(QChar::ReplacementCharacter))
        text.chop(1);  // a character that the end cuts in two
    return text;
}

bool decodePicture(std::span<const std::byte> bytes, PreviewContent& content)
{
    QByteArray data = QByteArray::fromRawData(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    QBuffer buffer(&data);
    buffer.open(QIODevice::ReadOnly);
    // Its limit on the memory of one picture stays (QImageReader::allocationLimit).
    QImageReader reader(&buffer);
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    if (size.isValid() && std::max(size.width(), size.height()) > kPictureEdge)
        reader.setScaledSize(size.scaled(kPictureEdge, kPictureEdge, Qt::KeepAspectRatio));
    const QImage picture = reader.read();
    if (picture.isNull())
        return false;
    content.kind = PreviewContent::Kind::Picture;
    content.picture = picture;
    content.pictureSize = size.isValid() ? size : picture.size();
    return true;
}

void showBytes(std::span<const std::byte> bytes, PreviewContent& content)
{
    content.encoding = guessEncoding(bytes);
    content.kind = content.encoding.isEmpty() ? PreviewContent::Kind::Hex : PreviewContent::Kind::Text;
    content.text = content.encoding.isEmpty() ? hexDump(bytes) : decoded(bytes, content.encoding);
}

void showOther(const operation::EntryPreview& preview, PreviewContent& content)
{
    content.kind = PreviewContent::Kind::Message;
    switch (preview.entry.type) {
    case format::InodeType::Symlink:
        content.kind = PreviewContent::Kind::Link;
        content.text = shown(preview.target);
        break;
    case format::InodeType::BlockDevice:
        content.text = words(QT_TRANSLATE_NOOP("Preview", "Block device %1:%2")).arg(preview.major).arg(preview.minor);
        break;
    case format::InodeType::CharDevice:
        content.text = words(QT_TRANSLATE_NOOP("Preview", "Character device %1:%2")).arg(preview.major).arg(preview.minor);
        break;
    case format::InodeType::Fifo:
        content.text = words(QT_TRANSLATE_NOOP("Preview", "A pipe has no contents"));
        break;
    case format::InodeType::Socket:
        content.text = words(QT_TRANSLATE_NOOP("Preview", "A socket has no contents"));
        break;
    case format::InodeType::Directory:
    case format::InodeType::File:
        content.kind = PreviewContent::Kind::Nothing;
        break;
    }
}

}  // namespace

QString guessEncoding(std::span<const std::byte> bytes)
{
    if (startsWith(bytes, "\xEF\xBB\xBF"))
        return QStringLiteral("UTF-8");
    if (startsWith(bytes, "\xFF\xFE"))
        return QStringLiteral("UTF-16LE");
    if (startsWith(bytes, "\xFE\xFF"))
        return QStringLiteral("UTF-16BE");
    const std::size_t controls = controlCharacters(bytes);
    if (controls == 0 && isCutUtf8(view(bytes)))
        return QStringLiteral("UTF-8");
    // Letters of European languages have a zero in every second byte.
    std::size_t even = 0;
    std::size_t odd = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        (i % 2 == 0 ? even : odd) += bytes[i] == std::byte{0} ? 1U : 0U;
    if (bytes.size() >= 8 && odd > bytes.size() * 2 / 5 && even == 0)
        return QStringLiteral("UTF-16LE");
    if (bytes.size() >= 8 && even > bytes.size() * 2 / 5 && odd == 0)
        return QStringLiteral("UTF-16BE");
    return controls * 200 <= bytes.size() && even + odd == 0 ? QStringLiteral("ISO-8859-1") : QString();
}

QString hexDump(std::span<const std::byte> bytes)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    constexpr std::size_t kPerLine = 16;
    std::string text;
    text.reserve((bytes.size() / kPerLine + 1) * 78);
    for (std::size_t at = 0; at < bytes.size(); at += kPerLine) {
        for (int shift = 28; shift >= 0; shift -= 4)
            text += kDigits[at >> shift & 15];
        text += "  ";
        const std::size_t count = std::min(kPerLine, bytes.size() - at);
        for (std::size_t i = 0; i < kPerLine; ++i) {
            const unsigned value = i < count ? std::to_integer<unsigned>(bytes[at + i]) : 0;
            text += i < count ? kDigits[value >> 4] : ' ';
            text += i < count ? kDigits[value & 15] : ' ';
            text += i == 7 ? "  " : " ";
        }
        text += ' ';
        for (std::size_t i = 0; i < count; ++i) {
            const char c = static_cast<char>(bytes[at + i]);
            text += c >= 32 && c < 127 ? c : '.';
        }
        text += '\n';
    }
    return QString::fromLatin1(QByteArray::fromStdString(text));
}

bool looksLikePicture(const std::string& name)
{
    const auto dot = name.rfind('.');
    if (dot == std::string::npos)
        return false;
    static const QList<QByteArray> formats = QImageReader::supportedImageFormats();
    return formats.contains(QByteArray::fromStdString(name.substr(dot + 1)).toLower());
}

PreviewContent makePreview(operation::ImageBrowser& image, const read::EntryPlace& place)
{
    PreviewContent content;
    auto preview = image.preview(place, kPreviewBytes);
    const auto picture = [&] { return preview->entry.isFile() && looksLikePicture(preview->name) && preview->entry.sizeBytes <= kPictureBytes; };
    if (preview && picture() && preview->entry.sizeBytes > kPreviewBytes)
        preview = image.preview(place, kPictureBytes);
    if (!preview) {
        content.kind = PreviewContent::Kind::Message;
        content.text = QString::fromStdString(preview.error().line());
        return content;
    }
    if (preview->damage)
        content.damage = QString::fromStdString(preview->damage->line());
    if (!preview->entry.isFile()) {
        showOther(*preview, content);
        return content;
    }
    if (preview->entry.sizeBytes == 0) {
        content.kind = PreviewContent::Kind::Message;
        content.text = words(QT_TRANSLATE_NOOP("Preview", "This file is empty"));
        return content;
    }
    const std::span<const std::byte> bytes(preview->bytes);
    if (picture() && bytes.size() == preview->entry.sizeBytes && decodePicture(bytes, content))
        return content;
    content.cut = preview->entry.sizeBytes > kPreviewBytes;
    if (!bytes.empty())
        showBytes(bytes.first(std::min(bytes.size(), kPreviewBytes)), content);
    return content;
}

}  // namespace sqd::ui
