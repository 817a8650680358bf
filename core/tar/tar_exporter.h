// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"
#include "io/file.h"
#include "read/extractor.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace sqd::read {
class Image;
}

namespace sqd::tar {

struct TarExportOptions {
    std::vector<std::string> patterns;     // read/entry_selection.h; empty = everything
    bool xattrs = true;
    std::vector<std::string> xattrsInclude, xattrsExclude;
    std::string compress;                  // "", "gzip", "bzip2", "xz", "zstd", "lz4", "lzo"
    bool strict = false;                   // what would be exit 6 fails
    bool stopOnError = false;
    int jobs = 1;                          // workers that decode ahead; 0 = the serial reference
};

struct TarExportReport {
    std::uint64_t entries = 0;
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;               // contents bytes
    std::uint64_t archiveBytes = 0;        // written, compression included
    double seconds = 0;
    std::vector<read::ExtractNote> warnings;  // exit 6
    std::vector<read::ExtractNote> notes;     // exit 0: sockets, which no archive holds
    std::vector<read::Finding> lost;          // errors, exit 5: damaged entries, left out (or, as they say, without a part); also warnings about the image
    std::vector<std::string> unmatched;       // exit 3
};

// Where the archive goes, in order. Called on one thread.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    virtual Result<void> write(std::span<const std::byte> bytes) = 0;
    // Whether rewind() works. Where it does not, large files are decoded once before, because what has been written of a file that
    // turns out to be damaged could not be taken back.
    [[nodiscard]] virtual bool canRewind() const { return false; }
    // Forgets everything but the first `size` bytes.
    virtual Result<void> rewind(std::uint64_t size)
    {
        (void)size;
        return internalError("an output that cannot go back was asked to");
    }
};

// Writes entries as a pax archive: the root as "./" first, names sorted by bytes, folders with "/" at the end, hard links, sparse files
// (GNU 1.0 in pax form), xattrs (SCHILY, and LIBARCHIVE where bytes are no text), devices. The bytes are the same for any number of
// workers. Errors: InvalidArgument, Corrupt, InputUnreadable, Cancelled, whatever the sink returns.
Result<TarExportReport> exportTar(std::shared_ptr<const read::Image> image, const TarExportOptions& options, ByteSink& sink,
    concurrency::ProgressCounters& counters, std::stop_token stop);

}  // namespace sqd::tar
