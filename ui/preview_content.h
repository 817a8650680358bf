// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/image_browser.h"

#include <QImage>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <span>

namespace sqd::ui {

// What the preview shows of an entry, made off the GUI thread.
struct PreviewContent {
    enum class Kind { Nothing, Text, Picture, Hex, Link, Message };
    Kind kind = Kind::Nothing;
    QString text;       // Text, Hex, Link (the target), Message
    QString encoding;   // Text: "UTF-8" …
    QImage picture;
    QSize pictureSize;  // before it was scaled down
    bool cut = false;   // only the beginning is shown
    QString damage;     // why less is shown than there is
};

inline constexpr std::size_t kPreviewBytes = 64 * 1024;           // of text, and as hex
inline constexpr std::size_t kPictureBytes = 16U * 1024 * 1024;   // a picture is decoded whole or not at all
inline constexpr int kPictureEdge = 1200;                         // pixels that a preview needs

// The encoding that bytes seem to have, "" when they seem to be no text: a byte-order mark, UTF-8, UTF-16 by its zeros, otherwise
// Latin-1 when there are hardly any control characters.
QString guessEncoding(std::span<const std::byte> bytes);
// 16 bytes a line: place, hex, characters.
QString hexDump(std::span<const std::byte> bytes);
// True for names that end like a picture this build can decode.
bool looksLikePicture(const std::string& name);
// Reads and decodes; blocks.
PreviewContent makePreview(operation::ImageBrowser& image, const read::EntryPlace& place);

}  // namespace sqd::ui
