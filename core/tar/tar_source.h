// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "source/directory_source.h"
#include "source/source.h"
#include "tar/tar_input.h"
#include "tar/tar_options.h"

#include <atomic>
#include <memory>
#include <stop_token>

namespace sqd::tar {

// For whoever watches while an archive is read.
struct TarProgress {
    std::atomic<std::uint64_t> bytes{0}, entries{0};
};

// Reads all headers of an archive and makes it a source; its data is read later, where it lies, by any number of workers. `scratchFolder`
// is where an archive that is compressed or comes through a pipe is kept meanwhile. Of `common`, what selects entries and sets their
// attributes counts. Errors: as TarInput::makePlain and TarIndexer::run; InvalidArgument (patterns, modes).
Result<std::unique_ptr<source::Source>> makeTarSource(TarInput input, TarOptions options, source::DirectoryOptions common,
                                                      const std::string& scratchFolder, const std::stop_token& stop, TarProgress& progress);
// The same for an archive that is at hand as plain bytes (tests).
Result<std::unique_ptr<source::Source>> makeTarSource(std::unique_ptr<io::RandomAccessFile> file, TarOptions options,
                                                      source::DirectoryOptions common, const std::stop_token& stop, TarProgress& progress,
                                                      const std::optional<Error>& damage = std::nullopt);

}  // namespace sqd::tar
