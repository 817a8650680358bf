// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/image_browser.h"

#include <QString>

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

class QMimeData;

// Copies of entries outside of their image, for other programs: to be opened, dragged out, or put on the clipboard. They lie in the cache
// folder; those of an earlier run go away an hour after they were made, because the program they were given to may read them late.
namespace sqd::ui::copies {

// More than this is not copied on the way: the extract sheet asks where to put it.
inline constexpr std::uint64_t kMaxBytes = 64ULL << 20;

struct Made {
    std::vector<std::string> paths;  // of the topmost copies
    bool tooLarge = false;           // nothing was copied
    bool incomplete = false;         // something is damaged or could not be written
};

// Blocks. Errors: as ImageBrowser::extractCopies().
Result<Made> make(operation::ImageBrowser& image, const std::vector<read::EntryPlace>& places, bool readOnly, std::stop_token stop);
// Removes what is older than an hour; blocks.
void removeOld();
// Removes what this run has made; blocks.
void removeOwn();
// For the clipboard and for drags, with `text` beside the files. The caller takes it over.
QMimeData* mimeData(const Made& made, const QString& text);

}  // namespace sqd::ui::copies
