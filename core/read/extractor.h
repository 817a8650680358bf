// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"
#include "read/finding.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include <stop_token>

namespace sqd::read {

class Image;

enum class Conflict { Skip, Overwrite, KeepBoth, Ask };

// What the file system has in the place of an entry, or what the image has. Plain value.
struct ConflictSide {
    std::string type;             // words of inodeTypeName()
    std::uint64_t sizeBytes = 0;
    std::int64_t mtime = 0;       // seconds since 1970
};

struct ConflictQuestion {
    std::uint64_t number = 0;     // of the question, 1…
    std::string path;             // inside the image, "/a/b"
    std::string hostPath;         // what is in the way
    std::string keepBothName;     // the name that KeepBoth would take
    ConflictSide inImage;
    ConflictSide onDisk;
    std::uint64_t remaining = 0;  // entries that may still ask, this one included; 0 = unknown
};

struct ConflictAnswer {
    enum class Choice { Skip, Overwrite, KeepBoth, Stop } choice = Choice::Skip;
    bool applyToAll = false;
};

// Called by a worker without a lock held; must come back when the stop token asks for it (then the answer is not looked at).
using ConflictAsker = std::function<ConflictAnswer(const ConflictQuestion&)>;

struct ExtractOptions {
    // The folder (-C); made when missing, then with the root's attributes. One that exists keeps its own; only an empty one that the
    // user may change and the whole image goes into takes the root's; when nobody else could enter it, nobody else can afterwards.
    std::string target;
    std::vector<std::string> patterns;     // read/entry_selection.h; empty = everything
    Conflict conflict = Conflict::Skip;
    ConflictAsker asker;                   // for Conflict::Ask; set by whoever runs the extraction
    bool owner = true;                     // as an ordinary user owners are never set, which is no warning
    bool mode = true;
    bool times = true;
    bool xattrs = true;
    bool devices = true;                   // device nodes, as far as the user may make them
    std::vector<std::string> xattrsInclude, xattrsExclude;  // POSIX extended expressions over full names; include empty = all
    std::uint32_t strip = 0;               // leading path parts that are left away; entries with no more parts are left out
    bool strict = false;                   // what would be exit 6 fails, and nothing new stays under the target
    bool stopOnError = false;              // the first damage ends the run
    bool ignoreSpace = false;              // do not compare the free space before
    int jobs = 1;                          // workers; 0 = the serial reference
    std::uint64_t memoryBytes = 0;         // of buffers in flight; 0 = chosen by the engine
};

struct ExtractNote {
    std::string path;  // inside the image, "/a/b"
    std::string what;
};

struct ExtractReport {
    std::uint64_t files = 0;               // regular files written (hard links to them not counted)
    std::uint64_t directories = 0;         // made, or found and used
    std::uint64_t links = 0;               // hard links made
    std::uint64_t others = 0;              // symlinks, devices, fifos, sockets
    std::uint64_t bytes = 0;               // contents bytes written, holes included
    double seconds = 0;
    std::uint64_t kept = 0;                // existing entries left as they are (Conflict::Skip or such an answer): no fault
    std::uint64_t skipped = 0;             // entries that were left out for a reason that `warnings` tells
    std::vector<ExtractNote> warnings;     // exit 6: entries or properties that are missing on disk
    std::vector<ExtractNote> notes;        // exit 0: what need not be there (owners as an ordinary user: one note, no list)
    std::vector<Finding> lost;             // exit 5: damaged entries; what could not be taken whole is not on disk
    std::vector<std::string> unmatched;    // patterns without an entry: exit 3
    std::vector<std::string> created;      // host paths of the topmost new entries, for undo: removing these undoes what was added
    std::uint64_t replaced = 0;            // existing entries that were overwritten (undo cannot bring them back)
};

// Writes entries of an image into a folder with `options.jobs` workers: several folders and many small files at once, one big file by
// several workers. Nothing is written outside of the target whatever the image or the folder holds: every step is relative to an open
// folder and follows no link. An entry appears under its name only when it is whole. Attributes of folders come last. Duplicates are
// cloned where the file system can.
// Errors: InvalidArgument (patterns, expressions), OutputUnwritable (target cannot be made or written, no space: also told before, with
// both sizes), InputUnreadable, Corrupt (stopOnError, nothing can be read), Cancelled. After a failure or cancel no half file is left;
// whole ones stay (strict: none). `counters` has at least max(1, jobs) workers. Any number of extractions may run at once.
Result<ExtractReport> extractImage(std::shared_ptr<const Image> image, const ExtractOptions& options, concurrency::ProgressCounters& counters,
    std::stop_token stop);

}  // namespace sqd::read
